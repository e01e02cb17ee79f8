package io.merapi.explain.session;

import io.merapi.api.resource.Resources;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Resources and what holds them, as plain maps of numbers. */
final class Amounts {

  private Amounts() {}

  static Map<String, Object> of(Resources resources) {
    var amounts = new TreeMap<String, Object>();
    amounts.put("cpu", number(resources.cpuMillis()));
    amounts.put("memory", number(resources.memoryBytes()));
    for (int i = 0; i < resources.scalarCount(); i++) {
      amounts.put(
          resources.dictionary().name(resources.scalarId(i)), number(resources.scalarValue(i)));
    }
    return amounts;
  }

  /** A number, or the word for one that JSON cannot hold or that stands for no limit. */
  private static Object number(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Math.abs(value) >= Double.MAX_VALUE) {
      return value > 0 ? "Max" : "-Max";
    }
    return value;
  }

  static boolean isNothing(Resources resources) {
    return of(resources).values().stream().allMatch(amount -> amount.equals(0.0));
  }

  /** The same with every resource in it as a map of numbers. */
  static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case Resources resources -> of(resources);
      case Map<?, ?> map -> {
        var plain = new TreeMap<String, @Nullable Object>();
        map.forEach((key, inner) -> plain.put(String.valueOf(key), plain(inner)));
        yield plain;
      }
      case Collection<?> list -> list.stream().map(Amounts::plain).toList();
      case Double number -> number(number);
      case null -> null;
      default -> value;
    };
  }
}
