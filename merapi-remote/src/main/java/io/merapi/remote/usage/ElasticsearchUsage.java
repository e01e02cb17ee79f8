package io.merapi.remote.usage;

import io.merapi.api.session.NodeUsage;
import io.merapi.batch.usage.MetricsSource;
import io.merapi.batch.usage.UsageSource;
import io.merapi.remote.http.JsonBody;
import io.merapi.remote.http.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * An Elasticsearch server to which Metricbeat reports; asked one search per node.
 *
 * <p>Kept from upstream: no document of a node means a load of 0.
 */
public final class ElasticsearchUsage implements UsageSource, AutoCloseable {

  private static final JsonFactory FACTORY = new JsonFactory();
  private static final String CPU_FIELD = "host.cpu.usage";
  private static final String MEMORY_FIELD = "system.memory.actual.used.pct";

  private final MetricsSource.Elasticsearch source;
  private final Server server;
  private final InstantSource clock;

  /**
   * Makes ready to ask; the server need not be there yet.
   *
   * @param atMost how long one question takes
   */
  public ElasticsearchUsage(
      MetricsSource.Elasticsearch source, Duration atMost, InstantSource clock) {
    this.source = source;
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
    Averages averages = questions.answered(search(node));
    // Decimals there, percent here.
    return averages == null
        ? null
        : NodeUsage.collected(questions.now(), averages.cpu * 100, averages.memory * 100);
  }

  private CompletableFuture<Averages> search(String node) {
    return server.ask(
        "/%s/_search".formatted(source.index()),
        "",
        at -> signed(Request.post(at, "application/json", query(node))),
        ElasticsearchUsage::averages);
  }

  private Request signed(Request request) {
    return source.username().isEmpty() ? request : request.by(source.username(), source.password());
  }

  private byte[] query(String node) {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      object(
          out,
          () -> {
            out.writeNumberProperty("size", 0);
            object(
                out,
                "query",
                () ->
                    object(
                        out,
                        "bool",
                        () -> {
                          out.writeName("must");
                          out.writeStartArray();
                          object(
                              out,
                              () ->
                                  object(
                                      out,
                                      "range",
                                      () ->
                                          object(
                                              out,
                                              "@timestamp",
                                              () -> {
                                                out.writeStringProperty(
                                                    "gte", "now-" + NodeUsage.COLLECTED_PERIOD);
                                                out.writeStringProperty("lt", "now");
                                              })));
                          object(
                              out,
                              () ->
                                  object(
                                      out,
                                      "term",
                                      () -> out.writeStringProperty(source.hostnameField(), node)));
                          out.writeEndArray();
                        }));
            object(
                out,
                "aggs",
                () -> {
                  average(out, "cpu", CPU_FIELD);
                  average(out, "mem", MEMORY_FIELD);
                });
          });
    }
    return bytes.toByteArray();
  }

  private static void average(JsonGenerator out, String name, String field) {
    object(out, name, () -> object(out, "avg", () -> out.writeStringProperty("field", field)));
  }

  private static void object(JsonGenerator out, String name, Runnable fields) {
    out.writeName(name);
    object(out, fields);
  }

  private static void object(JsonGenerator out, Runnable fields) {
    out.writeStartObject();
    fields.run();
    out.writeEndObject();
  }

  /** Parts of 1. */
  private record Averages(double cpu, double memory) {}

  private static Averages averages(InputStream body) throws IOException {
    return JsonBody.read(body, ElasticsearchUsage::averages);
  }

  private static Averages averages(JsonBody in) {
    double[] values = {0, 0};
    in.fields(field -> {
      if (field.equals("aggregations")) {
        in.fields(name -> {
          switch (name) {
            case "cpu" -> values[0] = value(in);
            case "mem" -> values[1] = value(in);
            default -> in.skip();
          }
        });
      }
    });
    return new Averages(values[0], values[1]);
  }

  private static double value(JsonBody in) {
    double[] value = {0};
    in.fields(field -> {
      if (field.equals("value")) {
        value[0] = in.decimal();
      }
    });
    return value[0];
  }
}
