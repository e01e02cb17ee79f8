package io.merapi.kube.preemption;

import io.merapi.api.pod.PodInfo;
import io.merapi.kube.extenders.SchedulerExtender.Victims;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
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

  /** Makes every priority positive, so that more victims are never a smaller sum. */
  private static final long ABOVE_ZERO = 1L << 31;

  private final PodImportance importance;

  /**
   * @param now when pods that have not started are taken to start
   */
  public CandidateChoice(Instant now) {
    this(new PodImportance(now));
  }

  CandidateChoice(PodImportance importance) {
    this.importance = importance;
  }

  @Override
  public int compare(Victims first, Victims second) {
    int order = Long.compare(first.pdbViolations(), second.pdbViolations());
    if (order == 0) {
      order = Integer.compare(highestPriority(first), highestPriority(second));
    }
    if (order == 0) {
      order = Long.compare(sumOfPriorities(first), sumOfPriorities(second));
    }
    if (order == 0) {
      order = Integer.compare(first.pods().size(), second.pods().size());
    }
    return order != 0 ? order : earliestStart(second).compareTo(earliestStart(first));
  }

  private static int highestPriority(Victims victims) {
    return PodImportance.priority(victims.pods().getFirst());
  }

  private static long sumOfPriorities(Victims victims) {
    long sum = 0;
    for (PodInfo pod : victims.pods()) {
      sum += PodImportance.priority(pod) + ABOVE_ZERO;
    }
    return sum;
  }

  /** When the oldest of the victims with the highest priority has started. */
  private Instant earliestStart(Victims victims) {
    return importance.start(Collections.min(victims.pods(), importance));
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
