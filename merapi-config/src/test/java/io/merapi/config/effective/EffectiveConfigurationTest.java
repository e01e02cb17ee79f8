package io.merapi.config.effective;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.configuration.KubeConfiguration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class EffectiveConfigurationTest {

  private static final FeatureGates GATES = FeatureGates.DEFAULTS;

  @Test
  void whatIsWrittenIsReadAsTheSameConfiguration() {
    KubeConfiguration before =
        read(
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            podMaxBackoffSeconds: 7
            profiles:
            - schedulerName: mine
              percentageOfNodesToScore: 30
              plugins:
                score:
                  disabled: [{name: ImageLocality}]
                  enabled: [{name: NodeResourcesFit, weight: 5}]
              pluginConfig:
              - name: NodeResourcesFit
                args:
                  scoringStrategy:
                    type: MostAllocated
                    resources: [{name: cpu, weight: 3}]
            """);

    String written = ObjectWriter.json(EffectiveConfiguration.of(before, before.leaderElection()));

    assertThat(written).contains("\"type\":\"MostAllocated\"", "\"leaseDuration\":\"15s\"");
    KubeConfiguration after = read(written);
    assertThat(after.podMaxBackoffSeconds()).isEqualTo(7);
    assertThat(after.leaderElection()).isEqualTo(before.leaderElection());
    assertThat(after.profiles().getFirst().percentageOfNodesToScore()).isEqualTo(30);
    assertThat(after.profiles().getFirst().arguments())
        .containsEntry(
            "NodeResourcesFit", before.profiles().getFirst().arguments().get("NodeResourcesFit"));
    assertThat(after.profiles().getFirst().plugins().scoreWeights())
        .containsEntry("NodeResourcesFit", 5);
  }

  @Test
  void secretsOfExtendersAreLeftOut() {
    KubeConfiguration configuration =
        read(
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            extenders:
            - urlPrefix: https://extender
              filterVerb: filter
              enableHTTPS: true
              tlsConfig: {keyData: c2VjcmV0, certData: Y2VydA==}
            """);

    assertThat(
            ObjectWriter.json(
                EffectiveConfiguration.of(configuration, configuration.leaderElection())))
        .contains("https://extender")
        .doesNotContain("c2VjcmV0");
  }

  @Test
  void batchConfigurationsNameTheirTiers() {
    assertThat(ObjectWriter.json(EffectiveConfiguration.of(BatchConfiguration.byDefault())))
        .startsWith("{\"actions\":\"enqueue, allocate, backfill\",\"tiers\":[{\"plugins\":[")
        .contains("\"name\":\"gang\"", "\"name\":\"proportion\"");
  }

  private static KubeConfiguration read(String text) {
    return Objects.requireNonNull(
        new KubeConfigurationReader().read("config", text, GATES).configuration());
  }
}
