package io.merapi.sim.workload;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.config.source.Location;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of a workload that ask for the same; whether one of them can run stands for all.
 *
 * <p>Kinds of one likeness differ in amounts only: what runs where one of them does is also what
 * runs where another one does that asks for no less of anything.
 *
 * @param example one of them, the first
 * @param where the line of a trace that it comes from; null where it is an object of the input
 * @param jobs how many there are
 * @param likeness all that matters about them but amounts
 * @param amounts what they ask for, in an order that is the same for all of a likeness
 */
public record JobKind(
    ClusterObject example,
    @Nullable Location where,
    long jobs,
    Object likeness,
    List<Long> amounts) {

  /** The order of kinds of one likeness: none asks for less of everything than one before it. */
  public static final Comparator<JobKind> BY_AMOUNTS =
      (one, other) -> {
        for (int i = 0; i < one.amounts.size(); i++) {
          int order = Long.compare(one.amounts.get(i), other.amounts.get(i));
          if (order != 0) {
            return order;
          }
        }
        return 0;
      };

  public JobKind {
    amounts = List.copyOf(amounts);
  }

  /** The same kind with more jobs of it. */
  public JobKind with(long more) {
    return new JobKind(example, where, jobs + more, likeness, amounts);
  }

  /** Whether these run wherever others do. */
  public boolean asksNoMoreThan(JobKind other) {
    if (!likeness.equals(other.likeness)) {
      return false;
    }
    for (int i = 0; i < amounts.size(); i++) {
      if (amounts.get(i) > other.amounts.get(i)) {
        return false;
      }
    }
    return true;
  }
}
