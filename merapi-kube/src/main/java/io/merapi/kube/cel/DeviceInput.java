package io.merapi.kube.cel;

import io.merapi.api.device.Device;
import io.merapi.api.device.DeviceAttribute;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A device as expressions see it, under the name {@code device}; made once and evaluated often.
 *
 * <p>A device with an attribute that cannot be read has no answer to any expression.
 */
public final class DeviceInput {

  private final Map<String, Object> variables;
  private final @Nullable String unreadable;

  private DeviceInput(Map<String, Object> variables, @Nullable String unreadable) {
    this.variables = variables;
    this.unreadable = unreadable;
  }

  /**
   * A driver's device.
   *
   * @param listAttributes whether attributes may be lists
   */
  public static DeviceInput of(String driver, Device device, boolean listAttributes) {
    var attributes = new TreeMap<String, Map<String, Object>>();
    for (var entry : device.attributes().entrySet()) {
      Object value;
      try {
        value = value(entry.getValue(), listAttributes);
      } catch (IllegalArgumentException e) {
        return new DeviceInput(
            Map.of(), "attribute %s: %s".formatted(entry.getKey(), e.getMessage()));
      }
      put(attributes, entry.getKey(), driver, value);
    }
    var capacity = new TreeMap<String, Map<String, Object>>();
    device.capacity().forEach((name, has) -> put(capacity, name, driver, has.value()));
    Map<String, Object> fields =
        Map.of(
            "driver",
            driver,
            "allowMultipleAllocations",
            device.allowMultipleAllocations(),
            "attributes",
            new DomainMap(attributes),
            "capacity",
            new DomainMap(capacity));
    return new DeviceInput(Map.of("device", fields), null);
  }

  /** A name without a domain belongs to the driver's. */
  private static void put(
      Map<String, Map<String, Object>> domains, String name, String driver, Object value) {
    int slash = name.indexOf('/');
    String domain = slash < 0 ? driver : name.substring(0, slash);
    domains.computeIfAbsent(domain, _ -> new HashMap<>()).put(name.substring(slash + 1), value);
  }

  private static Object value(DeviceAttribute attribute, boolean listAttributes) {
    return switch (attribute) {
      case DeviceAttribute.IntValue(long number) -> number;
      case DeviceAttribute.BoolValue(boolean truth) -> truth;
      case DeviceAttribute.StringValue(String text) -> text;
      case DeviceAttribute.VersionValue(String version) -> version(version);
      case DeviceAttribute.IntValues(List<Long> numbers) when listAttributes -> numbers;
      case DeviceAttribute.BoolValues(List<Boolean> truths) when listAttributes -> truths;
      case DeviceAttribute.StringValues(List<String> texts) when listAttributes -> texts;
      case DeviceAttribute.VersionValues(List<String> versions) when listAttributes ->
          versions.stream().map(DeviceInput::version).toList();
      case DeviceAttribute.IntValues _,
          DeviceAttribute.BoolValues _,
          DeviceAttribute.StringValues _,
          DeviceAttribute.VersionValues _,
          DeviceAttribute.Unset _ ->
          throw new IllegalArgumentException("unsupported attribute value");
    };
  }

  private static Semver version(String text) {
    try {
      return Semver.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("parse semantic version: " + e.getMessage(), e);
    }
  }

  Map<String, Object> variables() throws ExpressionException {
    if (unreadable != null) {
      throw new ExpressionException(unreadable);
    }
    return variables;
  }
}
