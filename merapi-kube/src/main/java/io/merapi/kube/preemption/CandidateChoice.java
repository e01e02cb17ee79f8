package io.merapi.kube.preemption;

import io.merapi.kube.extenders.SchedulerExtender.Victims;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SequencedMap;

/**
 * The order among candidate nodes, the smallest loss first.
 *
 * <p>Fewest victims that a budget protects; the lowest priority of the most important victim; the
 * lowest sum of priorities; fewest victims; and of the victims of highest priority the oldest is
 * the youngest.
 */
public final class CandidateChoice implements Comparator<Victims> {

  private final Instant now;

  /**
   * @param now when pods that have not started are taken to start
   */
  public CandidateChoice(Instant now) {
    this.now = now;
  }

  @Override
  public int compare(Victims first, Victims second) {
    return compare(Loss.of(first), Loss.of(second));
  }

  int compare(Loss first, Loss second) {
    int order = Long.compare(first.violations(), second.violations());
    if (order == 0) {
      order = Integer.compare(first.highestPriority(), second.highestPriority());
    }
    if (order == 0) {
      order = Long.compare(first.sumOfPriorities(), second.sumOfPriorities());
    }
    if (order == 0) {
      order = Integer.compare(first.pods(), second.pods());
    }
    return order != 0 ? order : second.earliestStart(now).compareTo(first.earliestStart(now));
  }

  /** The nodes with the smallest loss, which are equal, in the order given. */
  public <N> List<N> best(SequencedMap<N, Victims> candidates) {
    var best = new ArrayList<N>();
    Victims smallest = null;
    for (var candidate : candidates.entrySet()) {
      int order = smallest == null ? -1 : compare(candidate.getValue(), smallest);
      if (order < 0) {
        best.clear();
        smallest = candidate.getValue();
      }
      if (order <= 0) {
        best.add(candidate.getKey());
      }
    }
    return best;
  }
}
