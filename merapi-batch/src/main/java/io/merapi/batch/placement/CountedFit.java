package io.merapi.batch.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.Dependence;
import io.merapi.api.session.extension.CountedPredicate;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.Predicate;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeFitness;
import io.merapi.kube.placement.Unanswered;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the tasks of one class fit nodes, in two halves: what a node decides by itself, room
 * included, and what goes by counts over the cluster.
 */
final class CountedFit {

  private final List<Predicate> predicates;

  /** By the places of the predicates; null for one that does not go by counts. */
  private final List<@Nullable CountedPredicate> counted;

  /**
   * @param task of the class, none of whose predicates may go by anything
   */
  CountedFit(TaskState task, NodeFitness fitness) {
    this.predicates = fitness.predicates().plugins();
    this.counted = new ArrayList<>(predicates.size());
    for (Predicate plugin : predicates) {
      boolean counts = plugin.predicateDependence(task) == Dependence.COUNTS;
      counted.add(counts ? plugin.countedPredicate(task).orElseThrow() : null);
    }
  }

  /**
   * The predicates of a task that go by counts; null where one of them may go by anything.
   *
   * @param before the answer for another task, which is given again where it is the same
   */
  @SuppressWarnings("ReferenceEquality") // what is merely equal makes a list of its own
  static @Nullable List<CountedPredicate> counted(
      TaskState task, NodeFitness fitness, List<CountedPredicate> before) {
    List<Predicate> predicates = fitness.predicates().plugins();
    List<CountedPredicate> counted = List.of();
    for (int i = 0; i < predicates.size(); i++) {
      Dependence dependence = predicates.get(i).predicateDependence(task);
      if (dependence.compareTo(Dependence.COUNTS) >= 0) {
        CountedPredicate halves =
            dependence == Dependence.COUNTS
                ? predicates.get(i).countedPredicate(task).orElse(null)
                : null;
        if (halves == null) {
          return null;
        }
        if (!counted.isEmpty()) {
          counted = with(counted, halves);
        } else {
          counted = before.size() == 1 && before.getFirst() == halves ? before : List.of(halves);
        }
      }
    }
    return counted;
  }

  private static List<CountedPredicate> with(List<CountedPredicate> some, CountedPredicate more) {
    var all = new ArrayList<>(some);
    all.add(more);
    return all;
  }

  /** Adds what is counted, as it is now, to a list. */
  void addCountsTo(List<? super ClusterCounts> all) {
    for (int i = 0; i < counted.size(); i++) {
      CountedPredicate halves = counted.get(i);
      if (halves != null) {
        List<ClusterCounts> counts = halves.counts();
        for (int j = 0; j < counts.size(); j++) {
          all.add(counts.get(j));
        }
      }
    }
  }

  /**
   * Whether a node has or will have room and nothing else against the task by itself.
   *
   * @throws Unanswered if a plugin says no without a word: then others are not asked
   */
  boolean byItself(TaskState task, NodeState node) throws Unanswered {
    if (!node.fitsFutureIdle(task)) {
      return false;
    }
    for (int i = 0; i < predicates.size(); i++) {
      CountedPredicate halves = counted.get(i);
      if (halves == null) {
        Fit fit = predicates.get(i).predicate(task, node);
        if (!fit.isSuccess()) {
          if (fit.statuses().isEmpty()) {
            throw new Unanswered();
          }
          return false;
        }
      } else if (!halves.fitsByItself(task, node)) {
        return false;
      }
    }
    return true;
  }

  /** Whether counts do not speak against a node. */
  boolean byCounts(TaskState task, NodeState node) {
    for (int i = 0; i < counted.size(); i++) {
      CountedPredicate halves = counted.get(i);
      if (halves != null && !halves.fitsByCounts(task, node)) {
        return false;
      }
    }
    return true;
  }
}
