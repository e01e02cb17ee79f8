package io.merapi.batch.node;

import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodClasses;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Task;
import io.merapi.batch.job.TaskState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TasksOnNodeProperties {

  private static final int SEEDS = 40;

  @Test
  void holdsWhatAMapInOrderOfArrivalHolds() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      List<Task> some = tasks(random.nextInt(1, 60));
      var tasks = new TasksOnNode();
      var expected = new LinkedHashMap<String, Task>();
      for (int step = 0; step < 300; step++) {
        Task task = some.get(random.nextInt(some.size()));
        switch (random.nextInt(20)) {
          case 0 -> {
            var before = tasks;
            tasks = new TasksOnNode(tasks);
            before.clear();
          }
          case 1, 2, 3, 4, 5, 6 ->
              assertThat(tasks.remove(task.key())).isSameAs(expected.remove(task.key()));
          default ->
              assertThat(tasks.add(task)).isEqualTo(expected.putIfAbsent(task.key(), task) == null);
        }
        assertThat(tasks.get(task.key())).isSameAs(expected.get(task.key()));
        assertThat(tasks.list())
            .as("seed %d, step %d", seed, step)
            .containsExactlyElementsOf(expected.values());
        var visited = new ArrayList<Task>();
        tasks.forEach(visited::add);
        assertThat(visited).containsExactlyElementsOf(expected.values());
      }
      tasks.clear();
      assertThat(tasks.list()).isEmpty();
    }
  }

  private static List<Task> tasks(int count) {
    var dictionary = new ResourceDictionary();
    var classes = new PodClasses(dictionary, PodRequests.Rules.DEFAULT, PodClassReads.ALL);
    var tasks = new ArrayList<Task>();
    for (int i = 0; i < count; i++) {
      tasks.add(
          new TaskState(
              classes.admit(pod("pod-" + i).build()), Resources.none(dictionary), new TreeMap<>()));
    }
    return tasks;
  }
}
