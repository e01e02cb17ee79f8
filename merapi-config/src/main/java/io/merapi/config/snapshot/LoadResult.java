package io.merapi.config.snapshot;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.config.source.Problem;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a {@link SnapshotLoader} read.
 *
 * @param counts how many objects of each kind were handed on, in the order of the kinds
 * @param skipped how many objects of kinds that scheduling does not read were passed over, by kind
 *     and group as in {@code DaemonSet.apps}
 * @param problems what was wrong, in the order of reading; the first thousand of them
 * @param problemCount how many problems there were in all
 * @param setAside how many objects were not handed on because something was wrong with them
 * @param unreadable how many paths could not be opened
 * @param broken how many sources ended early because their text could not be read on
 */
public record LoadResult(
    SortedMap<ObjectKind, Long> counts,
    SortedMap<String, Long> skipped,
    List<Problem> problems,
    long problemCount,
    long setAside,
    long unreadable,
    long broken) {

  public LoadResult {
    counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
    skipped = Collections.unmodifiableSortedMap(new TreeMap<>(skipped));
    problems = List.copyOf(problems);
  }

  /** How many objects were handed on. */
  public long objects() {
    return sum(counts);
  }

  /** How many objects were passed over because scheduling does not read their kind. */
  public long skippedObjects() {
    return sum(skipped);
  }

  /**
   * Whether the objects may be used.
   *
   * @param keepGoing whether to do without what could not be read; a path that cannot be opened is
   *     a mistake of the caller and never passed over
   */
  public boolean usable(boolean keepGoing) {
    return keepGoing ? unreadable == 0 : problemCount == 0;
  }

  private static long sum(Map<?, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
