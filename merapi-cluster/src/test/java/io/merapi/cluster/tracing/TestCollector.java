package io.merapi.cluster.tracing;

import io.merapi.cluster.ScriptedServer;
import io.merapi.config.batch.TextDocument;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A collector that keeps what it is sent, and takes it or not. */
final class TestCollector implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 60;

  /** A span as it arrived. */
  record Received(
      String trace,
      String id,
      String parent,
      String name,
      String error,
      Map<String, String> attributes) {}

  private final ScriptedServer server = ScriptedServer.plain(this::answer);
  private final List<Received> spans = new ArrayList<>();
  private final Map<String, String> resource = new LinkedHashMap<>();
  private volatile int code = 200;

  TestCollector() throws IOException {}

  /** How it is reached, with everything sent without delay. */
  TracingSettings settings(int longestQueue) {
    return new TracingSettings(
        server.address().resolve("/v1/traces"),
        Map.of("api-key", "k"),
        Map.of("service.name", "test"),
        1,
        Duration.ofSeconds(10),
        longestQueue,
        Duration.ofMillis(20),
        512);
  }

  void answerWith(int status) {
    code = status;
  }

  List<ScriptedServer.Received> requests() {
    return server.received();
  }

  private void answer(ScriptedServer.Received request, ScriptedServer.Reply reply)
      throws IOException {
    if (code == 200) {
      take(request.body());
    }
    reply.json(code, "{}");
  }

  private synchronized void take(String body) {
    Map<?, ?> whole = one(((Map<?, ?>) read(body)).get("resourceSpans"));
    resource.putAll(attributes((Map<?, ?>) Objects.requireNonNull(whole.get("resource"))));
    for (Object each : (List<?>) field(one(whole.get("scopeSpans")), "spans")) {
      Map<?, ?> span = (Map<?, ?>) each;
      Object status = span.get("status");
      spans.add(
          new Received(
              field(span, "traceId").toString(),
              field(span, "spanId").toString(),
              String.valueOf(span.get("parentSpanId")),
              field(span, "name").toString(),
              status == null ? "" : field((Map<?, ?>) status, "message").toString(),
              attributes(span)));
    }
    notifyAll();
  }

  private static Object read(String body) {
    return Objects.requireNonNull(TextDocument.read(body));
  }

  private static Object field(Map<?, ?> of, String name) {
    return Objects.requireNonNull(of.get(name), name);
  }

  private static Map<?, ?> one(@Nullable Object list) {
    return (Map<?, ?>) ((List<?>) Objects.requireNonNull(list)).getFirst();
  }

  private static Map<String, String> attributes(Map<?, ?> of) {
    var attributes = new LinkedHashMap<String, String>();
    for (Object each : (List<?>) field(of, "attributes")) {
      Map<?, ?> value = (Map<?, ?>) field((Map<?, ?>) each, "value");
      attributes.put(
          field((Map<?, ?>) each, "key").toString(), value.values().iterator().next().toString());
    }
    return attributes;
  }

  synchronized Map<String, String> resource() {
    return Map.copyOf(resource);
  }

  synchronized List<Received> spans() {
    return List.copyOf(spans);
  }

  /** Waits for a span. */
  synchronized Received await(Predicate<Received> wanted) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      for (Received span : spans) {
        if (wanted.test(span)) {
          return span;
        }
      }
      long left = until - System.nanoTime();
      if (left <= 0) {
        throw new AssertionError("no such span among " + spans);
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  /** Waits for a span of a name. */
  Received await(String name) throws InterruptedException {
    return await(span -> span.name().equals(name));
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
