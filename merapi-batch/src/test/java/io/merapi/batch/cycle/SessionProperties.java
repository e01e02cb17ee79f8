package io.merapi.batch.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.WatchedCycle.Ran;
import io.merapi.batch.cycle.WatchedCycle.Watcher;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.testkit.RandomBatchCluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold of every session, whatever the cluster and the configuration. */
class SessionProperties {

  private static final int CLUSTERS = 1000;

  @ParameterizedTest(name = "with fixes {0}")
  @ValueSource(strings = {"none", "all"})
  void everySessionIsSound(String fixes) {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      Ran ran = run(RandomBatchCluster.of(seed), seed, fixes, (atWork, _, _) -> assertSums(atWork));
      SchedulingSession session = ran.session();
      String where = "seed %d".formatted(seed);
      assertSums(session);
      assertThat(ran.session().failures().all()).as(where).isEmpty();
      for (NodeState node : session.nodes()) {
        assertThat(negative(node.idleInCluster())).as("%s: %s", where, node).isFalse();
      }
      assertThat(pods(ran)).as("%s: binds and evictions", where).doesNotHaveDuplicates();
      for (JobState job : session.jobs()) {
        assertEveryTaskHasItsPlace(job, session, where);
        assertBoundAsAGang(job, where);
      }
    }
  }

  @Test
  void withNothingWaitingNothingIsDone() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      List<ClusterObject> settled =
          RandomBatchCluster.of(seed).stream()
              .filter(object -> !(object instanceof Pod pod) || pod.assigned())
              .toList();
      Ran ran = run(settled, seed, "all", Watcher.NONE);
      assertThat(ran.effects().calls()).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void theSameClusterMeansTheSameDecisionsWhateverTheOrderInWhichItWasTold() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      List<ClusterObject> objects = RandomBatchCluster.of(seed);
      List<String> once = run(objects, seed, "none", Watcher.NONE).effects().calls();
      List<String> again = run(objects, seed, "none", Watcher.NONE).effects().calls();
      assertThat(again).as("seed %d", seed).isEqualTo(once);
      List<String> otherwise =
          run(shuffled(objects, seed), seed, "none", Watcher.NONE).effects().calls();
      assertThat(otherwise).as("seed %d, told in another order", seed).isEqualTo(once);
    }
  }

  @Test
  void whatIsRememberedOfNodesDecidesAsTheDefinitionDoes() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      List<ClusterObject> objects = RandomBatchCluster.of(seed);
      BatchConfiguration configuration = RandomConfiguration.of(seed);
      List<String> remembered = run(objects, seed, "none", Watcher.NONE).effects().calls();
      List<String> defined =
          new WatchedCycle(objects, configuration, Fixes.NONE)
              .byReference()
              .run(Watcher.NONE)
              .effects()
              .calls();
      assertThat(remembered).as("seed %d", seed).isEqualTo(defined);
    }
  }

  private static Ran run(List<ClusterObject> objects, long seed, String fixes, Watcher watcher) {
    BatchConfiguration configuration = RandomConfiguration.of(seed);
    return new WatchedCycle(objects, configuration, Fixes.parse(fixes)).run(watcher);
  }

  /** Nodes keep their order, for it is that of the cluster's list. */
  private static List<ClusterObject> shuffled(List<ClusterObject> objects, int seed) {
    var nodes = new ArrayList<ClusterObject>();
    var others = new ArrayList<ClusterObject>();
    objects.forEach(object -> (object instanceof Node ? nodes : others).add(object));
    Collections.shuffle(others, new Random(seed));
    nodes.addAll(others);
    return nodes;
  }

  private static List<String> pods(Ran ran) {
    return ran.effects().calls().stream()
        .map(call -> call.split("[ :]", -1))
        .filter(words -> words[0].equals("bind") || words[0].equals("evict"))
        .map(words -> words[1])
        .toList();
  }

  private static boolean negative(Resources idle) {
    boolean negative = idle.cpuMillis() < 0 || idle.memoryBytes() < 0;
    for (int i = 0; i < idle.scalarCount(); i++) {
      negative |= idle.scalarValue(i) < 0;
    }
    return negative;
  }

  private static void assertEveryTaskHasItsPlace(
      JobState job, SchedulingSession session, String where) {
    int counted = 0;
    for (TaskStatus status : TaskStatus.values()) {
      for (TaskState task : job.tasks(status)) {
        counted++;
        assertThat(task.status()).isEqualTo(status);
      }
    }
    assertThat(counted).as("%s: tasks of %s", where, job).isEqualTo(job.tasks().size());
    for (TaskState task : job.tasks()) {
      List<String> holders =
          session.nodes().stream()
              .filter(node -> node.task(task.key()) != null)
              .map(NodeState::name)
              .toList();
      assertThat(holders)
          .as("%s: %s", where, task)
          .isEqualTo(task.nodeName().isEmpty() ? List.of() : List.of(task.nodeName()));
    }
  }

  /** Pending tasks that ask for nothing count for a gang. */
  private static void assertBoundAsAGang(JobState job, String where) {
    if (job.count(TaskStatus.BINDING) > 0) {
      int running =
          job.count(TaskStatus.BINDING)
              + job.count(TaskStatus.BOUND)
              + job.count(TaskStatus.RUNNING)
              + (int) job.tasks().stream().filter(Task::bestEffort).count();
      assertThat(running).as("%s: %s", where, job).isGreaterThanOrEqualTo(job.minAvailable());
    }
  }

  /** What nodes hold is what their tasks ask for, and the same as jobs and queues count. */
  private static void assertSums(SchedulingSession session) {
    Map<String, ResourcesSum> held = new HashMap<>();
    for (NodeState node : session.nodes()) {
      var used = new ResourcesSum(session.resources());
      var pipelined = new ResourcesSum(session.resources());
      var releasing = new ResourcesSum(session.resources());
      for (Task task : node.tasks()) {
        switch (task.status()) {
          case PIPELINED -> pipelined.add(task.request());
          case RELEASING -> {
            used.add(task.request());
            releasing.add(task.request());
          }
          default -> used.add(task.request());
        }
        Job job = task.job();
        if (task.status().holdsResources() && job != null) {
          held.computeIfAbsent(job.queue(), _ -> new ResourcesSum(session.resources()))
              .add(task.request());
        }
      }
      assertSame(node.used(), used.toResources(), node);
      assertSame(node.pipelined(), pipelined.toResources(), node);
      assertSame(node.releasing(), releasing.toResources(), node);
      assertSame(node.idle().plus(node.used()), node.allocatable(), node);
    }
    Map<String, ResourcesSum> counted = new HashMap<>();
    for (JobState job : session.jobs()) {
      counted
          .computeIfAbsent(job.queue(), _ -> new ResourcesSum(session.resources()))
          .add(job.allocated());
    }
    counted.forEach((queue, sum) ->
        assertSame(
            sum.toResources(),
            held.getOrDefault(queue, new ResourcesSum(session.resources())).toResources(),
            queue));
  }

  private static void assertSame(Resources one, Resources other, Object where) {
    assertThat(one.sameAmounts(other) && other.sameAmounts(one))
        .as("%s: <%s> and <%s>", where, one, other)
        .isTrue();
  }
}
