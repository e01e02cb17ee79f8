package io.merapi.batch.placement;

import io.merapi.api.session.Job;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.placement.TieOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of classes of tasks; the one that was longest not asked for is forgotten when
 * there are too many. Used by one thread.
 */
final class KnownClasses {

  /** Classes times nodes, of the order of 100 bytes each. */
  private static final int MOST_ENTRIES = 1 << 20;

  private static final int LEAST_CLASSES = 8;

  private final SchedulingSession session;
  private final BiFunction<TaskState, NodeState, Fit> asked;
  private final boolean jobsApart;
  private @Nullable TieOrder ties;

  /** By class, the one that was longest not asked for first. */
  private final Map<TaskClass, KnownClass> classes = new LinkedHashMap<>(16, 0.75f, true);

  /** The one that was asked for last: mostly the next task is of the same class. */
  private @Nullable TaskClass latest;

  private @Nullable KnownClass latestKnown;
  private int searches;

  /**
   * Remembers nothing yet.
   *
   * @param asked what a node says of a task, room included
   */
  KnownClasses(SchedulingSession session, BiFunction<TaskState, NodeState, Fit> asked) {
    this.session = session;
    this.asked = asked;
    NodeFitness fitness = session.fitness();
    this.jobsApart =
        Stream.of(fitness.predicates(), fitness.nodeOrders(), fitness.batchNodeOrders())
            .flatMap(lineup -> lineup.plugins().stream())
            .anyMatch(BatchPlugin::tellsJobsApart);
  }

  /** Begins a search, which ends the one before. */
  void beginSearch() {
    searches++;
  }

  /**
   * What is known of the class of a task, up to date.
   *
   * @throws Unanswered if a plugin fails; then nothing is known of the class any more
   */
  KnownClass of(TaskState task) throws Unanswered {
    KnownClass known = find(task);
    try {
      known.update(task, asked, searches);
    } catch (Unanswered e) {
      classes.values().remove(known);
      latest = null;
      throw e;
    }
    return known;
  }

  private KnownClass find(TaskState task) {
    Job job = jobsApart ? task.job() : null;
    if (latest == null
        || latestKnown == null
        || latest.podClass() != task.info().podClass()
        || !Objects.equals(latest.job(), job)) {
      latest = new TaskClass(task.info().podClass(), job);
      latestKnown = classes.computeIfAbsent(latest, _ -> make(task));
      if (classes.size() > Math.max(LEAST_CLASSES, MOST_ENTRIES / session.nodes().size())) {
        classes.remove(classes.keySet().iterator().next());
      }
    }
    return latestKnown;
  }

  private KnownClass make(TaskState task) {
    if (ties == null) {
      ties = new NodeTies(session.nodes(), session.tieBreak());
    }
    return new KnownClass(task, session.nodes(), session.fitness(), session.changedNodes(), ties);
  }
}
