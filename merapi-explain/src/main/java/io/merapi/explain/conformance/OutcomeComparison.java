package io.merapi.explain.conformance;

import io.merapi.explain.conformance.CaseResult.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Holds what a session did against the recorded outcomes, of which there may be several. */
final class OutcomeComparison {

  /** With more outcomes than this the sample may not be exhaustive: only what is common counts. */
  private static final int MOST_OUTCOMES = 3;

  private static final List<String> DIRECT =
      List.of("binds", "pipelined", "evicted", "podGroups", "queueAllocated");

  /** Recorded only as far as all runs agreed: a part of what is found. */
  private static final List<String> IN_PART = List.of("podStatus", "bindAnnotations");

  private final Map<String, @Nullable Object> expected;

  OutcomeComparison(Map<String, @Nullable Object> expected) {
    this.expected = expected;
  }

  /** The differences; of several recorded outcomes, to the one that is nearest. */
  List<Difference> with(Supplier<Map<String, @Nullable Object>> run) {
    Map<String, @Nullable Object> found = run.get();
    if (expected.containsKey("upstreamPanic")) {
      return List.of();
    }
    List<Difference> nearest = nearest(found);
    var all = new ArrayList<>(nearest);
    for (String key : IN_PART) {
      all.addAll(part("outcome." + key, expected.get(key), found.get(key)));
    }
    all.addAll(CallComparison.compare(expected.get("extenderCalls"), found.get("extenderCalls")));
    return all;
  }

  private List<Difference> nearest(Map<String, @Nullable Object> found) {
    if (!(expected.get("anyOf") instanceof List<?> outcomes)) {
      return whole(expected, found);
    }
    if (outcomes.size() > MOST_OUTCOMES || Objects.equals(expected.get("anyOfTruncated"), true)) {
      return part("outcome.common", expected.get("common"), found);
    }
    List<Difference> nearest = null;
    for (Object outcome : outcomes) {
      List<Difference> differences = whole(map(outcome), found);
      if (nearest == null || differences.size() < nearest.size()) {
        nearest = differences;
      }
    }
    return nearest == null ? List.of() : nearest;
  }

  private static List<Difference> whole(
      Map<String, @Nullable Object> expected, Map<String, @Nullable Object> found) {
    var comparison = new BatchComparison();
    for (String key : DIRECT) {
      comparison.compare(
          "outcome." + key,
          Objects.requireNonNullElse(expected.get(key), Map.of()),
          Objects.requireNonNullElse(found.get(key), Map.of()));
    }
    return comparison.differences();
  }

  /** Compares only what is recorded. */
  private static List<Difference> part(
      String path, @Nullable Object expected, @Nullable Object found) {
    var comparison = new BatchComparison();
    comparison.compare(path, expected, expected == null ? null : common(expected, found));
    return comparison.differences();
  }

  private static @Nullable Object common(@Nullable Object expected, @Nullable Object found) {
    if (!(expected instanceof Map<?, ?> want && found instanceof Map<?, ?> have)) {
      return found;
    }
    var common = new TreeMap<String, @Nullable Object>();
    want.forEach((key, value) -> {
      if (have.containsKey(key)) {
        common.put(Objects.toString(key), common(value, have.get(key)));
      }
    });
    return common;
  }

  @SuppressWarnings("unchecked") // the file format makes it an object
  private static Map<String, @Nullable Object> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : new TreeMap<>();
  }
}
