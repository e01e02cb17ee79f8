package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.config.golden.GoldenCase;
import io.merapi.testkit.GoldenVectors;
import java.util.ArrayList;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The configurations of the golden cases: refused where upstream refused them, and only there. */
class GoldenConfigurationTest {

  @Test
  void refusesExactlyWhatUpstreamRefused() {
    var all = new ArrayList<String>();
    var wrong = new ArrayList<String>();
    GoldenCase.forEach(
        GoldenVectors.BATCH,
        vector -> {
          all.add(vector.name());
          BatchReading reading =
              BatchConfigurationReader.read(vector.name(), vector.text("config"));
          if (reading.configuration().isEmpty() != isRefused(vector)) {
            wrong.add(vector.name() + ": " + reading.problems());
          }
        });
    assertThat(all).hasSizeGreaterThan(1_000);
    assertThat(wrong).isEmpty();
  }

  private static boolean isRefused(GoldenCase vector) {
    GoldenCase expect = Objects.requireNonNull(vector.object("expect"));
    return expect.has("configError") || expect.has("fatal");
  }
}
