package io.merapi.cluster.tracing;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the variables by which OpenTelemetry is set up everywhere.
 *
 * <p>Differs from what SDKs do: without {@code OTEL_TRACES_EXPORTER} nothing is exported, because
 * clusters put an endpoint into the environment of every pod, whether its owner wants traces or
 * not.
 */
public final class TracingEnvironment {

  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String ENDPOINT_OF_TRACES = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
  private static final String DEFAULT_ENDPOINT = "http://localhost:4318";
  private static final String PATH = "/v1/traces";

  private final Map<String, String> variables;

  public TracingEnvironment(Map<String, String> variables) {
    this.variables = variables;
  }

  /**
   * What is asked for.
   *
   * @param endpoint stands above the variables and asks for traces by itself; empty for none
   * @param ratio stands above the variables; null for none
   * @param service the name of this program where no variable gives one
   * @return null where nobody asks for traces
   */
  public @Nullable TracingSettings read(String endpoint, @Nullable Double ratio, String service)
      throws TracingSetupException {
    if (!asked(endpoint)) {
      if (ratio != null && !disabled()) {
        throw new TracingSetupException(
            "--tracing-sampling-rate needs --tracing-endpoint or OTEL_TRACES_EXPORTER=otlp");
      }
      return null;
    }
    String protocol =
        first("http/json", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL");
    if (!protocol.startsWith("http/")) {
      throw new TracingSetupException(
          ("OTEL_EXPORTER_OTLP_PROTOCOL (%s) is not spoken; set it to http/json, and the endpoint"
                  + " to the collector's port for HTTP, usually 4318")
              .formatted(protocol));
    }
    return new TracingSettings(
        endpoint(endpoint),
        pairs(first("", "OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS")),
        resource(service),
        ratio == null ? sampled() : part("--tracing-sampling-rate", ratio),
        Duration.ofMillis(
            number(10_000, "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT")),
        number(2048, "OTEL_BSP_MAX_QUEUE_SIZE"),
        Duration.ofMillis(number(5000, "OTEL_BSP_SCHEDULE_DELAY")),
        number(512, "OTEL_BSP_MAX_EXPORT_BATCH_SIZE"));
  }

  private boolean disabled() {
    return first("false", "OTEL_SDK_DISABLED").equalsIgnoreCase("true");
  }

  private boolean asked(String endpoint) throws TracingSetupException {
    if (disabled()) {
      return false;
    }
    String exporter = first("none", "OTEL_TRACES_EXPORTER").toLowerCase(Locale.ROOT);
    return switch (exporter) {
      case "otlp" -> true;
      case "none" -> !endpoint.isEmpty();
      default ->
          throw new TracingSetupException(
              "OTEL_TRACES_EXPORTER (%s) must be otlp or none".formatted(exporter));
    };
  }

  /** A variable for traces alone has the whole address, one for everything lacks the path. */
  private URI endpoint(String option) throws TracingSetupException {
    if (!option.isEmpty()) {
      URI address = address("--tracing-endpoint", option);
      return address.getPath().isEmpty() || address.getPath().equals("/")
          ? address.resolve(PATH)
          : address;
    }
    String ofTraces = first("", ENDPOINT_OF_TRACES);
    if (!ofTraces.isEmpty()) {
      return address(ENDPOINT_OF_TRACES, ofTraces);
    }
    String base = first(DEFAULT_ENDPOINT, ENDPOINT);
    return address(
        ENDPOINT, (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + PATH);
  }

  private static URI address(String name, String text) throws TracingSetupException {
    try {
      URI address = URI.create(text);
      boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
      if (http && address.getHost() != null) {
        return address;
      }
    } catch (IllegalArgumentException _) {
      // Said below.
    }
    throw new TracingSetupException(
        "%s (%s) must be an address such as http://collector:4318".formatted(name, text));
  }

  private Map<String, String> resource(String service) throws TracingSetupException {
    var resource = new LinkedHashMap<>(pairs(first("", "OTEL_RESOURCE_ATTRIBUTES")));
    resource.putIfAbsent("service.name", service);
    String name = first("", "OTEL_SERVICE_NAME");
    if (!name.isEmpty()) {
      resource.put("service.name", name);
    }
    return resource;
  }

  /** No trace here has a parent outside, so samplers that go by one are as those without. */
  private double sampled() throws TracingSetupException {
    String sampler = first("parentbased_always_on", "OTEL_TRACES_SAMPLER");
    return switch (sampler.replace("parentbased_", "")) {
      case "always_on" -> 1;
      case "always_off" -> 0;
      case "traceidratio" -> ratio(first("1", "OTEL_TRACES_SAMPLER_ARG"));
      default ->
          throw new TracingSetupException(
              ("OTEL_TRACES_SAMPLER (%s) must be always_on, always_off or traceidratio, with or"
                      + " without parentbased_ before it")
                  .formatted(sampler));
    };
  }

  private static double ratio(String text) throws TracingSetupException {
    try {
      return part("OTEL_TRACES_SAMPLER_ARG", Double.parseDouble(text));
    } catch (NumberFormatException _) {
      throw new TracingSetupException(
          "OTEL_TRACES_SAMPLER_ARG (%s) must be a number from 0 to 1".formatted(text));
    }
  }

  private static double part(String name, double value) throws TracingSetupException {
    if (value >= 0 && value <= 1) {
      return value;
    }
    throw new TracingSetupException("%s (%s) must be from 0 to 1".formatted(name, value));
  }

  private int number(int otherwise, String... names) throws TracingSetupException {
    String text = first(Integer.toString(otherwise), names);
    if (text.matches("[1-9]\\d{0,8}")) {
      return Integer.parseInt(text);
    }
    throw new TracingSetupException(
        "%s (%s) must be a number above 0".formatted(names[names.length - 1], text));
  }

  private static Map<String, String> pairs(String text) throws TracingSetupException {
    var pairs = new LinkedHashMap<String, String>();
    for (String pair : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      int equals = pair.indexOf('=');
      if (equals <= 0) {
        throw new TracingSetupException(
            "(%s) must be pairs of a name and a value, as in a=b,c=d".formatted(text));
      }
      pairs.put(
          pair.substring(0, equals).strip(),
          URLDecoder.decode(pair.substring(equals + 1).strip(), StandardCharsets.UTF_8));
    }
    return pairs;
  }

  /** The first of these variables that says something. */
  private String first(String otherwise, String... names) {
    for (String name : names) {
      String value = variables.getOrDefault(name, "").strip();
      if (!value.isEmpty()) {
        return value;
      }
    }
    return otherwise;
  }
}
