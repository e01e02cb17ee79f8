package io.merapi.remote.usage;

import io.merapi.api.resource.Quantity;
import io.merapi.api.session.NodeUsage;
import io.merapi.batch.usage.UsageSource;
import io.merapi.remote.http.JsonBody;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The custom metrics API of the cluster, as the Prometheus adapter serves it; asked two questions
 * for all nodes, and before them one for the version that it speaks.
 *
 * <p>Kept from upstream: a node with one of the two metrics has a load of 0 in the other. One with
 * neither is not measured.
 */
public final class CustomMetricsUsage implements UsageSource {

  private static final String GROUP = "custom.metrics.k8s.io";
  private static final List<String> KNOWN = List.of(GROUP + "/v1beta1", GROUP + "/v1beta2");
  private static final String CPU = "node_cpu_usage_avg";
  private static final String MEMORY = "node_memory_usage_avg";

  private final ApiReader api;
  private final InstantSource clock;

  public CustomMetricsUsage(ApiReader api, InstantSource clock) {
    this.api = api;
    this.clock = clock;
  }

  /** Reads from the API server of the cluster, as one who may. */
  public interface ApiReader {

    /**
     * What is under a path; may wait, but not for ever.
     *
     * @throws IOException with a message of one line, if there is no answer of use
     */
    String get(String path) throws IOException;
  }

  @Override
  public CompletionStage<Answer> measure(List<String> nodes) {
    var questions = new Questions(clock);
    return Questions.onThread("node usage", () -> measure(nodes, questions))
        .thenApply(_ -> questions.answer());
  }

  private void measure(List<String> nodes, Questions questions) {
    String version = ask(questions, "/apis/" + GROUP, CustomMetricsUsage::version);
    if (version == null) {
      return;
    }
    Map<String, Metric> cpu = metrics(questions, version, CPU);
    Map<String, Metric> memory = metrics(questions, version, MEMORY);
    if (cpu == null || memory == null) {
      return;
    }
    for (String node : nodes) {
      Metric cpuOf = cpu.getOrDefault(node, Metric.NONE);
      Metric memoryOf = memory.getOrDefault(node, Metric.NONE);
      Instant when = memoryOf.when == null ? cpuOf.when : memoryOf.when;
      questions.put(
          node,
          when == null
              ? NodeUsage.UNKNOWN
              : NodeUsage.collected(when, cpuOf.value * 100, memoryOf.value * 100));
    }
  }

  private @Nullable Map<String, Metric> metrics(
      Questions questions, String version, String metric) {
    return ask(
        questions, "/apis/%s/nodes/*/%s".formatted(version, metric), CustomMetricsUsage::metrics);
  }

  private <T> @Nullable T ask(Questions questions, String path, Function<JsonBody, T> reader) {
    var answer = new CompletableFuture<T>();
    try {
      byte[] body = api.get(path).getBytes(StandardCharsets.UTF_8);
      answer.complete(JsonBody.read(new ByteArrayInputStream(body), reader));
    } catch (IOException e) {
      answer.completeExceptionally(
          new IOException("Get \"%s\": %s".formatted(path, e.getMessage()), e));
    }
    return questions.answered(answer);
  }

  /** The version that the server prefers, or else the first that is known here. */
  private static String version(JsonBody in) {
    var offered = new ArrayList<String>();
    in.fields(field -> {
      switch (field) {
        case "preferredversion" -> offered.addFirst(groupVersion(in));
        case "versions" -> offered.addAll(in.list(CustomMetricsUsage::groupVersion));
        default -> in.skip();
      }
    });
    return offered.stream()
        .filter(KNOWN::contains)
        .findFirst()
        .orElseThrow(() -> in.unusable("no version is offered of " + String.join(", ", KNOWN)));
  }

  private static String groupVersion(JsonBody in) {
    var name = new StringBuilder();
    in.fields(field -> {
      if (field.equals("groupversion")) {
        name.append(in.text());
      }
    });
    return name.toString();
  }

  /** A {@code MetricValueList}, by name of the object. */
  private static Map<String, Metric> metrics(JsonBody in) {
    var metrics = new HashMap<String, Metric>();
    in.fields(field -> {
      if (field.equals("items")) {
        in.list(CustomMetricsUsage::metric).forEach(one -> metrics.put(one.node, one));
      }
    });
    return metrics;
  }

  private static Metric metric(JsonBody in) {
    var read =
        new Object() {
          String node = "";
          Instant when = Instant.EPOCH;
          double value;
        };
    in.fields(field -> {
      switch (field) {
        case "describedobject" ->
            in.fields(part -> {
              if (part.equals("name")) {
                read.node = in.text();
              }
            });
        case "timestamp" -> read.when = time(in);
        case "value" -> read.value = quantity(in);
        default -> in.skip();
      }
    });
    return new Metric(read.node, read.when, read.value);
  }

  private static Instant time(JsonBody in) {
    try {
      return in.isNull() ? Instant.EPOCH : Instant.parse(in.text());
    } catch (DateTimeException e) {
      throw in.unusable("(timestamp) must be a time: " + e.getMessage());
    }
  }

  private static double quantity(JsonBody in) {
    try {
      return in.isText() ? Quantity.parse(in.text()).asApproximateDouble() : in.decimal();
    } catch (IllegalArgumentException e) {
      throw in.unusable("(value) must be a quantity: " + e.getMessage());
    }
  }

  /**
   * A value of one node, as a part of 1.
   *
   * @param when absent where there is none
   */
  private record Metric(String node, @Nullable Instant when, double value) {

    static final Metric NONE = new Metric("", null, 0);
  }
}
