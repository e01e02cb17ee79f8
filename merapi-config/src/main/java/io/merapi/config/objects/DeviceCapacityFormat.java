package io.merapi.config.objects;

import io.merapi.api.device.DeviceCapacity;
import io.merapi.api.resource.Quantity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A capacity of a device, with the policy on requests for shares of it. */
final class DeviceCapacityFormat {

  private DeviceCapacityFormat() {}

  static DeviceCapacity read(ObjectCursor in) {
    Quantity value = Quantity.ZERO;
    DeviceCapacity.RequestPolicy requestPolicy = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "value" -> value = quantity(in);
          case "requestPolicy" -> requestPolicy = requestPolicy(in);
          default -> in.skip();
        }
      }
    }
    return new DeviceCapacity(value, requestPolicy);
  }

  static Map<String, Object> write(DeviceCapacity capacity) {
    DeviceCapacity.RequestPolicy policy = capacity.requestPolicy();
    return new FieldMap()
        .present("requestPolicy", policy == null ? null : write(policy))
        .quantity("value", capacity.value())
        .fields();
  }

  private static DeviceCapacity.@Nullable RequestPolicy requestPolicy(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    Quantity byDefault = null;
    List<Quantity> validValues = List.of();
    DeviceCapacity.Range validRange = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "default" -> byDefault = in.quantity();
        case "validValues" -> validValues = in.list(DeviceCapacityFormat::quantity);
        case "validRange" -> validRange = range(in);
        default -> in.skip();
      }
    }
    return new DeviceCapacity.RequestPolicy(byDefault, validValues, validRange);
  }

  private static Map<String, Object> write(DeviceCapacity.RequestPolicy policy) {
    DeviceCapacity.Range range = policy.validRange();
    return new FieldMap()
        .quantity("default", policy.byDefault())
        .present("validRange", range == null ? null : write(range))
        .list("validValues", policy.validValues(), Quantity::toString)
        .fields();
  }

  private static DeviceCapacity.@Nullable Range range(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    Quantity min = null;
    Quantity max = null;
    Quantity step = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "min" -> min = in.quantity();
        case "max" -> max = in.quantity();
        case "step" -> step = in.quantity();
        default -> in.skip();
      }
    }
    return new DeviceCapacity.Range(min, max, step);
  }

  private static Map<String, Object> write(DeviceCapacity.Range range) {
    return new FieldMap()
        .quantity("max", range.max())
        .quantity("min", range.min())
        .quantity("step", range.step())
        .fields();
  }

  private static Quantity quantity(ObjectCursor in) {
    Quantity quantity = in.quantity();
    return quantity == null ? Quantity.ZERO : quantity;
  }
}
