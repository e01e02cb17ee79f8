package io.merapi.batch.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.placement.TaskPlacementProperties.Cluster;
import io.merapi.batch.placement.TaskPlacementProperties.Opinions;
import io.merapi.batch.session.NodeSampling;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Where a sample of the nodes is enough, the sample and what is made of it are the same too. */
class SampledSearchProperties {

  private static final int SESSIONS = 300;
  private static final int STEPS = 60;

  @Test
  void whatIsRememberedGivesTheSameNodeAndGoesOnFromTheSamePlace() {
    for (int seed = 0; seed < SESSIONS; seed++) {
      assertThat(decisions(seed, false)).as("seed %d", seed).isEqualTo(decisions(seed, true));
    }
  }

  /** A session of its own for each way, because both would move on the place to look from. */
  private static List<String> decisions(int seed, boolean reference) {
    var random = new Random(seed);
    var sampling = new NodeSampling(1 + random.nextInt(4), random.nextInt(60), 5);
    var cluster = new Cluster(random, 4 + random.nextInt(seed % 3 == 0 ? 200 : 20));
    var opinions = new Opinions(random, cluster, 0);
    SchedulingSession session =
        cluster
            .world
            .options(SessionOptions.DEFAULTS.withSampling(sampling).withReference(reference))
            .tier(_ -> opinions)
            .open();
    boolean remembers = random.nextBoolean();
    TaskPlacement placement = TaskPlacement.of(session, remembers);
    TaskPlacement.Search search = placement.within(domain(session, random));
    Statement statement = session.statement();
    var decisions = new ArrayList<String>();
    for (int step = 0; step < STEPS; step++) {
      List<TaskState> tasks = new ArrayList<>();
      session.jobs().forEach(job -> tasks.addAll(job.tasks()));
      TaskState task = tasks.get(random.nextInt(tasks.size()));
      int what = random.nextInt(12);
      if (what == 0) {
        search = placement.within(domain(session, random));
      } else if (what == 1) {
        statement.discard();
        statement = session.statement();
      } else if (what == 2 && task.status().evictable()) {
        statement.evict(task, "test");
      } else if (task.status() == TaskStatus.PENDING) {
        Placement found = search.place(task);
        int next = session.search(false).start();
        decisions.add(TaskPlacementProperties.Run.text(found) + ", next " + next);
        move(task, found, statement);
      }
    }
    return decisions;
  }

  /** Mostly the whole cluster, else a part of it. */
  private static HyperNodeInfo domain(SchedulingSession session, Random random) {
    List<SessionNode> some = new ArrayList<>();
    session.nodes().stream().filter(_ -> random.nextInt(3) > 0).forEach(some::add);
    return random.nextInt(4) > 0 || some.isEmpty()
        ? session.hyperNodes().top()
        : new HyperNodeInfo("some", 1, HyperNodes.TOP, List.of(), some);
  }

  private static void move(TaskState task, Placement placement, Statement statement) {
    if (placement instanceof Placement.OnNode(var node)) {
      if (node.fitsIdle(task)) {
        statement.allocate(task, node);
      } else {
        statement.pipeline(task, node, false);
      }
    }
  }
}
