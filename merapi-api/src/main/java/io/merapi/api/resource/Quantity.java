package io.merapi.api.resource;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** An exact Kubernetes quantity. */
public final class Quantity implements Comparable<Quantity> {

  public static final Quantity ZERO = new Quantity(BigDecimal.ZERO);

  private final BigDecimal amount;

  private Quantity(BigDecimal amount) {
    this.amount = amount;
  }

  /**
   * Reads a quantity as Kubernetes does.
   *
   * @throws IllegalArgumentException if the text is not a quantity
   */
  public static Quantity parse(String text) {
    return new Quantity(new BigDecimal(text));
  }

  /** The amount rounded up to a whole number, saturating at the bounds of a long. */
  public long value() {
    return amount.longValue();
  }

  /** The amount in thousandths, rounded up, saturating at the bounds of a long. */
  public long milliValue() {
    return amount.movePointRight(3).longValue();
  }

  public Quantity plus(Quantity other) {
    return new Quantity(amount.add(other.amount));
  }

  public static Quantity ofMillis(long millis) {
    return new Quantity(BigDecimal.valueOf(millis, 3));
  }

  public static Quantity of(long whole) {
    return new Quantity(BigDecimal.valueOf(whole));
  }

  public int sign() {
    return amount.signum();
  }

  @Override
  public int compareTo(Quantity other) {
    return amount.compareTo(other.amount);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Quantity that && amount.compareTo(that.amount) == 0;
  }

  @Override
  public int hashCode() {
    return amount.stripTrailingZeros().hashCode();
  }

  /** The canonical text, as Kubernetes prints it. */
  @Override
  public String toString() {
    return amount.toPlainString();
  }
}
