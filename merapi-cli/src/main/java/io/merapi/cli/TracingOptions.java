package io.merapi.cli;

import io.merapi.cluster.run.RunLog;
import io.merapi.cluster.tracing.Tracing;
import io.merapi.cluster.tracing.TracingEnvironment;
import io.merapi.cluster.tracing.TracingSettings;
import io.merapi.cluster.tracing.TracingSetupException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether what is done is traced, and where traces go. */
final class TracingOptions {

  @Option(
      names = "--tracing-endpoint",
      paramLabel = "URL",
      description =
          "Send OpenTelemetry traces to this collector by OTLP over HTTP, such as"
              + " http://collector:4318; without it, as the OTEL_* variables of the environment"
              + " say.")
  private String endpoint = "";

  @Option(
      names = "--tracing-sampling-rate",
      paramLabel = "PART",
      description = "The part of all attempts and sessions that are traced, from 0 to 1.")
  private @Nullable Double rate;

  /**
   * What is asked for; null for no traces.
   *
   * @param service the program whose work is done
   */
  @Nullable TracingSettings settings(String service) throws TracingSetupException {
    return new TracingEnvironment(System.getenv()).read(endpoint, rate, service);
  }

  /** Begins, where that is asked for. */
  static @Nullable Tracing start(@Nullable TracingSettings settings, RunLog log) {
    if (settings == null) {
      return null;
    }
    log.info("traces go to " + settings.endpoint());
    return Tracing.start(settings, log::warn);
  }
}
