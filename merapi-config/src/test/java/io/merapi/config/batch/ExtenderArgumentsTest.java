package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.plugins.extender.ExtenderArgs;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the extender plugin makes of unusual arguments. */
class ExtenderArgumentsTest {

  private static final String URL = "extender.urlPrefix: http://extender.example/";
  private static final String VERB = "extender.predicateVerb: predicate";
  private static final String PATH = "tiers[0].plugins[0].arguments.";

  @ParameterizedTest
  @CsvSource({"100ms, PT0.1S", "1m30s, PT1M30S", "0s, PT0S", "-1s, PT-1S"})
  void aTimeOutIsADuration(String text, Duration expected) {
    assertThat(args(URL, VERB, "extender.httpTimeout: " + text).timeout()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"soon", "5", "'[1s]'", "true"})
  void aTimeOutThatIsNoneIsReportedAndTheDefaultHolds(String text) {
    String argument = "extender.httpTimeout: " + text;
    assertThat(args(URL, VERB, argument).timeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(complaints(URL, VERB, argument))
        .singleElement()
        .asString()
        .startsWith("FALLBACK ")
        .endsWith(PATH + "extender.httpTimeout");
  }

  @Test
  void aTimeOutBelowZeroIsReported() {
    assertThat(complaints(URL, VERB, "extender.httpTimeout: -1s"))
        .singleElement()
        .asString()
        .endsWith(PATH + "extender.httpTimeout");
  }

  @ParameterizedTest
  @CsvSource({"true, true", "'\"true\"', true", "false, false", "'\"0\"', false"})
  void ignorableIsAFlag(String text, boolean expected) {
    assertThat(args(URL, VERB, "extender.ignorable: " + text).ignorable()).isEqualTo(expected);
    assertThat(complaints(URL, VERB, "extender.ignorable: " + text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"maybe", "3", "'[true]'"})
  void whatIsNoFlagIsReportedAndCountsAsFalse(String text) {
    assertThat(args(URL, VERB, "extender.ignorable: " + text).ignorable()).isFalse();
    assertThat(complaints(URL, VERB, "extender.ignorable: " + text))
        .singleElement()
        .asString()
        .endsWith(PATH + "extender.ignorable");
  }

  @Test
  void aPrefixThatIsNoTextIsReported() {
    assertThat(args("extender.urlPrefix: 8", VERB).urlPrefix()).isEmpty();
    assertThat(complaints("extender.urlPrefix: 8", VERB))
        .allMatch(line -> line.endsWith(PATH + "extender.urlPrefix"))
        .isNotEmpty();
    assertThat(complaints(VERB))
        .containsExactly("FALLBACK REQUIRED " + PATH + "extender.urlPrefix");
  }

  private static ExtenderArgs args(String... arguments) {
    return Readings.only(Readings.plugin("extender", arguments)).arguments(ExtenderArgs.class);
  }

  private static List<String> complaints(String... arguments) {
    return Readings.summary(Readings.plugin("extender", arguments));
  }
}
