package io.merapi.config.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.config.golden.GoldenCase;
import io.merapi.testkit.GoldenVectors;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Every configuration of the vectors that kube-scheduler answered. */
class GoldenConfigurationTest {

  private final GoldenConfigurationCheck check = new GoldenConfigurationCheck();

  @Test
  void readsEveryConfigurationAsKubeSchedulerDoes() {
    var differences = new ArrayList<String>();
    var configured = new ArrayList<String>();
    var all = new ArrayList<String>();
    GoldenCase.forEach(
        GoldenVectors.KUBE,
        vector -> {
          all.add(vector.name());
          if (!vector.text("config").isEmpty()) {
            configured.add(vector.name());
          }
          check
              .difference(vector)
              .ifPresent(difference -> differences.add(vector.name() + " " + difference));
        });
    assertThat(all).hasSizeGreaterThan(1_000);
    assertThat(configured).hasSizeGreaterThan(200);
    assertThat(differences).isEmpty();
  }
}
