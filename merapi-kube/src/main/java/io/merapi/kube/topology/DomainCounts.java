package io.merapi.kube.topology;

import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A number for each domain of one topology, by the value of its label.
 *
 * <p>A domain is known from its first number on, also if that is 0, and stays known. Several
 * threads may read while none writes.
 *
 * <p>Implementation note: a hash table with open addressing, at most three quarters full. Reading
 * is one hash that the string has cached and a few comparisons, without boxing. Numbers are of
 * pods, or of pods times the weights of their terms; one that needs more than 32 bits is refused.
 */
public final class DomainCounts implements ToLongFunction<String> {

  private static final int FIRST_CAPACITY = 16;

  private @Nullable String[] domains;
  private int[] counts;
  private int size;

  public DomainCounts() {
    this(new @Nullable String[FIRST_CAPACITY], new int[FIRST_CAPACITY], 0);
  }

  private DomainCounts(@Nullable String[] domains, int[] counts, int size) {
    this.domains = domains;
    this.counts = counts;
    this.size = size;
  }

  /** A copy that can change without this one changing. */
  public DomainCounts copy() {
    return new DomainCounts(domains.clone(), counts.clone(), size);
  }

  /** The number of a domain; 0 where it is not known. */
  public long get(String domain) {
    return counts[slot(domain)];
  }

  @Override
  public long applyAsLong(String domain) {
    return get(domain);
  }

  public boolean has(String domain) {
    return domains[slot(domain)] != null;
  }

  /** Adds to the number of a domain and gives the sum. */
  public long add(String domain, long difference) {
    int slot = slot(domain);
    if (domains[slot] == null) {
      if (4 * (size + 1) > 3 * domains.length) {
        grow();
        slot = slot(domain);
      }
      domains[slot] = domain;
      size++;
    }
    counts[slot] = Math.toIntExact(counts[slot] + difference);
    return counts[slot];
  }

  /** How many domains are known. */
  public int size() {
    return size;
  }

  /** Visits the number of every domain, in no particular order. */
  public void forEach(LongConsumer action) {
    for (int slot = 0; slot < domains.length; slot++) {
      if (domains[slot] != null) {
        action.accept(counts[slot]);
      }
    }
  }

  /** Where a domain is, or would be. */
  private int slot(String domain) {
    int mask = domains.length - 1;
    // Names that differ in a digit have hashes in a row; multiplied, they are far apart.
    int slot = (domain.hashCode() * 0x9E3779B9) >>> Integer.numberOfLeadingZeros(mask);
    String present = domains[slot];
    while (present != null && !present.equals(domain)) {
      slot = (slot + 1) & mask;
      present = domains[slot];
    }
    return slot;
  }

  private void grow() {
    @Nullable String[] oldDomains = domains;
    int[] oldCounts = counts;
    domains = new @Nullable String[oldDomains.length * 2];
    counts = new int[oldDomains.length * 2];
    for (int i = 0; i < oldDomains.length; i++) {
      String domain = oldDomains[i];
      if (domain != null) {
        int slot = slot(domain);
        domains[slot] = domain;
        counts[slot] = oldCounts[i];
      }
    }
  }

  @Override
  public String toString() {
    var text = new StringBuilder("{");
    Arrays.stream(domains)
        .filter(domain -> domain != null)
        .sorted()
        .forEach(domain ->
            text.append(text.length() > 1 ? ", " : "").append(domain + "=" + get(domain)));
    return text.append("}").toString();
  }
}
