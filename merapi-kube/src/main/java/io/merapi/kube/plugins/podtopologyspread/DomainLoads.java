package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.kube.topology.DomainCounts;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How many matching pods each domain of a constraint holds, and the fewest that any of them holds.
 *
 * <p>Implementation note: from the first change on it is kept how many domains hold how many pods,
 * so that a change never looks at all domains. Differs from upstream, which remembers two domains
 * and is right only as long as changes are on nodes of one domain.
 */
final class DomainLoads {

  private final DomainCounts counts;
  private long fewest;

  /** How many domains there are for each count; absent before the first change. */
  private @Nullable SortedMap<Long, Integer> domainsByCount;

  /** Takes over the counts. */
  DomainLoads(DomainCounts counts) {
    this.counts = counts;
    // Without any domain, nothing is too much.
    fewest = Integer.MAX_VALUE;
    counts.forEach(count -> fewest = Math.min(fewest, count));
  }

  private DomainLoads(DomainLoads original) {
    this.counts = original.counts.copy();
    this.fewest = original.fewest;
    this.domainsByCount =
        original.domainsByCount == null ? null : new TreeMap<>(original.domainsByCount);
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
    SortedMap<Long, Integer> domains = domainsByCount();
    boolean known = counts.has(domain);
    long after = counts.add(domain, difference);
    if (known) {
      domains.computeIfPresent(after - difference, (_, number) -> number == 1 ? null : number - 1);
    }
    domains.merge(after, 1, Integer::sum);
    fewest = domains.firstKey();
  }

  private SortedMap<Long, Integer> domainsByCount() {
    SortedMap<Long, Integer> domains = domainsByCount;
    if (domains == null) {
      var counted = new TreeMap<Long, Integer>();
      counts.forEach(count -> counted.merge(count, 1, Integer::sum));
      domains = counted;
      domainsByCount = counted;
    }
    return domains;
  }
}
