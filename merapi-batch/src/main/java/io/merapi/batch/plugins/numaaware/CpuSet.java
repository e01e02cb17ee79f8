package io.merapi.batch.plugins.numaaware;

import java.math.BigInteger;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** An immutable set of numbers of CPUs. */
final class CpuSet {

  static final CpuSet EMPTY = new CpuSet(new BitSet());

  /**
   * Above the numbers of all CPUs of real machines. Differs from upstream, which fills its memory
   * for larger ones; here a list that holds one cannot be parsed.
   */
  static final int BOUND = 1 << 16;

  private static final Pattern RANGE = Pattern.compile("(\\+?[0-9]+)(?:-(\\+?[0-9]+))?");

  private final BitSet cpus;

  private CpuSet(BitSet cpus) {
    this.cpus = cpus;
  }

  static CpuSet of(IntStream cpus) {
    var set = new BitSet();
    cpus.forEach(set::set);
    return new CpuSet(set);
  }

  static CpuSet of(int... cpus) {
    return of(IntStream.of(cpus));
  }

  /** Reads Linux's list format, such as {@code 0-3,8}; what is not in it is the empty set. */
  static CpuSet parse(String list) {
    var set = new BitSet();
    if (!list.isEmpty()) {
      for (String range : list.split(",", -1)) {
        Matcher matcher = RANGE.matcher(range);
        if (!matcher.matches()) {
          return EMPTY;
        }
        int first = number(matcher.group(1));
        int last = matcher.group(2) == null ? first : number(matcher.group(2));
        if (first > last || last == BOUND) {
          return EMPTY;
        }
        set.set(first, last + 1);
      }
    }
    return new CpuSet(set);
  }

  /** The number of a CPU from its digits with or without a sign; the bound for all beyond it. */
  static int number(String digits) {
    return new BigInteger(digits)
        .min(BigInteger.valueOf(BOUND))
        .max(BigInteger.ONE.negate())
        .intValue();
  }

  int size() {
    return cpus.cardinality();
  }

  boolean isEmpty() {
    return cpus.isEmpty();
  }

  boolean contains(int cpu) {
    return cpu >= 0 && cpus.get(cpu);
  }

  CpuSet union(CpuSet other) {
    var set = copy();
    set.or(other.cpus);
    return new CpuSet(set);
  }

  CpuSet intersection(CpuSet other) {
    var set = copy();
    set.and(other.cpus);
    return new CpuSet(set);
  }

  CpuSet minus(CpuSet other) {
    var set = copy();
    set.andNot(other.cpus);
    return new CpuSet(set);
  }

  private BitSet copy() {
    return (BitSet) cpus.clone();
  }

  /** The CPUs in ascending order. */
  IntStream stream() {
    return cpus.stream();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CpuSet that && cpus.equals(that.cpus);
  }

  @Override
  public int hashCode() {
    return cpus.hashCode();
  }

  @Override
  public String toString() {
    return cpus.toString();
  }
}
