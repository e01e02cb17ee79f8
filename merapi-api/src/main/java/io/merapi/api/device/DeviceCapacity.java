package io.merapi.api.device;

import io.merapi.api.resource.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much of something a device has.
 *
 * @param requestPolicy how requests for a share of it are rounded; absent means not at all
 */
public record DeviceCapacity(Quantity value, @Nullable RequestPolicy requestPolicy) {

  /**
   * The shares that may be taken.
   *
   * @param byDefault the share of a request that names none; absent means all of it
   * @param validValues in ascending order; empty where a range, or nothing, limits the shares
   */
  public record RequestPolicy(
      @Nullable Quantity byDefault, List<Quantity> validValues, @Nullable Range validRange) {

    public RequestPolicy {
      validValues = List.copyOf(validValues);
    }
  }

  /** Shares from a minimum, in steps, to a maximum. */
  public record Range(@Nullable Quantity min, @Nullable Quantity max, @Nullable Quantity step) {}
}
