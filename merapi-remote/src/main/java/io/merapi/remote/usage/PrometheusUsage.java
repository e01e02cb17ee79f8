package io.merapi.remote.usage;

import io.merapi.api.session.NodeUsage;
import io.merapi.batch.usage.MetricsSource;
import io.merapi.batch.usage.UsageSource;
import io.merapi.remote.http.BodyReader;
import io.merapi.remote.http.CallException;
import io.merapi.remote.http.JsonBody;
import io.merapi.remote.http.Request;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A Prometheus server that scrapes the node exporter, with names of nodes as instances; asked two
 * instant queries per node.
 *
 * <p>Kept from upstream: a query without a result means a load of 0.
 */
public final class PrometheusUsage implements UsageSource, AutoCloseable {

  private static final String PATH = "/api/v1/query";
  private static final String FORM = "application/x-www-form-urlencoded";

  /** What servers answer that take queries in the address only. */
  private static final Set<Integer> NO_POST = Set.of(405, 501);

  private final Server server;
  private final InstantSource clock;

  /**
   * Makes ready to ask; the server need not be there yet.
   *
   * @param atMost how long one question takes
   */
  public PrometheusUsage(MetricsSource.Prometheus source, Duration atMost, InstantSource clock) {
    this.server = new Server(source.address(), source.insecure(), atMost);
    this.clock = clock;
  }

  @Override
  public CompletionStage<Answer> measure(List<String> nodes) {
    return Questions.about(nodes, clock, this::usage);
  }

  @Override
  public void close() {
    server.close();
  }

  private @Nullable NodeUsage usage(String node, Questions questions) {
    Double cpu = questions.answered(query(cpu(node)));
    Double memory = questions.answered(query(memory(node)));
    return cpu == null || memory == null ? null : NodeUsage.collected(questions.now(), cpu, memory);
  }

  private static String cpu(String node) {
    return ("avg_over_time(clamp_min(100 - (avg by (instance)"
            + " (rate(node_cpu_seconds_total{mode=\"idle\",instance=\"%s\"}[5m])) * 100), 0)"
            + "[%s:30s])")
        .formatted(node, NodeUsage.COLLECTED_PERIOD);
  }

  private static String memory(String node) {
    return ("100*avg_over_time(((1-node_memory_MemAvailable_bytes{instance=\"%1$s\"}"
            + "/node_memory_MemTotal_bytes{instance=\"%1$s\"}))[%2$s:30s])")
        .formatted(node, NodeUsage.COLLECTED_PERIOD);
  }

  private CompletableFuture<Double> query(String text) {
    String form =
        "query=%s&time=%s"
            .formatted(URLEncoder.encode(text, StandardCharsets.UTF_8), seconds(clock.instant()));
    BodyReader<Double> reader = PrometheusUsage::value;
    return server
        .ask(PATH, "", at -> Request.post(at, FORM, form.getBytes(StandardCharsets.UTF_8)), reader)
        .exceptionallyCompose(thrown ->
            takesNoPost(thrown)
                ? server.ask(PATH, form, Request::get, reader)
                : CompletableFuture.failedFuture(thrown));
  }

  private static boolean takesNoPost(Throwable thrown) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    return cause instanceof CallException call && NO_POST.contains(call.status());
  }

  private static String seconds(Instant time) {
    return BigDecimal.valueOf(time.toEpochMilli(), 3).toPlainString();
  }

  /** The value of the first series; 0 where there is none. */
  private static double value(InputStream body) throws IOException {
    return JsonBody.read(body, PrometheusUsage::value);
  }

  private static double value(JsonBody in) {
    var read =
        new Object() {
          String error = "";
          String type = "";
          double value;
        };
    in.fields(field -> {
      switch (field) {
        case "error" -> read.error = in.text();
        case "data" ->
            in.fields(part -> {
              switch (part) {
                case "resulttype" -> read.type = in.text();
                case "result" -> {
                  if (!read.type.equals("vector")) {
                    throw in.unusable("(resultType) must be vector before the result");
                  }
                  List<Double> series = in.list(PrometheusUsage::sample);
                  read.value = series.isEmpty() ? 0 : series.getFirst();
                }
                default -> in.skip();
              }
            });
        default -> in.skip();
      }
    });
    if (!read.error.isEmpty()) {
      throw in.unusable(read.error);
    }
    if (read.type.isEmpty()) {
      throw in.unusable("(data) is missing");
    }
    return read.value;
  }

  private static double sample(JsonBody in) {
    double[] value = {0};
    in.fields(field -> {
      if (field.equals("value")) {
        value[0] = second(in);
      }
    });
    return value[0];
  }

  /** The value after its time. */
  private static double second(JsonBody in) {
    List<Double> values = in.list(item -> item.isText() ? number(item) : item.decimal());
    if (values.size() != 2) {
      throw in.unusable("(value) must be a time and a number");
    }
    return values.getLast();
  }

  private static double number(JsonBody in) {
    String text = in.text();
    try {
      double number = Double.parseDouble(text);
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException _) {
      // Said below.
    }
    throw in.unusable("(value) must be a number, not " + text);
  }
}
