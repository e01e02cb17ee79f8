package io.merapi.explain.conformance;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.batch.plugins.extender.ExtenderTransport;
import io.merapi.config.objects.ObjectWriter;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The server of a recorded case: answers by the rules of the case, and keeps what it is asked in
 * the shape of the recorded calls.
 */
final class RecordedExtender implements ExtenderTransport {

  private static final int OK = 200;

  private static final String STATUS = "status";
  private static final String BODY = "body";
  private static final String VICTIMS = "victims";

  private final List<?> rules;
  private final List<Map<String, @Nullable Object>> calls = new ArrayList<>();

  /** A server; without rules it finds nothing against anything. */
  RecordedExtender(@Nullable Object rules) {
    this.rules = rules instanceof List<?> list ? list : List.of();
  }

  @Override
  public Map<String, Object> written(ClusterObject object) {
    return ObjectWriter.tree(object);
  }

  @Override
  public Reply post(Call call) {
    Map<String, @Nullable Object> seen = seen(call);
    Map<?, ?> rule =
        rules.stream()
            .map(RecordedExtender::map)
            .filter(candidate -> matches(candidate, seen))
            .findFirst()
            .orElse(Map.of());
    int status = rule.get(STATUS) instanceof Number code ? code.intValue() : OK;
    Map<String, @Nullable Object> answer = answer(rule, call.body());
    seen.put(STATUS, status);
    seen.put("response", named(answer));
    seen.put(BODY, call.body());
    calls.add(seen);
    return new Reply(status, status == OK && call.wantsAnswer() ? answer : null);
  }

  /** Forgets what it was asked so far. */
  void forget() {
    calls.clear();
  }

  List<Map<String, @Nullable Object>> calls() {
    return List.copyOf(calls);
  }

  /** Who a call is about. */
  private static Map<String, @Nullable Object> seen(Call call) {
    Map<String, @Nullable Object> body = call.body();
    var seen = new TreeMap<String, @Nullable Object>();
    seen.put("path", URI.create(call.url()).getPath().replaceFirst("^/", ""));
    for (String task : List.of("task", "evictor")) {
      if (body.containsKey(task)) {
        seen.put("task", key(body.get(task)));
      }
    }
    if (body.containsKey("node")) {
      seen.put("nodes", List.of(name(body.get("node"))));
    }
    if (body.get("nodes") instanceof List<?> nodes) {
      seen.put("nodes", nodes.stream().map(RecordedExtender::name).toList());
    }
    if (body.containsKey("job")) {
      seen.put("job", key(body.get("job")));
    }
    if (body.containsKey("queue")) {
      seen.put("queue", name(body.get("queue")));
    }
    if (body.get("evictees") instanceof List<?> evictees) {
      seen.put("evictees", evictees.stream().map(RecordedExtender::key).sorted().toList());
    }
    return seen;
  }

  private static boolean matches(Map<?, ?> rule, Map<String, @Nullable Object> seen) {
    Object node = rule.get("node");
    return List.of("path", "task", "job", "queue").stream()
            .allMatch(field -> {
              Object wanted = rule.get(field);
              return wanted == null || wanted.equals(seen.get(field));
            })
        && (node == null || List.of(node).equals(seen.get("nodes")));
  }

  /** The body of a rule, with whole evictees for the names of victims. */
  private static Map<String, @Nullable Object> answer(
      Map<?, ?> rule, Map<String, @Nullable Object> body) {
    var answer = new LinkedHashMap<String, @Nullable Object>();
    map(rule.get(BODY)).forEach((name, value) -> answer.put(String.valueOf(name), told(value)));
    if (rule.get("victimNames") instanceof List<?> names
        && body.get("evictees") instanceof List<?> evictees) {
      answer.put(
          VICTIMS, evictees.stream().filter(evictee -> names.contains(key(evictee))).toList());
    }
    return answer;
  }

  /** A value as a server's answer has it. */
  private static @Nullable Object told(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case BigDecimal number when number.scale() <= 0 -> number.longValueExact();
      case BigDecimal number -> number.doubleValue();
      case Map<?, ?> map -> {
        var told = new LinkedHashMap<Object, @Nullable Object>(map);
        told.replaceAll((_, inner) -> told(inner));
        yield told;
      }
      default -> value;
    };
  }

  private static Map<String, @Nullable Object> named(Map<String, @Nullable Object> answer) {
    var named = new TreeMap<String, @Nullable Object>(answer);
    named.computeIfPresent(
        VICTIMS,
        (_, victims) ->
            victims instanceof List<?> list
                ? list.stream().map(RecordedExtender::key).toList()
                : victims);
    return named;
  }

  private static String key(@Nullable Object subject) {
    return map(subject).get("Namespace") + "/" + name(subject);
  }

  private static String name(@Nullable Object subject) {
    return Objects.toString(map(subject).get("Name"));
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }
}
