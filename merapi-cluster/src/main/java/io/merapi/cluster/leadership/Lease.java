package io.merapi.cluster.leadership;

import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiTime;
import io.merapi.config.objects.JsonTokens;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.config.objects.TokenTree;
import io.merapi.config.source.MalformedTextException;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lease as it was read or is to be written.
 *
 * @param holder empty where nobody holds it
 * @param acquired as written; null where it is not
 * @param resourceVersion empty where it does not exist yet
 */
record Lease(
    String holder,
    int seconds,
    @Nullable String acquired,
    @Nullable String renewed,
    int transitions,
    String resourceVersion) {

  /** A lease that somebody holds from now on, and nobody held before. */
  static Lease taken(String holder, Duration duration, Instant now) {
    String time = ApiTime.microseconds(now);
    return new Lease(holder, (int) duration.toSeconds(), time, time, 0, "");
  }

  /** The same after its holder, or another one, has renewed it. */
  Lease renewedBy(String newHolder, Duration duration, Instant now) {
    String time = ApiTime.microseconds(now);
    boolean same = newHolder.equals(holder);
    return new Lease(
        newHolder,
        (int) duration.toSeconds(),
        same ? acquired : time,
        time,
        same ? transitions : transitions + 1,
        resourceVersion);
  }

  /** The same, free for everybody at once. */
  Lease released(Instant now) {
    String time = ApiTime.microseconds(now);
    return new Lease("", 1, time, time, transitions, resourceVersion);
  }

  /** Whether somebody has written to it in between. */
  boolean differsFrom(@Nullable Lease other) {
    return other == null || !resourceVersion.equals(other.resourceVersion);
  }

  String json(String namespace, String name) {
    var meta = new LinkedHashMap<String, Object>();
    meta.put("name", name);
    meta.put("namespace", namespace);
    if (!resourceVersion.isEmpty()) {
      meta.put("resourceVersion", resourceVersion);
    }
    var spec = new LinkedHashMap<String, @Nullable Object>();
    spec.put("holderIdentity", holder);
    spec.put("leaseDurationSeconds", seconds);
    spec.put("acquireTime", acquired);
    spec.put("renewTime", renewed);
    spec.put("leaseTransitions", transitions);
    return ObjectWriter.json(
        Map.of(
            "apiVersion",
            "coordination.k8s.io/v1",
            "kind",
            "Lease",
            "metadata",
            meta,
            "spec",
            spec));
  }

  static Lease read(ApiAnswer answer) throws IOException {
    try {
      var tokens = new JsonTokens("lease", answer.body());
      tokens.next();
      Map<?, ?> object = map(TokenTree.read(tokens));
      Map<?, ?> spec = map(object.get("spec"));
      return new Lease(
          text(spec.get("holderIdentity")),
          number(spec.get("leaseDurationSeconds")),
          (String) spec.get("acquireTime"),
          (String) spec.get("renewTime"),
          number(spec.get("leaseTransitions")),
          text(map(object.get("metadata")).get("resourceVersion")));
    } catch (MalformedTextException | ClassCastException e) {
      throw new IOException("the server's answer is no Lease: " + e.getMessage(), e);
    }
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  private static String text(@Nullable Object value) {
    return value instanceof String text ? text : "";
  }

  private static int number(@Nullable Object value) {
    return value instanceof BigDecimal number ? number.intValue() : 0;
  }
}
