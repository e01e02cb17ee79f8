package io.merapi.kube.plugins.nodedeclaredfeatures;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.Container;
import io.merapi.api.pod.ResourceRequirements;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeDeclaredFeaturesTest {

  private static final String RESTART = "RestartAllContainersOnContainerExits";
  private static final String HOST_NETWORK = "UserNamespacesHostNetworkSupport";

  private final PluginTrial trial =
      trial()
          .with(node("plain"))
          .with(
              node("both")
                  .declaring("ExtendWebSocketsToKubelet")
                  .declaring(RESTART)
                  .declaring(HOST_NETWORK));
  private final NodeDeclaredFeatures plugin = new NodeDeclaredFeatures(trial.context());

  @Test
  void hasNoPartInPodsThatNeedNoFeature() {
    assertThat(trial.filter(plugin, pod("p"), "plain")).isEqualTo(Verdict.skip());
    assertThat(trial.filter(plugin, pod("q").hostNetwork(), "plain")).isEqualTo(Verdict.skip());
    assertThat(trial.filter(plugin, pod("r").hostUsers(false), "plain")).isEqualTo(Verdict.skip());
    assertThat(trial.filter(plugin, pod("s").hostNetwork().hostUsers(true), "plain"))
        .isEqualTo(Verdict.skip());
  }

  @Test
  void restartOfAllContainersNeedsANodeThatCanDoIt() {
    PodBuilder needy = pod("p").restartingAllContainers();
    assertThat(trial.filter(plugin, needy, "both").isSuccess()).isTrue();
    Verdict verdict = trial.filter(plugin, needy, "plain");
    assertThat(verdict.code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(verdict.texts()).containsExactly("node(s) didn't match Pod's required features");
  }

  @Test
  void initContainersCountToo() {
    var init = new Container("i", "", ResourceRequirements.NONE, List.of(), "", true);
    assertThat(trial.filter(plugin, pod("p").initContainer(init), "plain").isSuccess()).isFalse();
  }

  @Test
  void userNamespaceOnTheHostNetworkNeedsANodeThatCanDoIt() {
    PodBuilder needy = pod("p").hostNetwork().hostUsers(false);
    assertThat(trial.filter(plugin, needy, "both").isSuccess()).isTrue();
    assertThat(trial.filter(plugin, needy, "plain").isSuccess()).isFalse();
  }

  @Test
  void saysWhatIsMissing() {
    trial.with(node("half").declaring(RESTART));
    PodBuilder needy = pod("p").restartingAllContainers().hostNetwork().hostUsers(false);
    assertThat(trial.filter(plugin, needy, "half"))
        .isInstanceOfSatisfying(
            Verdict.Rejected.class,
            rejected ->
                assertThat(rejected.reasons().getFirst().detail())
                    .isEqualTo(
                        "needs RestartAllContainersOnContainerExits,"
                            + " UserNamespacesHostNetworkSupport, missing"
                            + " UserNamespacesHostNetworkSupport"));
  }

  @Test
  void withoutItsGateItHasNoPartInAnyPod() {
    // Other gates build on this one and go with it.
    FeatureGates off =
        FeatureGates.of(
                Map.of(
                    FeatureGate.NODE_DECLARED_FEATURES.key(),
                    false,
                    "ExtendWebSocketsToKubelet",
                    false,
                    "InPlacePodLevelResourcesVerticalScaling",
                    false,
                    "InPlacePodVerticalScalingInitContainers",
                    false,
                    RESTART,
                    false))
            .gates();
    assertThat(off.enabled(FeatureGate.NODE_DECLARED_FEATURES)).isFalse();
    var disabled =
        new NodeDeclaredFeatures(
            new ProfileContext(
                trial.context().resources(), off, InstantSource.fixed(Instant.EPOCH)));
    assertThat(trial.filter(disabled, pod("p").restartingAllContainers(), "plain"))
        .isEqualTo(Verdict.skip());
    assertThat(disabled.filter(trial.newState(), trial.info(pod("p")), trial.node("plain")))
        .isEqualTo(Verdict.success());
    assertThat(disabled.eventsToRegister()).isEmpty();
  }

  @Test
  void withoutItsPreFilterItFailsInUpstreamsWords() {
    assertThat(plugin.filter(trial.newState(), trial.info(pod("p")), trial.node("plain")))
        .isEqualTo(
            Verdict.error(
                "error reading \"PreFilterNodeDeclaredFeatures\" from cycle-state: not found"));
  }
}
