package io.merapi.config.regressions;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.batch.BatchReading;
import io.merapi.config.source.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A weight of resource-strategy-fit that is no number, or GPU sharing together with GPU number,
 * ends upstream's process at its first session.
 */
class ArgumentsThatEndUpstreamAreRefusedTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "resource-strategy-fit|{resourceStrategyFitWeight: \"10\"}|resourceStrategyFitWeight"
            + " (\"10\") must be a whole number",
        "resource-strategy-fit|{resourceStrategyFitWeight: heavy}|resourceStrategyFitWeight"
            + " (\"heavy\") must be a whole number",
        "deviceshare|{deviceshare.GPUSharingEnable: true, deviceshare.GPUNumberEnable: true}"
            + "|deviceshare.GPUNumberEnable (true) must not stand together with"
            + " deviceshare.GPUSharingEnable"
      })
  void whenTheConfigurationIsRead(String plugin, String arguments, String message) {
    BatchReading reading =
        BatchConfigurationReader.read(
            "test.conf",
            """
            actions: allocate
            tiers:
            - plugins:
              - name: %s
                arguments: %s
            """
                .formatted(plugin, arguments));

    assertThat(reading.configuration()).isEmpty();
    assertThat(reading.problems())
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.severity()).isEqualTo(Problem.Severity.REFUSED);
          assertThat(problem).asString().endsWith("arguments." + message);
        });
  }
}
