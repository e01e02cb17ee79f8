package io.merapi.kube.devices;

import io.merapi.api.device.Device;
import io.merapi.api.device.DeviceCapacity;
import io.merapi.api.device.DeviceCapacity.Range;
import io.merapi.api.device.DeviceCapacity.RequestPolicy;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.Quantity.Format;
import io.merapi.api.resource.ResourceList;
import io.merapi.kube.persistent.PersistentMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How much of devices that can be shared is taken. */
final class ConsumedCapacity {

  private PersistentMap<DeviceId, Map<String, Quantity>> byDevice = PersistentMap.empty();

  /** The same, to be changed by itself. */
  ConsumedCapacity copy() {
    var copy = new ConsumedCapacity();
    copy.byDevice = byDevice;
    return copy;
  }

  boolean touches(DeviceId device) {
    return byDevice.containsKey(device);
  }

  void add(DeviceId device, Map<String, Quantity> share) {
    Map<String, Quantity> known = byDevice.get(device);
    var taken = new HashMap<>(known == null ? Map.of() : known);
    share.forEach((name, amount) -> taken.merge(name, amount, Quantity::plus));
    byDevice = byDevice.with(device, taken);
  }

  /** Takes a share off, and leaves the device even if nothing of it is taken any more. */
  void subtract(DeviceId device, Map<String, Quantity> share) {
    Map<String, Quantity> known = byDevice.get(device);
    if (known != null) {
      var taken = new HashMap<>(known);
      share.forEach(
          (name, amount) -> taken.computeIfPresent(name, (_, present) -> present.minus(amount)));
      byDevice = byDevice.with(device, taken);
    }
  }

  /** Takes it that nothing of a device is taken. */
  void forget(DeviceId device) {
    byDevice = byDevice.without(device);
  }

  void remove(DeviceId device, Map<String, Quantity> share) {
    subtract(device, share);
    Map<String, Quantity> taken = byDevice.get(device);
    if (taken != null && taken.values().stream().allMatch(Quantity::isZero)) {
      forget(device);
    }
  }

  private Quantity of(DeviceId device, String capacity) {
    Map<String, Quantity> taken = byDevice.get(device);
    return taken == null ? Quantity.ZERO : taken.getOrDefault(capacity, Quantity.ZERO);
  }

  /**
   * Whether a request fits a device, beside what is taken already.
   *
   * <p>A device that cannot be shared must still have the capacity that is asked for.
   *
   * @param requested the share wanted, by capacity
   * @param more what is being taken beyond this
   */
  boolean leavesRoomFor(ResourceList requested, DeviceId id, Device device, ConsumedCapacity more) {
    if (!device.capacity().keySet().containsAll(requested.amounts().keySet())) {
      return false;
    }
    for (var entry : device.capacity().entrySet()) {
      String name = entry.getKey();
      DeviceCapacity capacity = entry.getValue();
      Quantity share = share(requested.get(name), capacity);
      if (isAgainst(capacity.requestPolicy(), share)) {
        return false;
      }
      Quantity taken = share.plus(of(id, name)).plus(more.of(id, name));
      if (taken.compareTo(capacity.value()) > 0) {
        return false;
      }
    }
    return true;
  }

  /** What a request takes of each capacity of a device. */
  static Map<String, Quantity> shares(ResourceList requested, Device device) {
    var shares = new TreeMap<String, Quantity>();
    device
        .capacity()
        .forEach((name, capacity) -> shares.put(name, share(requested.get(name), capacity)));
    return shares;
  }

  /** A request rounded up to what the device gives out. */
  private static Quantity share(@Nullable Quantity requested, DeviceCapacity capacity) {
    RequestPolicy policy = capacity.requestPolicy();
    if (requested == null) {
      return policy != null && policy.byDefault() != null ? policy.byDefault() : capacity.value();
    }
    if (policy == null) {
      return requested;
    }
    Range range = policy.validRange();
    if (range != null && range.min() != null) {
      return roundedUp(requested, range.min(), range.step());
    }
    for (Quantity valid : policy.validValues()) {
      if (requested.compareTo(valid) <= 0) {
        return valid;
      }
    }
    return requested;
  }

  private static Quantity roundedUp(Quantity requested, Quantity min, @Nullable Quantity step) {
    if (requested.compareTo(min) < 0) {
      return min;
    }
    if (step == null || step.value() == 0) {
      return requested;
    }
    long steps = (requested.value() - min.value()) / step.value();
    steps += (requested.value() - min.value()) % step.value() == 0 ? 0 : 1;
    return Quantity.of(min.value() + step.value() * steps, Format.BINARY_SI);
  }

  private static boolean isAgainst(@Nullable RequestPolicy policy, Quantity share) {
    if (policy == null || share.equals(policy.byDefault())) {
      return false;
    }
    if (policy.validRange() != null) {
      return isOutside(policy.validRange(), share);
    }
    List<Quantity> valid = policy.validValues();
    return !valid.isEmpty() && valid.stream().noneMatch(value -> value.compareTo(share) == 0);
  }

  private static boolean isOutside(Range range, Quantity share) {
    if (range.max() != null && share.compareTo(range.max()) > 0) {
      return true;
    }
    Quantity step = range.step();
    if (step == null || step.value() == 0) {
      return false;
    }
    long min = range.min() == null ? 0 : range.min().value();
    return (share.value() - min) % step.value() != 0;
  }
}
