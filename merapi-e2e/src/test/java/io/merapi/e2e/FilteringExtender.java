package io.merapi.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.merapi.config.objects.JsonTokens;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.config.objects.TokenTree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An extender that lets some nodes pass, and remembers about which nodes it was asked.
 *
 * <p>A scheduler asks it about the nodes that its own plugins have left, so those are known here,
 * whichever scheduler it is.
 */
final class FilteringExtender implements AutoCloseable {

  static final String OBJECTION = "the extender does not want it";

  private final HttpServer server;
  private final Predicate<String> wanted;
  private final Map<String, SortedSet<String>> asked = new ConcurrentHashMap<>();

  /**
   * @param wanted whether a node of a name passes
   */
  FilteringExtender(Predicate<String> wanted) throws IOException {
    this.wanted = wanted;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/filter", exchange -> answer(exchange, this::filtered));
    server.createContext("/predicate", exchange -> answer(exchange, this::fits));
    server.start();
  }

  /** What makes a scheduler ask it, in YAML. */
  String configuration() {
    return """
    extenders:
    - urlPrefix: http://127.0.0.1:%d
      filterVerb: filter
      nodeCacheCapable: true
    """
        .formatted(server.getAddress().getPort());
  }

  /** What makes a scheduler of groups ask it: a plugin, in YAML. */
  String arguments() {
    return """
    - name: extender
      arguments:
        extender.urlPrefix: http://127.0.0.1:%d
        extender.predicateVerb: predicate
    """
        .formatted(server.getAddress().getPort());
  }

  /** The nodes about which it was asked last for a pod; none where it was not. */
  SortedSet<String> asked(String pod) {
    return asked.getOrDefault(pod, new TreeSet<>());
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private static void answer(
      HttpExchange exchange, Function<Map<?, ?>, Map<String, @Nullable Object>> decision)
      throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      var tokens = new JsonTokens("question", body);
      tokens.next();
      byte[] answer =
          ObjectWriter.json(decision.apply(map(TokenTree.read(tokens))))
              .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private Map<String, @Nullable Object> filtered(Map<?, ?> question) {
    // Names of fields are in the case of Go here, for the type has no others; readers may ignore
    // the case.
    var fields = new TreeMap<String, @Nullable Object>(String.CASE_INSENSITIVE_ORDER);
    question.forEach((key, value) -> fields.put(String.valueOf(key), value));
    var nodes = new TreeSet<String>();
    if (fields.get("nodeNames") instanceof List<?> names) {
      names.forEach(name -> nodes.add(String.valueOf(name)));
    }
    Object pod = map(map(fields.get("pod")).get("metadata")).get("name");
    asked.put(String.valueOf(pod), nodes);
    var passed = new ArrayList<String>();
    var failed = new LinkedHashMap<String, Object>();
    for (String node : nodes) {
      if (wanted.test(node)) {
        passed.add(node);
      } else {
        failed.put(node, OBJECTION);
      }
    }
    var answer = new LinkedHashMap<String, @Nullable Object>();
    answer.put("nodenames", passed);
    answer.put("failedNodes", failed);
    return answer;
  }

  /** About one node, in the words of Volcano. */
  private Map<String, @Nullable Object> fits(Map<?, ?> question) {
    String task = String.valueOf(map(question.get("task")).get("Name"));
    String node = String.valueOf(map(question.get("node")).get("Name"));
    asked.computeIfAbsent(task, _ -> new ConcurrentSkipListSet<>()).add(node);
    return wanted.test(node) ? Map.of() : Map.of("status", OBJECTION, "code", 2);
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }
}
