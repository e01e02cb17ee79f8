package io.merapi.kube.devices;

import io.merapi.api.device.DeviceAttribute;
import io.merapi.api.device.DeviceConstraint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the devices of a claim must have in common, or must not, while they are being chosen.
 *
 * <p>A constraint that a set of devices does not meet, no greater set meets.
 */
abstract sealed class AttributeConstraint {

  private final List<String> requests;
  private final String attribute;
  int devices;

  private AttributeConstraint(List<String> requests, String attribute) {
    this.requests = requests;
    this.attribute = attribute;
  }

  /** The constraint as written; null where it says nothing that is known. */
  static @Nullable AttributeConstraint of(DeviceConstraint written, DeviceFeatures features) {
    if (written.matchAttribute() != null) {
      return new Match(written.requests(), written.matchAttribute());
    }
    return written.distinctAttribute() != null && !features.olderAllocator()
        ? new Distinct(written.requests(), written.distinctAttribute())
        : null;
  }

  /** Adds a device if that leaves the constraint met. */
  final boolean add(RequestPlan request, InventoryDevice device) {
    if (!concerns(request)) {
      return true;
    }
    DeviceAttribute value = value(device);
    return value != null && accept(request.requestName(), value);
  }

  /** Takes back a device that was added. */
  final void remove(RequestPlan request) {
    if (concerns(request)) {
      devices--;
      forget(request.requestName());
    }
  }

  /** Adds a value if it goes with those of the devices so far. */
  abstract boolean accept(String request, DeviceAttribute value);

  abstract void forget(String request);

  private boolean concerns(RequestPlan request) {
    return requests.isEmpty()
        || requests.contains(request.requestName())
        || requests.contains(request.fullName());
  }

  /** The attribute by its full name, or without the domain where that is the driver's. */
  private @Nullable DeviceAttribute value(InventoryDevice device) {
    Map<String, DeviceAttribute> attributes = device.device().attributes();
    DeviceAttribute value = attributes.get(attribute);
    int slash = attribute.indexOf('/');
    if (value != null || slash < 0 || !attribute.substring(0, slash).equals(device.id().driver())) {
      return value;
    }
    return attributes.get(attribute.substring(slash + 1));
  }

  private static boolean isComparable(DeviceAttribute value) {
    return switch (value) {
      case DeviceAttribute.StringValue _,
          DeviceAttribute.IntValue _,
          DeviceAttribute.BoolValue _,
          DeviceAttribute.VersionValue _ ->
          true;
      case DeviceAttribute.IntValues _,
          DeviceAttribute.BoolValues _,
          DeviceAttribute.StringValues _,
          DeviceAttribute.VersionValues _,
          DeviceAttribute.Unset _ ->
          false;
    };
  }

  /** All devices have the same value. */
  private static final class Match extends AttributeConstraint {

    private @Nullable DeviceAttribute common;

    Match(List<String> requests, String attribute) {
      super(requests, attribute);
    }

    @Override
    boolean accept(String request, DeviceAttribute value) {
      if (devices == 0) {
        common = value;
      } else if (!isComparable(value) || !value.equals(common)) {
        return false;
      }
      devices++;
      return true;
    }

    @Override
    void forget(String request) {}
  }

  /**
   * All devices have different values.
   *
   * <p>Of each request only the value of the device that was chosen last is known, as in upstream:
   * within one request a value may come again after another one.
   */
  private static final class Distinct extends AttributeConstraint {

    private final Map<String, DeviceAttribute> values = new HashMap<>();

    Distinct(List<String> requests, String attribute) {
      super(requests, attribute);
    }

    @Override
    boolean accept(String request, DeviceAttribute value) {
      boolean repeats = !values.isEmpty() && (!isComparable(value) || values.containsValue(value));
      if (devices > 0 && repeats) {
        return false;
      }
      values.put(request, value);
      devices++;
      return true;
    }

    @Override
    void forget(String request) {
      values.remove(request);
    }
  }
}
