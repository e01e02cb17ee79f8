package io.merapi.config.objects;

import io.merapi.api.device.DeviceAttribute;
import java.util.List;
import java.util.Map;

/** The value of a device's attribute, a field whose name is the type of the value. */
final class DeviceAttributeFormat {

  private DeviceAttributeFormat() {}

  /**
   * Reads an attribute. The API server lets exactly one type through; of several, the last one
   * stands. An empty list is no value.
   */
  static DeviceAttribute read(ObjectCursor in) {
    DeviceAttribute attribute = new DeviceAttribute.Unset();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        attribute = value(field, in, attribute);
      }
    }
    return attribute;
  }

  private static DeviceAttribute value(String type, ObjectCursor in, DeviceAttribute absent) {
    if (in.isNull()) {
      return absent;
    }
    return switch (type) {
      case "int" -> new DeviceAttribute.IntValue(in.int64());
      case "bool" -> new DeviceAttribute.BoolValue(in.flag());
      case "string" -> new DeviceAttribute.StringValue(in.text());
      case "version" -> new DeviceAttribute.VersionValue(in.text());
      case "ints" -> {
        List<Long> values = in.list(ObjectCursor::int64);
        yield values.isEmpty() ? absent : new DeviceAttribute.IntValues(values);
      }
      case "bools" -> {
        List<Boolean> values = in.list(ObjectCursor::flag);
        yield values.isEmpty() ? absent : new DeviceAttribute.BoolValues(values);
      }
      case "strings" -> {
        List<String> values = in.texts();
        yield values.isEmpty() ? absent : new DeviceAttribute.StringValues(values);
      }
      case "versions" -> {
        List<String> values = in.texts();
        yield values.isEmpty() ? absent : new DeviceAttribute.VersionValues(values);
      }
      default -> {
        in.skip();
        yield absent;
      }
    };
  }

  static Map<String, Object> write(DeviceAttribute attribute) {
    return switch (attribute) {
      case DeviceAttribute.IntValue(long value) -> Map.of("int", value);
      case DeviceAttribute.BoolValue(boolean value) -> Map.of("bool", value);
      case DeviceAttribute.StringValue(String value) -> Map.of("string", value);
      case DeviceAttribute.VersionValue(String value) -> Map.of("version", value);
      case DeviceAttribute.IntValues(List<Long> values) -> Map.of("ints", values);
      case DeviceAttribute.BoolValues(List<Boolean> values) -> Map.of("bools", values);
      case DeviceAttribute.StringValues(List<String> values) -> Map.of("strings", values);
      case DeviceAttribute.VersionValues(List<String> values) -> Map.of("versions", values);
      case DeviceAttribute.Unset() -> Map.of();
    };
  }
}
