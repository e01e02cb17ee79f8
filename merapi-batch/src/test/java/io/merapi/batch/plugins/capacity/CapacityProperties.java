package io.merapi.batch.plugins.capacity;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.fixes.Fix;
import io.merapi.api.session.SessionNode;
import io.merapi.batch.actions.allocate.Allocate;
import io.merapi.batch.actions.allocate.AllocateArgs;
import io.merapi.batch.actions.enqueue.Enqueue;
import io.merapi.batch.actions.reclaim.Reclaim;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.QueueBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class CapacityProperties {

  private static final int SEEDS = 300;

  /** Whatever actions do, no queue of a tree comes to have more than it may. */
  @Test
  void noQueueExceedsItselfOrOneAboveIt() {
    for (long seed = 0; seed < SEEDS; seed++) {
      QueueWorld world =
          QueueWorld.tree(cluster(seed)).withGangs().fixing(Fix.RECLAIM_CAPPED_BY_REAL_CAPABILITY);
      Map<String, Double> before = allocated(world);
      for (Action action :
          List.of(new Enqueue(), new Allocate(AllocateArgs.DEFAULTS, true), new Reclaim())) {
        action.execute(world.session());
        for (String queue : before.keySet()) {
          double most = Math.max(world.cpus(queue, "realCapability"), before.get(queue));
          assertThat(world.cpus(queue, "allocated"))
              .as("cpus of %s, seed %d, after %s", queue, seed, action.getClass().getSimpleName())
              .isLessThanOrEqualTo(most);
        }
      }
    }
  }

  /** What a queue has is what its own tasks and those of all below it hold. */
  @RepeatedTest(5)
  void accountsAgreeWithTasksAfterAnyMoves(RepetitionInfo repetition) {
    for (long seed = 0; seed < 50; seed++) {
      QueueWorld world = QueueWorld.tree(cluster(seed));
      Map<String, Double> opened = allocated(world);
      var random = new SplittableRandom(seed * 100 + repetition.getCurrentRepetition());
      var statement = world.session().statement();
      for (int i = 0; i < 20; i++) {
        var jobs = List.copyOf(world.session().jobs());
        var tasks = jobs.get(random.nextInt(jobs.size())).tasks();
        var task = tasks.get(random.nextInt(tasks.size()));
        SessionNode node = world.session().nodes().getFirst();
        switch (task.status()) {
          case PENDING -> {
            if (random.nextBoolean()) {
              statement.pipeline(task, node, false);
            } else if (task.request().cpuMillis() <= node.idle().cpuMillis()) {
              statement.allocate(task, node);
            }
          }
          case RUNNING -> statement.evict(task, "test");
          default -> {}
        }
        assertThat(allocated(world)).as("seed %d", seed).isEqualTo(held(world));
      }
      statement.discard();
      assertThat(allocated(world)).as("seed %d", seed).isEqualTo(opened);
    }
  }

  private static Map<String, Double> allocated(QueueWorld world) {
    var allocated = new HashMap<String, Double>();
    world
        .session()
        .queues()
        .forEach(queue -> allocated.put(queue.name(), world.cpus(queue.name(), "allocated")));
    return allocated;
  }

  private static Map<String, Double> held(QueueWorld world) {
    var held = new HashMap<String, Double>();
    world.session().queues().forEach(queue -> held.put(queue.name(), 0.0));
    for (var job : world.session().jobs()) {
      double cpus =
          job.tasks().stream()
              .filter(task ->
                  switch (task.status()) {
                    case PIPELINED, ALLOCATED, RUNNING -> true;
                    default -> false;
                  })
              .mapToDouble(task -> task.request().cpuMillis() / 1000)
              .sum();
      String queue = job.queue();
      while (!queue.equals("root")) {
        held.merge(queue, cpus, Double::sum);
        String parent = world.queue(queue).queue().parent();
        queue = parent.isEmpty() ? "root" : parent;
      }
      held.merge("root", cpus, Double::sum);
    }
    return held;
  }

  /** One node, two or three branches of leaves with bounds of all kinds, and jobs in leaves. */
  private static ClusterObject[] cluster(long seed) {
    var random = new SplittableRandom(seed);
    var objects = new ArrayList<ClusterObject>();
    objects.add(node("n1").allocatable("cpu", "24").build());
    objects.add(queue("root").build());
    var leaves = new ArrayList<>(List.of("default"));
    int branches = 2 + random.nextInt(2);
    for (int i = 0; i < branches; i++) {
      String branch = "b" + i;
      objects.add(bounded(queue(branch), random).build());
      for (int j = 0; j < 2; j++) {
        String leaf = branch + "-" + j;
        leaves.add(leaf);
        objects.add(bounded(queue(leaf).parent(branch), random).build());
      }
    }
    int room = 24;
    for (int i = 0; i < 8; i++) {
      String group = "job" + i;
      boolean runs = random.nextBoolean();
      objects.add(
          podGroup(group)
              .queue(leaves.get(random.nextInt(leaves.size())))
              .phase(runs ? PodGroupPhase.RUNNING : PodGroupPhase.PENDING)
              .minResource("cpu", Integer.toString(1 + random.nextInt(4)))
              .created(World.NOW.plusSeconds(i))
              .build());
      int pods = 1 + random.nextInt(4);
      for (int j = 0; j < pods; j++) {
        int cpus = 1 + random.nextInt(4);
        boolean placed = runs && cpus <= room;
        room -= placed ? cpus : 0;
        String name = group + "-" + j;
        PodBuilder pod = placed ? World.running(name, group, "n1") : World.pending(name, group);
        objects.add(pod.request("cpu", Integer.toString(cpus)).build());
      }
    }
    return objects.toArray(ClusterObject[]::new);
  }

  private static QueueBuilder bounded(QueueBuilder queue, SplittableRandom random) {
    if (random.nextInt(3) > 0) {
      queue.capability("cpu", Integer.toString(4 + random.nextInt(12)));
    }
    if (random.nextInt(3) > 0) {
      queue.deserved("cpu", Integer.toString(1 + random.nextInt(8)));
    }
    if (random.nextInt(4) == 0) {
      queue.guarantee("cpu", Integer.toString(1 + random.nextInt(3)));
    }
    return queue;
  }
}
