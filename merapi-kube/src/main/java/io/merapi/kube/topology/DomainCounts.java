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
 * pods, or of pods times the weights of their terms: they take a byte each until one needs more,
 * and one that needs more than 32 bits is refused.
 */
public final class DomainCounts implements ToLongFunction<String> {

  private static final int FIRST_CAPACITY = 16;
  private static final int MANY = 4096;

  private @Nullable String[] domains;

  /** The numbers while each is as small as a byte; empty from then on. */
  private byte[] narrow;

  /** The numbers after that. */
  private int[] wide;

  private int size;

  public DomainCounts() {
    this(new @Nullable String[FIRST_CAPACITY], new byte[FIRST_CAPACITY], new int[0], 0);
  }

  private DomainCounts(@Nullable String[] domains, byte[] narrow, int[] wide, int size) {
    this.domains = domains;
    this.narrow = narrow;
    this.wide = wide;
    this.size = size;
  }

  /** A copy that can change without this one changing. */
  public DomainCounts copy() {
    return new DomainCounts(domains.clone(), narrow.clone(), wide.clone(), size);
  }

  /** The number of a domain; 0 where it is not known. */
  public long get(String domain) {
    return count(slot(domain));
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
    int sum = Math.toIntExact(count(slot) + difference);
    put(slot, sum);
    return sum;
  }

  private int count(int slot) {
    return narrow.length > 0 ? narrow[slot] : wide[slot];
  }

  private void put(int slot, int count) {
    if (narrow.length > 0 && count != (byte) count) {
      wide = new int[narrow.length];
      for (int i = 0; i < narrow.length; i++) {
        wide[i] = narrow[i];
      }
      narrow = new byte[0];
    }
    if (narrow.length > 0) {
      narrow[slot] = (byte) count;
    } else {
      wide[slot] = count;
    }
  }

  /** How many domains are known. */
  public int size() {
    return size;
  }

  /** Visits the number of every domain, in no particular order. */
  public void forEach(LongConsumer action) {
    for (int slot = 0; slot < domains.length; slot++) {
      if (domains[slot] != null) {
        action.accept(count(slot));
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
    byte[] oldNarrow = narrow;
    int[] oldWide = wide;
    // Topologies with more than a few domains mostly are hosts, which are many.
    int factor = oldDomains.length < MANY ? 4 : 2;
    domains = new @Nullable String[oldDomains.length * factor];
    narrow = new byte[oldNarrow.length * factor];
    wide = new int[oldWide.length * factor];
    for (int i = 0; i < oldDomains.length; i++) {
      String domain = oldDomains[i];
      if (domain != null) {
        int slot = slot(domain);
        domains[slot] = domain;
        put(slot, oldNarrow.length > 0 ? oldNarrow[i] : oldWide[i]);
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
