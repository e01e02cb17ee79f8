package io.merapi.config.kube;

import io.merapi.config.source.Problem;
import io.merapi.kube.configuration.KubeConfiguration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of reading a configuration: the configuration, or the refusal of it.
 *
 * @param configuration absent exactly where there is a refusal
 * @param problems everything found, of all stages, with its place; also where nothing is refused
 */
public record KubeConfigurationReading(
    @Nullable KubeConfiguration configuration, @Nullable Refusal refusal, List<Problem> problems) {

  public KubeConfigurationReading {
    problems = List.copyOf(problems);
  }

  /**
   * That, and why, upstream does not start with this configuration.
   *
   * @param message upstream's words for {@link Stage#VALIDATE} and {@link Stage#BUILD}; for {@link
   *     Stage#DECODE} upstream quotes its parsers, so the words are our own
   */
  public record Refusal(Stage stage, String message) {}
}
