package io.merapi.cluster.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The variables by which OpenTelemetry is set up everywhere mean here what they mean elsewhere. */
class TracingEnvironmentTest {

  @Test
  void nothingIsTracedUnlessItIsAskedFor() throws TracingSetupException {
    assertThat(read(Map.of())).isNull();
    assertThat(read(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4318"))).isNull();
    assertThat(read(Map.of("OTEL_TRACES_EXPORTER", "none"))).isNull();
    assertThat(read(Map.of("OTEL_TRACES_EXPORTER", "otlp", "OTEL_SDK_DISABLED", "true"))).isNull();
  }

  @Test
  void defaultsAreThoseOfOpenTelemetry() throws TracingSetupException {
    assertThat(traced(Map.of()))
        .isEqualTo(
            new TracingSettings(
                URI.create("http://localhost:4318/v1/traces"),
                Map.of(),
                Map.of("service.name", "kube-scheduler"),
                1,
                Duration.ofSeconds(10),
                2048,
                Duration.ofSeconds(5),
                512));
  }

  @ParameterizedTest(name = "{0}={1} leads to {2}")
  @CsvSource({
    "OTEL_EXPORTER_OTLP_ENDPOINT, http://c:4318, http://c:4318/v1/traces",
    "OTEL_EXPORTER_OTLP_ENDPOINT, https://c/otlp/, https://c/otlp/v1/traces",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, http://c:1/mine, http://c:1/mine"
  })
  void anAddressForEverythingLacksThePathOfTraces(String variable, String value, String address)
      throws TracingSetupException {
    assertThat(traced(Map.of(variable, value)).endpoint()).isEqualTo(URI.create(address));
  }

  @Test
  void optionsStandAboveTheEnvironment() throws TracingSetupException {
    var environment =
        new TracingEnvironment(
            Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT", "http://other:4318",
                "OTEL_TRACES_SAMPLER", "always_off"));
    TracingSettings settings =
        Objects.requireNonNull(environment.read("http://mine:4318", 0.5, "vc-scheduler"));
    assertThat(settings.endpoint()).isEqualTo(URI.create("http://mine:4318/v1/traces"));
    assertThat(settings.ratio()).isEqualTo(0.5);
  }

  @ParameterizedTest(name = "{0} with {1} keeps {2}")
  @CsvSource({
    "always_on, 0.1, 1",
    "parentbased_always_off, 0.1, 0",
    "traceidratio, 0.1, 0.1",
    "parentbased_traceidratio, 0.25, 0.25"
  })
  void samplersKeepAPartOfTheTraces(String sampler, String argument, double kept)
      throws TracingSetupException {
    assertThat(
            traced(Map.of("OTEL_TRACES_SAMPLER", sampler, "OTEL_TRACES_SAMPLER_ARG", argument))
                .ratio())
        .isEqualTo(kept);
  }

  @Test
  void whatIsSaidOfTheProcessAndToTheCollectorIsTakenFromPairs() throws TracingSetupException {
    TracingSettings settings =
        traced(
            Map.of(
                "OTEL_RESOURCE_ATTRIBUTES", "service.name=a,k8s.cluster.name=east%201",
                "OTEL_SERVICE_NAME", "mine",
                "OTEL_EXPORTER_OTLP_HEADERS", "api-key=k"));
    assertThat(settings.resource())
        .containsEntry("service.name", "mine")
        .containsEntry("k8s.cluster.name", "east 1");
    assertThat(settings.headers()).containsEntry("api-key", "k");
  }

  @ParameterizedTest(name = "{0}={1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "OTEL_TRACES_EXPORTER|zipkin|must be otlp or none",
        "OTEL_EXPORTER_OTLP_PROTOCOL|grpc|is not spoken; set it to http/json",
        "OTEL_EXPORTER_OTLP_ENDPOINT|collector:4318|must be an address such as",
        "OTEL_TRACES_SAMPLER|jaeger_remote|must be always_on, always_off or traceidratio",
        "OTEL_BSP_MAX_QUEUE_SIZE|none|must be a number above 0",
        "OTEL_RESOURCE_ATTRIBUTES|a|must be pairs of a name and a value"
      })
  void whatCannotBeUsedIsNamed(String variable, String value, String complaint) {
    assertThatThrownBy(() -> traced(Map.of(variable, value)))
        .isInstanceOf(TracingSetupException.class)
        .hasMessageContaining("(" + value)
        .hasMessageContaining(complaint);
  }

  private static TracingSettings traced(Map<String, String> more) throws TracingSetupException {
    var variables = new HashMap<>(Map.of("OTEL_TRACES_EXPORTER", "otlp"));
    variables.putAll(more);
    return Objects.requireNonNull(read(variables));
  }

  private static @Nullable TracingSettings read(Map<String, String> variables)
      throws TracingSetupException {
    return new TracingEnvironment(variables).read("", null, "kube-scheduler");
  }
}
