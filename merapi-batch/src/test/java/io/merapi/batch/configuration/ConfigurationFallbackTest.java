package io.merapi.batch.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.usage.MetricsConfiguration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfigurationFallbackTest {

  private static final BatchConfiguration DEFAULT = BatchConfiguration.byDefault();
  private static final BatchConfiguration READ = running(BatchAction.SHUFFLE);
  private static final BatchConfiguration BEFORE = running(BatchAction.BACKFILL);

  @Test
  void whatCanBeUsedIsUsed() {
    assertThat(new ConfigurationFallback(true).afterReading(Optional.of(READ), Optional.of(BEFORE)))
        .contains(READ);
    assertThat(new ConfigurationFallback(false).afterReading(Optional.of(READ), Optional.empty()))
        .contains(READ);
  }

  @Test
  void aRefusedFileLeavesTheDefaultAtStartAndTheLastOneLater() {
    var fallback = new ConfigurationFallback(true);

    assertThat(fallback.withoutFile()).contains(DEFAULT);
    assertThat(fallback.afterReading(Optional.empty(), Optional.empty())).contains(DEFAULT);
    assertThat(fallback.afterReading(Optional.empty(), Optional.of(BEFORE))).contains(BEFORE);
  }

  @Test
  void withoutFallbackTheProcessEndsAtStartAndLater() {
    var none = new ConfigurationFallback(false);

    assertThat(none.withoutFile()).isEmpty();
    assertThat(none.afterReading(Optional.empty(), Optional.empty())).isEmpty();
    assertThat(none.afterReading(Optional.empty(), Optional.of(BEFORE))).isEmpty();
  }

  private static BatchConfiguration running(BatchAction action) {
    return new BatchConfiguration(
        List.of(action), List.of(), ActionArguments.DEFAULTS, MetricsConfiguration.DEFAULTS);
  }
}
