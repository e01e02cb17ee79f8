package io.merapi.batch.placement;

import io.merapi.api.session.Job;
import io.merapi.api.session.extension.BatchNodeOrder.CountedPart;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.CountedPredicate;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.placement.ClassMemory;
import io.merapi.kube.placement.KeptClasses;
import io.merapi.kube.placement.NodeDomains;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of classes of tasks whose fit or scores go by counts over the cluster. Used by
 * one thread.
 */
final class CountedClasses {

  /** Of a class, of the order of this. */
  private static final int BYTES_PER_NODE = 100;

  private final SchedulingSession session;
  private final BiFunction<TaskState, NodeState, Fit> asked;
  private final boolean jobsApart;
  private final NodeDomains domains;
  private @Nullable NodeTies ties;

  /** Empty where nothing is counted, or where what is counted does not decide. */
  private final KeptClasses<Key, Optional<CountedClass>> classes;

  private @Nullable Key latest;
  private @Nullable CountedClass latestKnown;

  /**
   * Remembers nothing yet.
   *
   * @param asked what a node says of a task, room included
   */
  CountedClasses(SchedulingSession session, BiFunction<TaskState, NodeState, Fit> asked) {
    this.session = session;
    this.asked = asked;
    this.jobsApart = session.fitness().judges().anyMatch(BatchPlugin::tellsJobsApart);
    this.domains = new NodeDomains(session.cluster());
    int nodes = session.nodes().size();
    this.classes =
        new KeptClasses<>(
            TaskClass.memory(session),
            one -> ClassMemory.estimate(one.isPresent() ? nodes : 0, BYTES_PER_NODE),
            _ -> {});
  }

  /**
   * What is known of the class of a task, to be brought up to date; null where nothing is counted
   * for it, or where what is counted does not decide.
   *
   * @param counted the predicates of the task that go by counts
   */
  @Nullable CountedClass of(TaskState task, List<CountedPredicate> counted) {
    Job job = jobsApart ? task.job() : null;
    if (latest == null
        || latest.taskClass.pods() != task.info().podClass()
        || !Objects.equals(latest.taskClass.job(), job)
        || !latest.counted.equals(counted)) {
      latest = new Key(new TaskClass(task.info().podClass(), job), counted);
      latestKnown = find(latest, task).orElse(null);
    }
    return latestKnown;
  }

  private Optional<CountedClass> find(Key key, TaskState task) {
    Optional<CountedClass> known = classes.find(key);
    if (known == null) {
      known = make(task, key.counted);
      classes.add(key, known);
    }
    return known;
  }

  /** The predicates that go by counts of the task that was asked for last. */
  List<CountedPredicate> latestCounted() {
    return latest == null ? List.of() : latest.counted;
  }

  /** From now on the class of a task is not known. */
  void giveUp(TaskState task, List<CountedPredicate> counted) {
    Job job = jobsApart ? task.job() : null;
    var key = new Key(new TaskClass(task.info().podClass(), job), counted);
    classes.forget(key);
    classes.add(key, Optional.empty());
    latest = null;
  }

  private Optional<CountedClass> make(TaskState task, List<CountedPredicate> counted) {
    if (session.fitness().fitsGoByClaims(task)) {
      // Which nodes changes of claims touch is not followed beside counts.
      return Optional.empty();
    }
    return KnownClass.allParts(task, session.fitness())
        .filter(parts ->
            !counted.isEmpty()
                || parts.stream().flatMap(List::stream).anyMatch(CountedPart.class::isInstance))
        .map(parts -> newClass(task, parts));
  }

  private CountedClass newClass(TaskState task, List<List<ScorePart>> parts) {
    if (ties == null) {
      ties = new NodeTies(session.nodes(), session.tieBreak());
    }
    return new CountedClass(
        session,
        asked,
        new CountedFit(task, session.fitness()),
        new CountedScores(session.fitness(), session.nodes(), parts, ties),
        domains,
        ties);
  }

  /**
   * Tasks that no plugin of a session can tell apart when it looks at nodes.
   *
   * @param counted the predicates that go by counts: the same for tasks that look alike to them
   */
  private record Key(TaskClass taskClass, List<CountedPredicate> counted) {}
}
