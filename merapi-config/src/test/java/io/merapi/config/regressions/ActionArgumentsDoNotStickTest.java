package io.merapi.config.regressions;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.actions.allocate.AllocateArgs;
import io.merapi.config.batch.BatchConfigurationReader;
import org.junit.jupiter.api.Test;

/** Upstream goes on with an action's argument after it was taken out of the configuration. */
class ActionArgumentsDoNotStickTest {

  private static final String WITHOUT =
      """
      actions: allocate
      tiers:
      - plugins:
        - name: predicates
      """;

  private static final String WITH =
      WITHOUT
          + """
          configurations:
          - name: allocate
            arguments:
              predicateErrorCacheEnable: false
          """;

  @Test
  void whatIsTakenOutOfTheConfigurationIsOutOfTheNextCycle() {
    assertThat(allocate(WITH).predicateErrorCache()).isFalse();
    assertThat(allocate(WITHOUT)).isEqualTo(AllocateArgs.DEFAULTS);
  }

  private static AllocateArgs allocate(String text) {
    return BatchConfigurationReader.read("test.conf", text)
        .configuration()
        .orElseThrow()
        .actionArguments()
        .allocate();
  }
}
