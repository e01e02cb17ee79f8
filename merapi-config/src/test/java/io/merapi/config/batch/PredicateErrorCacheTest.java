package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.configuration.ActionArguments;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The one argument that the actions {@code allocate} and {@code backfill} have. */
class PredicateErrorCacheTest {

  @ParameterizedTest
  @ValueSource(strings = {"allocate", "backfill"})
  void isOnUnlessSwitchedOff(String action) {
    assertThat(cache(action, read(action, "{}"))).isTrue();
    assertThat(cache(action, read(action, "{predicateErrorCacheEnable: false}"))).isFalse();
    assertThat(cache(action, read(action, "{predicateErrorCacheEnable: true}"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"allocate", "backfill"})
  void staysOnWhereTheValueIsNoFlag(String action) {
    BatchReading reading = read(action, "{predicateErrorCacheEnable: sometimes}");
    assertThat(Readings.summary(reading))
        .containsExactly(
            "FALLBACK WRONG_TYPE configurations[0].arguments.predicateErrorCacheEnable");
    assertThat(cache(action, reading)).isTrue();
  }

  private static BatchReading read(String action, String arguments) {
    return Readings.read(
        """
        actions: "%s"
        tiers: [{plugins: [{name: gang}]}]
        configurations:
        - name: %s
          arguments: %s
        """
            .formatted(action, action, arguments));
  }

  private static boolean cache(String action, BatchReading reading) {
    ActionArguments arguments = reading.configuration().orElseThrow().actionArguments();
    return action.equals("allocate")
        ? arguments.allocate().predicateErrorCache()
        : arguments.backfill().predicateErrorCache();
  }
}
