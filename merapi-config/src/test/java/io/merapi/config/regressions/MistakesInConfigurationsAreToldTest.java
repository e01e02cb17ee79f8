package io.merapi.config.regressions;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.plugins.binpack.BinpackArgs;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.batch.BatchReading;
import org.junit.jupiter.api.Test;

/**
 * An action that does not exist was passed over, an argument of the wrong type ended the process,
 * and a switch took preemption away without a word.
 */
class MistakesInConfigurationsAreToldTest {

  @Test
  void anUnknownActionIsNamedWithTheNearestOne() {
    BatchReading reading = read("actions: \"enqueue, alocate\"");

    assertThat(reading.problems()).singleElement().asString().contains("alocate");
    assertThat(reading.problems().getFirst().advice()).isEqualTo("did you mean allocate?");
  }

  @Test
  void anArgumentOfTheWrongTypeIsNamedAndItsDefaultTaken() {
    BatchReading reading =
        read(
            """
            actions: allocate
            tiers:
            - plugins:
              - name: binpack
                arguments:
                  binpack.weight: much
            """);

    assertThat(reading.problems()).singleElement().asString().contains("binpack.weight");
    assertThat(reading.configuration().orElseThrow().plugins())
        .singleElement()
        .satisfies(option ->
            assertThat(option.arguments(BinpackArgs.class).weight())
                .isEqualTo(BinpackArgs.DEFAULTS.weight()));
  }

  @Test
  void aSwitchThatMakesAnActionPointlessIsNamed() {
    BatchReading reading =
        read(
            """
            actions: "allocate, preempt"
            tiers:
            - plugins:
              - name: gang
                enablePreemptable: false
            """);

    assertThat(reading.problems())
        .singleElement()
        .asString()
        .contains("preempt", "can do nothing", "enablePreemptable");
  }

  private static BatchReading read(String text) {
    return BatchConfigurationReader.read("test.conf", text);
  }
}
