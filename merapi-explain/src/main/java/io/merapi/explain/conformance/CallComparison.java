package io.merapi.explain.conformance;

import io.merapi.explain.conformance.CaseResult.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Holds calls to a server against the recorded ones: each of these must have been made, with at
 * least the fields in its body that were recorded. How often does not count, nor do further calls.
 */
final class CallComparison {

  private static final String BODY = "body";
  private static final String COUNT = "count";

  /** The time of day when the case was recorded; that there is one counts. */
  private static final String RECORDING_TIME = "ScheduleStartTimestamp";

  private CallComparison() {}

  static List<Difference> compare(@Nullable Object expected, @Nullable Object found) {
    var differences = new ArrayList<Difference>();
    List<?> calls = list(expected);
    for (int i = 0; i < calls.size(); i++) {
      differences.addAll(
          call("outcome.extenderCalls[%d]".formatted(i), map(calls.get(i)), list(found)));
    }
    return differences;
  }

  private static List<Difference> call(String path, Map<?, ?> expected, List<?> found) {
    Map<String, @Nullable Object> wanted = without(expected, Set.of(BODY, COUNT));
    List<? extends Map<?, ?>> alike =
        found.stream()
            .map(CallComparison::map)
            .filter(call -> differences(path, wanted, without(call, Set.of(BODY, COUNT))).isEmpty())
            .toList();
    if (alike.isEmpty()) {
      return List.of(new Difference(path, wanted.toString(), "no such call"));
    }
    if (!expected.containsKey(BODY)) {
      return List.of();
    }
    List<Difference> nearest = List.of();
    for (int i = 0; i < alike.size(); i++) {
      List<Difference> body = body(path, expected.get(BODY), alike.get(i).get(BODY));
      if (i == 0 || body.size() < nearest.size()) {
        nearest = body;
      }
    }
    return nearest;
  }

  private static List<Difference> body(
      String path, @Nullable Object expected, @Nullable Object found) {
    return differences(path + "." + BODY, expected, part(expected, found));
  }

  private static List<Difference> differences(
      String path, @Nullable Object expected, @Nullable Object found) {
    var comparison = new BatchComparison();
    comparison.compare(path, expected, found);
    return comparison.differences();
  }

  /** What of a body was recorded, all the way down. */
  private static @Nullable Object part(@Nullable Object expected, @Nullable Object found) {
    if (expected instanceof Map<?, ?> want && found instanceof Map<?, ?> have) {
      var part = new TreeMap<String, @Nullable Object>();
      want.forEach((key, value) -> {
        if (key.equals(RECORDING_TIME) && have.get(key) != null) {
          part.put(RECORDING_TIME, value);
        } else if (have.containsKey(key)) {
          part.put(Objects.toString(key), part(value, have.get(key)));
        }
      });
      return part;
    }
    if (expected instanceof List<?> want
        && found instanceof List<?> have
        && want.size() == have.size()) {
      var part = new ArrayList<@Nullable Object>();
      for (int i = 0; i < want.size(); i++) {
        part.add(part(want.get(i), have.get(i)));
      }
      return part;
    }
    return found;
  }

  private static Map<String, @Nullable Object> without(Map<?, ?> call, Set<String> fields) {
    var rest = new TreeMap<String, @Nullable Object>();
    call.forEach((key, value) -> {
      if (!fields.contains(Objects.toString(key))) {
        rest.put(Objects.toString(key), value);
      }
    });
    return rest;
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  private static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }
}
