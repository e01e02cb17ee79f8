package io.merapi.config.effective;

import io.merapi.kube.configuration.GoDuration;
import io.merapi.kube.configuration.RawArguments;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of plugins as trees, by the names of the fields of their records; what is empty is left
 * out.
 */
final class RecordTree {

  private RecordTree() {}

  static @Nullable Object of(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case RawArguments(var raw) -> raw;
      case Record record -> fields(record);
      case Duration time -> GoDuration.format(time);
      case Enum<?> constant -> camelCase(constant.name());
      case Collection<?> list -> list(list);
      case Map<?, ?> map -> map(map);
      case Float number -> number.doubleValue();
      case Number number -> number;
      case Boolean flag -> flag;
      default -> value.toString();
    };
  }

  private static Map<String, @Nullable Object> fields(Record record) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        component.getAccessor().setAccessible(true);
        Object value = of(component.getAccessor().invoke(record));
        if (value != null && !(value instanceof List<?> list && list.isEmpty())) {
          fields.put(component.getName(), value);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("a record cannot be read: " + record.getClass(), e);
      }
    }
    return fields;
  }

  private static List<@Nullable Object> list(Collection<?> values) {
    var list = new ArrayList<@Nullable Object>();
    values.forEach(value -> list.add(of(value)));
    return list;
  }

  private static Map<String, @Nullable Object> map(Map<?, ?> values) {
    var map = new LinkedHashMap<String, @Nullable Object>();
    values.forEach((key, value) -> map.put(String.valueOf(of(key)), of(value)));
    return map;
  }

  private static String camelCase(String constant) {
    return Arrays.stream(constant.split("_"))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }
}
