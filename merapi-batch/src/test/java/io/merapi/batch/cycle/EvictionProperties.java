package io.merapi.batch.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fixes;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.testkit.RandomBatchCluster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * With fixes on nobody is evicted who could have stayed.
 *
 * <p>Whenever an eviction goes out, the same moves are made again in a fresh session without it: if
 * everybody that was given a place would still get it, the eviction was needless.
 */
class EvictionProperties {

  private static final int CLUSTERS = 2000;

  @Test
  void noEvictionCouldBeLeftOut() {
    int evictions = 0;
    for (int seed = 0; seed < CLUSTERS; seed++) {
      var cycle =
          new WatchedCycle(
              RandomBatchCluster.of(seed), RandomConfiguration.evicting(seed), Fixes.ALL);
      List<Moment> moments = new ArrayList<>();
      cycle.run((session, pod, reason) -> moments.add(Moment.of(session, pod.key(), reason)));
      for (Moment moment : moments) {
        assertThat(possibleWithout(moment, cycle.open())).as("seed %d: %s", seed, moment).isFalse();
      }
      evictions += moments.size();
    }
    assertThat(evictions).isGreaterThan(CLUSTERS / 10);
  }

  private static boolean possibleWithout(Moment moment, SchedulingSession session) {
    Statement statement = session.statement();
    moment.evicted.stream()
        .filter(key -> !key.equals(moment.pod))
        .forEach(key -> statement.evict(task(key, session), "replay"));
    for (Map.Entry<String, String> place : moment.pipelined.entrySet()) {
      TaskState task = task(place.getKey(), session);
      NodeState node = Objects.requireNonNull(session.node(place.getValue()));
      if (!fits(task, node, moment, session) || !statement.pipeline(task, node, true).isSuccess()) {
        return false;
      }
    }
    return true;
  }

  /** Reclaim does not ask whether the queue may grow: it has asked whether it may reclaim. */
  private static boolean fits(
      TaskState task, NodeState node, Moment moment, SchedulingSession session) {
    QueueInfo queue =
        Objects.requireNonNull(session.queue(Objects.requireNonNull(task.job()).queue()));
    return node.fitsFutureIdle(task)
        && (moment.reason.equals("reclaim") || session.votes().allocatable(queue, task))
        && session.fitness().prePredicate(task).isSuccess()
        && session.fitness().predicate(task, node).isSuccess();
  }

  private static TaskState task(String key, SchedulingSession session) {
    return session.jobs().stream()
        .flatMap(job -> job.tasks().stream())
        .filter(task -> task.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  /** A session when an eviction goes out: all of its statement has been done already. */
  private record Moment(
      String pod, String reason, List<String> evicted, Map<String, String> pipelined) {

    static Moment of(SchedulingSession session, String pod, String reason) {
      var evicted = new ArrayList<String>();
      var pipelined = new HashMap<String, String>();
      for (JobState job : session.jobs()) {
        job.tasks(TaskStatus.RELEASING).forEach(task -> evicted.add(task.key()));
        job.tasks(TaskStatus.PIPELINED).forEach(task -> pipelined.put(task.key(), task.nodeName()));
      }
      return new Moment(pod, reason, evicted, pipelined);
    }
  }
}
