package io.merapi.batch.plugins.drf;

import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.resource.Dimensions;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import io.merapi.testkit.RandomBatchCluster;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What must hold of dominant shares in random clusters, whatever is moved. */
class DrfProperties {

  private static final int CLUSTERS = 500;
  private static final int MOVES = 10;

  @Test
  void noJobWithALargerShareGoesFirst() {
    for (long seed = 0; seed < CLUSTERS; seed++) {
      SchedulingSession session = open(seed);
      var random = new SplittableRandom(seed);
      Statement statement = session.statement();
      for (int move = 0; move < MOVES; move++) {
        assertOrdered(session, seed);
        moveSomething(session, statement, random);
      }
      statement.discard();
      assertOrdered(session, seed);
    }
  }

  /** The tree that follows every move is the same as one that is worked out as a whole. */
  @Test
  void theTreeOfQueuesIsAlwaysWhatAFreshOneWouldBe() {
    for (long seed = 0; seed < CLUSTERS; seed++) {
      SchedulingSession session = open(seed);
      var drf = (Drf) session.plugins().all().iterator().next();
      var random = new SplittableRandom(seed);
      Statement statement = session.statement();
      for (int move = 0; move < MOVES; move++) {
        moveSomething(session, statement, random);
        assertThat(drf.attributes().toString())
            .as("seed %d", seed)
            .isEqualTo(new Drf(session, true).attributes().toString());
      }
    }
  }

  private static SchedulingSession open(long seed) {
    return new World()
        .with(RandomBatchCluster.of(seed).toArray(ClusterObject[]::new))
        .with(placed("default", "root/a", "1/2"), placed("queue-1", "root/b/c", "1/1/3"))
        .tier(session -> new Drf(session, true))
        .open();
  }

  private static ClusterObject placed(String name, String path, String weights) {
    return queue(name)
        .annotation(VolcanoKeys.HIERARCHY, path)
        .annotation(VolcanoKeys.HIERARCHY_WEIGHTS, weights)
        .build();
  }

  private static void assertOrdered(SchedulingSession session, long seed) {
    var jobs = new OrderedHeap<JobState>(session.orders()::job);
    session.jobs().forEach(jobs::push);
    double last = 0;
    while (!jobs.isEmpty()) {
      double share = share(jobs.pop(), session.totalResources());
      assertThat(share).as("seed %d", seed).isGreaterThanOrEqualTo(last);
      last = share;
    }
  }

  /** The share straight from the definition: the greatest of all ratios. */
  private static double share(JobState job, Resources total) {
    double greatest = 0;
    for (String name : Dimensions.of(total)) {
      int id = total.dictionary().index(name);
      greatest = Math.max(greatest, job.allocated().get(id) / total.get(id));
    }
    return greatest;
  }

  private static void moveSomething(
      SchedulingSession session, Statement statement, SplittableRandom random) {
    List<JobState> jobs = List.copyOf(session.jobs());
    JobState job = jobs.get(random.nextInt(jobs.size()));
    List<Task> waiting = List.copyOf(job.tasks(TaskStatus.PENDING));
    List<Task> running = List.copyOf(job.tasks(TaskStatus.RUNNING));
    if (random.nextBoolean() && !waiting.isEmpty()) {
      statement.allocate(
          waiting.getFirst(), session.nodes().get(random.nextInt(session.nodes().size())));
    } else if (!running.isEmpty()) {
      statement.evict(running.getFirst(), "test");
    }
  }
}
