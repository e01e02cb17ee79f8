package io.merapi.batch.kubeplugins;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static io.merapi.testkit.TermBuilder.podsWith;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.placement.IncrementalTaskPlacement;
import io.merapi.batch.placement.Placement;
import io.merapi.batch.placement.ReferenceTaskPlacement;
import io.merapi.batch.placement.TaskPlacement;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What kube plugins say of nodes may be kept as they declare: placement that keeps it answers as
 * placement that asks every time.
 */
class KeptScoresProperties {

  private static final int SESSIONS = 150;
  private static final int STEPS = 40;
  private static final String ZONE = "zone";

  @Test
  void keptAnswersOfKubePluginsAreThoseThatTheyWouldGiveAgain() {
    for (int seed = 0; seed < SESSIONS; seed++) {
      var random = new Random(seed);
      SchedulingSession session = cluster(random).open();
      var reference = new ReferenceTaskPlacement(session, false);
      var keeping = new IncrementalTaskPlacement(session, false);
      Statement statement = session.statement();
      for (int step = 0; step < STEPS; step++) {
        TaskState task = any(session, random);
        if (random.nextInt(12) == 0) {
          statement.discard();
          statement = session.statement();
        } else if (task.status() == TaskStatus.PENDING) {
          Placement expected = place(reference, session, task);
          Placement found = place(keeping, session, task);
          assertThat(text(found))
              .as("seed %d, step %d, task %s", seed, step, task)
              .isEqualTo(text(expected));
          if (expected instanceof Placement.OnNode(var node)) {
            statement.allocate(task, node);
          }
        } else if (task.status().evictable()) {
          statement.evict(task, "test");
        }
      }
    }
  }

  private static Placement place(
      TaskPlacement placement, SchedulingSession session, TaskState task) {
    return placement.within(session.hyperNodes().top()).place(task);
  }

  private static String text(Placement placement) {
    return switch (placement) {
      case Placement.OnNode(var node) -> node.name();
      case Placement.Refused(var errors) -> errors.text();
      case Placement.Undecided() -> "undecided";
    };
  }

  private static TaskState any(SchedulingSession session, Random random) {
    List<TaskState> tasks = new ArrayList<>();
    session.jobs().forEach(job -> tasks.addAll(job.tasks()));
    return tasks.get(random.nextInt(tasks.size()));
  }

  private static World cluster(Random random) {
    var factory = BatchPlugins.IN_TREE.factory(SchedulerParts.forQuestions(), null);
    var world = new World();
    for (String name : List.of("predicates", "nodeorder")) {
      world.tier(session ->
          Objects.requireNonNull(
              factory.make(
                  InTreePlugins.named(name).orElseThrow().byDefault(),
                  (SchedulingSession) session)));
    }
    int nodes = 2 + random.nextInt(6);
    for (int i = 0; i < nodes; i++) {
      world.with(randomNode("n" + i, random).build());
    }
    world.with(podGroup("job").build());
    // Most clusters have few pods that look at others: with them nothing can be kept.
    int social = random.nextInt(3) == 0 ? 3 : 12;
    for (int i = 0; i < 14; i++) {
      String name = "p" + i;
      PodBuilder pod =
          random.nextInt(3) == 0
              ? World.running(name, "job", "n" + random.nextInt(nodes))
              : World.pending(name, "job");
      world.with(randomPod(pod, social, random).build());
    }
    return world;
  }

  private static NodeBuilder randomNode(String name, Random random) {
    NodeBuilder node =
        node(name)
            .allocatable("cpu", Integer.toString(2 + random.nextInt(8)))
            .allocatable("memory", 1 + random.nextInt(4) + "Gi")
            .allocatable("pods", Integer.toString(2 + random.nextInt(6)))
            .label("kubernetes.io/hostname", name)
            .label(ZONE, Integer.toString(random.nextInt(2)));
    if (random.nextInt(3) == 0) {
      node.taint("soft", "", "PreferNoSchedule");
    }
    if (random.nextInt(4) == 0) {
      node.taint("hard", "", "NoSchedule");
    }
    if (random.nextBoolean()) {
      node.image((100L + random.nextInt(900)) << 20, "app:v1");
    }
    return node;
  }

  private static PodBuilder randomPod(PodBuilder pod, int social, Random random) {
    pod.label("app", random.nextBoolean() ? "web" : "db").image("app:v1");
    if (random.nextInt(4) == 0) {
      pod.tolerating("hard");
    }
    if (random.nextInt(4) == 0) {
      pod.hostPort(80 + random.nextInt(2));
    }
    if (random.nextInt(5) == 0) {
      pod.nodeSelector(ZONE, "0");
    }
    switch (random.nextInt(social)) {
      case 0 -> pod.awayFrom(podsWith("app", "web").in("kubernetes.io/hostname").build());
      case 1 -> pod.ratherNear(3, podsWith("app", "db").in(ZONE).build());
      case 2 -> pod.spread(spreadOver(ZONE).soft().with("app", "web").build());
      default -> pod.request("cpu", Integer.toString(1 + random.nextInt(2)));
    }
    return pod;
  }
}
