package io.merapi.config.kube;

import static io.merapi.config.kube.ReadingFixture.accepted;
import static io.merapi.config.kube.ReadingFixture.profile;
import static io.merapi.kube.configuration.ExtensionPoint.FILTER;
import static io.merapi.kube.configuration.ExtensionPoint.PERMIT;
import static io.merapi.kube.configuration.ExtensionPoint.POST_FILTER;
import static io.merapi.kube.configuration.ExtensionPoint.SCORE;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.kube.configuration.ClientConnection;
import io.merapi.kube.configuration.Extender;
import io.merapi.kube.configuration.Extender.ManagedResource;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.LeaderElection;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFitArgs;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a configuration that is accepted becomes. */
class KubeConfigurationProfilesTest {

  @Test
  void withoutAFileEverythingHasItsDefault() {
    KubeConfiguration defaults = new KubeConfigurationReader().defaults(FeatureGates.DEFAULTS);
    assertThat(defaults).isEqualTo(accepted(""));
    assertThat(defaults.parallelism()).isEqualTo(16);
    assertThat(defaults.percentageOfNodesToScore()).isZero();
    assertThat(defaults.podInitialBackoffSeconds()).isEqualTo(1);
    assertThat(defaults.podMaxBackoffSeconds()).isEqualTo(10);
    assertThat(defaults.leaderElection()).isEqualTo(LeaderElection.DEFAULTS);
    assertThat(defaults.clientConnection()).isEqualTo(ClientConnection.DEFAULTS);
    assertThat(defaults.enableProfiling()).isTrue();
    assertThat(defaults.enableContentionProfiling()).isTrue();
    assertThat(defaults.delayCacheUntilActive()).isFalse();
    assertThat(defaults.extenders()).isEmpty();
    Profile profile = defaults.profiles().getFirst();
    assertThat(profile.schedulerName()).isEqualTo("default-scheduler");
    assertThat(profile.percentageOfNodesToScore()).isNull();
    assertThat(profile.plugins().scoreWeights())
        .isEqualTo(
            Map.of(
                "TaintToleration", 3,
                "NodeAffinity", 2,
                "NodeResourcesFit", 1,
                "VolumeBinding", 1,
                "PodTopologySpread", 2,
                "InterPodAffinity", 2,
                "DynamicResources", 2,
                "NodeResourcesBalancedAllocation", 1,
                "ImageLocality", 1));
  }

  @Test
  void profilingGovernsContentionProfiling() {
    assertThat(accepted("enableProfiling: false").enableContentionProfiling()).isFalse();
    assertThat(
            accepted("enableProfiling: false\nenableContentionProfiling: true")
                .enableContentionProfiling())
        .isTrue();
  }

  @Test
  void starDisablesEverythingAtAPoint() {
    Profile profile = profile("profiles: [{plugins: {score: {disabled: [{name: '*'}]}}}]");
    assertThat(profile.plugins().at(SCORE)).isEmpty();
    assertThat(profile.plugins().scoreWeights()).isEmpty();
    assertThat(profile.plugins().at(FILTER)).contains("NodeResourcesFit", "TaintToleration");
  }

  @Test
  void starMayBeUsedToChooseAnew() {
    Profile profile =
        profile(
            """
            profiles:
            - plugins:
                multiPoint:
                  disabled: [{name: '*'}]
                  enabled:
                  - name: DefaultBinder
                  - name: PrioritySort
                  - name: TaintToleration
                  - name: NodeName
            """);
    assertThat(profile.plugins().at(FILTER)).containsExactly("TaintToleration", "NodeName");
    assertThat(profile.plugins().scoreWeights()).isEqualTo(Map.of("TaintToleration", 1));
  }

  @Test
  void pluginsOfAPointThatMultiPointHasTooComeFirst() {
    Profile profile =
        profile(
            """
            profiles:
            - plugins:
                filter:
                  enabled:
                  - name: NodePorts
                  - name: NodeName
            """);
    assertThat(profile.plugins().at(FILTER))
        .startsWith("NodePorts", "NodeName", "NodeUnschedulable", "TaintToleration");
  }

  @Test
  void multiPointKeepsThePlaceOfADefaultPluginAndTakesItsWeight() {
    Profile profile =
        profile(
            """
            profiles:
            - plugins:
                multiPoint:
                  enabled:
                  - name: ImageLocality
                    weight: 9
                  - name: NodeAffinity
            """);
    assertThat(profile.plugins().at(SCORE)).startsWith("TaintToleration", "NodeAffinity");
    assertThat(profile.plugins().scoreWeights())
        .containsEntry("ImageLocality", 9)
        .containsEntry("NodeAffinity", 1);
  }

  @Test
  void weightOfThePointGoesBeforeThatOfMultiPoint() {
    Profile profile =
        profile(
            """
            profiles:
            - plugins:
                multiPoint: {enabled: [{name: TaintToleration, weight: 5}]}
                score: {enabled: [{name: TaintToleration, weight: 7}]}
            """);
    assertThat(profile.plugins().scoreWeights()).containsEntry("TaintToleration", 7);
  }

  @Test
  void gatesAddDefaultPlugins() {
    FeatureGates gates =
        FeatureGates.of(Map.of("GenericWorkload", true, "GangScheduling", true)).gates();
    KubeConfiguration configuration = new KubeConfigurationReader().defaults(gates);
    assertThat(gates.enabled(FeatureGate.GANG_SCHEDULING)).isTrue();
    assertThat(configuration.profiles().getFirst().plugins().at(PERMIT))
        .containsExactly("GangScheduling");
    assertThat(configuration.profiles().getFirst().plugins().at(POST_FILTER))
        .containsExactly("DynamicResources", "DefaultPreemption");
  }

  @Test
  void extendersAreReadAndTheIgnorableOnesAskedLast() {
    KubeConfiguration configuration =
        accepted(
            """
            extenders:
            - urlPrefix: http://a
              ignorable: true
            - urlPrefix: https://b
              filterVerb: filter
              prioritizeVerb: prioritize
              weight: 5
              enableHTTPS: true
              httpTimeout: 100ms
              nodeCacheCapable: true
              tlsConfig: {caFile: /ca, serverName: b}
              managedResources:
              - name: example.com/gpu
                ignoredByScheduler: true
            profiles:
            - pluginConfig:
              - name: NodeResourcesFit
                args: {ignoredResources: [example.com/other]}
            """);
    assertThat(configuration.extenders())
        .extracting(Extender::urlPrefix)
        .containsExactly("https://b", "http://a");
    Extender extender = configuration.extenders().getFirst();
    assertThat(extender.httpTimeout()).isEqualTo(Duration.ofMillis(100));
    assertThat(extender.managedResources())
        .containsExactly(new ManagedResource("example.com/gpu", true));
    assertThat(configuration.extenders().getLast().httpTimeout())
        .isEqualTo(Extender.DEFAULT_TIMEOUT);
    NodeResourcesFitArgs fit =
        configuration
            .profiles()
            .getFirst()
            .arguments("NodeResourcesFit", NodeResourcesFitArgs.class);
    assertThat(fit.ignoredResources()).containsExactly("example.com/gpu");
  }

  @Test
  void leaderElectionAndClientConnectionAreRead() {
    KubeConfiguration configuration =
        accepted(
            """
            leaderElection:
              leaderElect: false
              leaseDuration: 1m
              resourceName: mine
            clientConnection:
              kubeconfig: /etc/kubeconfig
              qps: 12.5
            percentageOfNodesToScore: 40
            profiles:
            - percentageOfNodesToScore: 0
            """);
    assertThat(configuration.leaderElection())
        .isEqualTo(
            new LeaderElection(
                false,
                Duration.ofMinutes(1),
                Duration.ofSeconds(10),
                Duration.ofSeconds(2),
                "leases",
                "mine",
                "kube-system"));
    assertThat(configuration.clientConnection().kubeconfig()).isEqualTo("/etc/kubeconfig");
    assertThat(configuration.clientConnection().qps()).isEqualTo(12.5f);
    assertThat(configuration.clientConnection().burst()).isEqualTo(100);
    assertThat(configuration.percentageOfNodesToScore()).isEqualTo(40);
    assertThat(configuration.profiles().getFirst().percentageOfNodesToScore()).isEqualTo(0);
  }
}
