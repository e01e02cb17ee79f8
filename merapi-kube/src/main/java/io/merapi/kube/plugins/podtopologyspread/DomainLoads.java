package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.kube.topology.DomainCounts;
import org.jspecify.annotations.Nullable;

/**
 * How many matching pods each domain of a constraint holds, and the fewest that any of them holds.
 *
 * <p>Implementation note: from the first change on it is kept how many domains hold how many pods,
 * for numbers near the fewest, so that a change looks at all domains only where the fewest has
 * moved far. Differs from upstream, which remembers two domains and is right only as long as
 * changes are on nodes of one domain.
 */
final class DomainLoads {

  /** For so many numbers in a row it is kept how many domains hold as many pods. */
  private static final int LEVELS = 32;

  /** So many of them are below the fewest at first. */
  private static final int LEVELS_BELOW = 8;

  private final DomainCounts counts;
  private long fewest;

  /** How many domains there are for each number, from the lowest on; absent before a change. */
  private int @Nullable [] domainsAt;

  private long lowest;

  /** Takes over the counts. */
  DomainLoads(DomainCounts counts) {
    this.counts = counts;
    findFewest();
  }

  private DomainLoads(DomainLoads original) {
    this.counts = original.counts.copy();
    this.fewest = original.fewest;
    this.domainsAt = original.domainsAt == null ? null : original.domainsAt.clone();
    this.lowest = original.lowest;
  }

  DomainLoads copy() {
    return new DomainLoads(this);
  }

  DomainCounts counts() {
    return counts;
  }

  long get(String domain) {
    return counts.get(domain);
  }

  /** The fewest that a domain holds; 0 as long as there are fewer domains than wanted. */
  long fewest(int minDomains) {
    return counts.size() < minDomains ? 0 : fewest;
  }

  void add(String domain, long difference) {
    boolean known = counts.has(domain);
    long after = counts.add(domain, difference);
    int[] domains = domainsAt;
    if (domains == null) {
      countLevels();
      return;
    }
    if (known) {
      note(domains, after - difference, -1);
    }
    note(domains, after, 1);
    fewest = Math.min(fewest, after);
    while (isLevel(fewest) && domains[(int) (fewest - lowest)] == 0) {
      fewest++;
    }
    if (!isLevel(fewest)) {
      countLevels();
    }
  }

  private void note(int[] domains, long count, int difference) {
    if (isLevel(count)) {
      domains[(int) (count - lowest)] += difference;
    }
  }

  private boolean isLevel(long count) {
    return count >= lowest && count < lowest + LEVELS;
  }

  private void countLevels() {
    findFewest();
    lowest = fewest - LEVELS_BELOW;
    var domains = new int[LEVELS];
    counts.forEach(count -> note(domains, count, 1));
    domainsAt = domains;
  }

  private void findFewest() {
    // Without any domain, nothing is too much.
    fewest = Integer.MAX_VALUE;
    counts.forEach(count -> fewest = Math.min(fewest, count));
  }
}
