package io.merapi.api.device;

import java.util.List;

/** The value of a device's attribute; the lists are read behind a gate. */
public sealed interface DeviceAttribute {

  record IntValue(long value) implements DeviceAttribute {}

  record BoolValue(boolean value) implements DeviceAttribute {}

  record StringValue(String value) implements DeviceAttribute {}

  /** A semantic version, which expressions compare as such. */
  record VersionValue(String value) implements DeviceAttribute {}

  record IntValues(List<Long> values) implements DeviceAttribute {

    public IntValues {
      values = List.copyOf(values);
    }
  }

  record BoolValues(List<Boolean> values) implements DeviceAttribute {

    public BoolValues {
      values = List.copyOf(values);
    }
  }

  record StringValues(List<String> values) implements DeviceAttribute {

    public StringValues {
      values = List.copyOf(values);
    }
  }

  record VersionValues(List<String> values) implements DeviceAttribute {

    public VersionValues {
      values = List.copyOf(values);
    }
  }

  /** No value of a known type: an expression that reads it fails, a constraint is not met. */
  record Unset() implements DeviceAttribute {}
}
