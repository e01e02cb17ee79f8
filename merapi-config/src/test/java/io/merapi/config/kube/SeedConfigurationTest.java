package io.merapi.config.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.config.source.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The example configurations for kube-scheduler. */
class SeedConfigurationTest {

  @Test
  void aVersionThatIsNoLongerServedIsRefusedWithTheAdviceToUseV1() throws IOException {
    KubeConfigurationReading reading =
        ReadingFixture.readWhole(seed("kube-requested-to-capacity.yaml"));

    assertThat(ReadingFixture.refusal(reading)).startsWith("decode apiVersion");
    Problem problem = reading.problems().getFirst();
    assertThat(problem.where()).hasToString("scheduler.yaml:2:13");
    assertThat(problem.advice()).contains("use kubescheduler.config.k8s.io/v1,");
  }

  @Test
  void theSameInV1IsAccepted() throws IOException {
    KubeConfigurationReading reading =
        ReadingFixture.readWhole(seed("kube-requested-to-capacity.yaml").replace("v1beta3", "v1"));

    assertThat(reading.configuration()).isNotNull();
    assertThat(reading.problems()).isEmpty();
  }

  private static String seed(String name) throws IOException {
    try (InputStream in = SeedConfigurationTest.class.getResourceAsStream("/seeds/" + name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
