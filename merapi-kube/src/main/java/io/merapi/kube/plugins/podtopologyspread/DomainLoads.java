package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.kube.topology.DomainCounts;

/**
 * How many matching pods each domain of a constraint holds, and the fewest that any of them holds.
 *
 * <p>Implementation note: beside the fewest it is kept how many domains hold so few, so the domains
 * are looked through again only when the last of those has gained a pod. Differs from upstream,
 * which remembers two domains and is right only as long as changes are on nodes of one domain.
 */
final class DomainLoads {

  private final DomainCounts counts;
  private long fewest;
  private int domainsWithFewest;

  /** Takes over the counts. */
  DomainLoads(DomainCounts counts) {
    this.counts = counts;
    findFewest();
  }

  private DomainLoads(DomainLoads original) {
    this.counts = original.counts.copy();
    this.fewest = original.fewest;
    this.domainsWithFewest = original.domainsWithFewest;
  }

  DomainLoads copy() {
    return new DomainLoads(this);
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
    if (known && after - difference == fewest) {
      domainsWithFewest--;
    }
    if (after < fewest) {
      fewest = after;
      domainsWithFewest = 1;
    } else if (after == fewest) {
      domainsWithFewest++;
    }
    if (domainsWithFewest == 0) {
      findFewest();
    }
  }

  private void findFewest() {
    // Without any domain, nothing is too much.
    fewest = Integer.MAX_VALUE;
    domainsWithFewest = 0;
    counts.forEach(count -> {
      if (count < fewest) {
        fewest = count;
        domainsWithFewest = 1;
      } else if (count == fewest) {
        domainsWithFewest++;
      }
    });
  }
}
