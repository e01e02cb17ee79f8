package io.merapi.kube.plugins.podtopologyspread;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.Verdict.Rejected;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.SpreadBuilder;
import org.junit.jupiter.api.Test;

class PodTopologySpreadTest {

  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";
  private static final String NOT_MATCH = "node(s) didn't match pod topology spread constraints";

  /** Two nodes in zone east, one in zone west. */
  private final PluginTrial trial =
      trial().with(inZone("a", "east"), inZone("b", "east"), inZone("c", "west"));

  private final PodTopologySpread plugin = plugin(trial);

  private static PodTopologySpread plugin(PluginTrial trial) {
    return new PodTopologySpread(PodTopologySpreadArgs.DEFAULTS, trial.context());
  }

  private static Node inZone(String name, String zone) {
    return host(name).label(ZONE, zone).build();
  }

  private static NodeBuilder host(String name) {
    return node(name).label(HOST, name);
  }

  private static PodBuilder web(String name) {
    return pod(name).label("app", "web");
  }

  private static SpreadBuilder overZones() {
    return spreadOver(ZONE).with("app", "web");
  }

  private static Pod spreading(SpreadBuilder constraint) {
    return web("new").spread(constraint.build()).build();
  }

  @Test
  void rejectsDomainThatWouldGetTooFarAhead() {
    trial.with(web("1").on("a").build());
    assertThat(trial.attempt(plugin, spreading(overZones())).fitting()).containsExactly("c");
    assertThat(trial.attempt(plugin, spreading(overZones().maxSkew(2))).fitting())
        .containsExactly("a", "b", "c");
  }

  @Test
  void saysHowFarAheadTheDomainWouldGet() {
    trial.with(web("1").on("a").build());
    assertThat(trial.attempt(plugin, spreading(overZones())).filter("b"))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.texts()).containsExactly(NOT_MATCH);
              assertThat(rejected.evictionHelps()).isTrue();
              assertThat(rejected.reasons().getFirst().code())
                  .isEqualTo("TopologySpreadConstraintsNotMatch");
              assertThat(rejected.reasons().getFirst().detail())
                  .isEqualTo(
                      "topology.kubernetes.io/zone=east would hold 2 matching pods where the"
                          + " emptiest domain holds 0, maxSkew is 1");
            });
  }

  @Test
  void podThatItsOwnSelectorDoesNotMatchAddsNothing() {
    trial.with(web("1").on("a").build());
    Pod other = pod("new").spread(overZones().build()).build();
    assertThat(trial.attempt(plugin, other).fitting()).containsExactly("a", "b", "c");
  }

  @Test
  void countsNeitherOtherNamespacesNorPodsBeingDeleted() {
    trial.with(web("1").on("a").namespace("other").build(), web("2").on("a").terminating().build());
    assertThat(trial.attempt(plugin, spreading(overZones())).fitting())
        .containsExactly("a", "b", "c");
  }

  @Test
  void nodeWithoutTheLabelIsRejectedForGood() {
    trial.with(host("d").build());
    assertThat(trial.attempt(plugin, spreading(overZones())).filter("d"))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.texts()).containsExactly(NOT_MATCH + " (missing required label)");
              assertThat(rejected.evictionHelps()).isFalse();
              assertThat(rejected.reasons().getFirst().detail())
                  .isEqualTo("no label topology.kubernetes.io/zone");
            });
  }

  @Test
  void nodeThatLacksOneLabelCountsForNoConstraint() {
    trial.with(node("d").label(ZONE, "west").build(), web("1").on("d").build());
    trial.with(web("2").on("a").build());
    Pod pod =
        web("new").spread(overZones().build()).spread(spreadOver(HOST).with().build()).build();
    // The pod on d, in zone west, is not seen: zone east is ahead.
    assertThat(trial.attempt(plugin, pod).fitting()).containsExactly("c");
  }

  @Test
  void fewerDomainsThanWantedCountAsEmptyOnes() {
    trial.with(web("1").on("a").build(), web("2").on("c").build());
    assertThat(trial.attempt(plugin, spreading(overZones().minDomains(2))).fitting()).hasSize(3);
    assertThat(trial.attempt(plugin, spreading(overZones().minDomains(3))).fitting()).isEmpty();
  }

  @Test
  void domainsOutsideTheNodeSelectorDoNotCountUnlessIgnored() {
    trial.with(web("1").on("a").build());
    PodBuilder inEast = web("new").nodeSelector(ZONE, "east");
    assertThat(trial.attempt(plugin, inEast.spread(overZones().build()).build()).fitting())
        .contains("a");
    Pod ignoring =
        web("new")
            .nodeSelector(ZONE, "east")
            .spread(overZones().nodeAffinityPolicy("Ignore").build())
            .build();
    assertThat(trial.attempt(plugin, ignoring).fitting()).containsExactly("c");
  }

  @Test
  void taintedDomainsCountUnlessHonored() {
    trial.with(
        host("c").label(ZONE, "west").taint("dedicated", "", "NoSchedule").build(),
        web("1").on("a").build());
    assertThat(trial.attempt(plugin, spreading(overZones())).fitting()).doesNotContain("a");
    SpreadBuilder honoring = overZones().nodeTaintsPolicy("Honor");
    assertThat(trial.attempt(plugin, spreading(honoring)).fitting()).contains("a");
    Pod tolerating = web("new").tolerating("dedicated").spread(honoring.build()).build();
    assertThat(trial.attempt(plugin, tolerating).fitting()).doesNotContain("a");
  }

  @Test
  void matchLabelKeysNarrowTheSelectorToThePodsOwnValues() {
    trial.with(web("1").label("version", "1").on("a").build());
    Pod next =
        web("new")
            .label("version", "2")
            .spread(overZones().matchLabelKey("version").build())
            .build();
    assertThat(trial.attempt(plugin, next).fitting()).contains("a");
    var off =
        FeatureGates.DEFAULTS
            .with(FeatureGate.MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD_SELECTOR_MERGE, false)
            .with(FeatureGate.MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD, false);
    PluginTrial without =
        trial(off)
            .with(inZone("a", "east"), inZone("c", "west"))
            .with(web("1").label("version", "1").on("a").build());
    assertThat(without.attempt(plugin(without), next).fitting()).doesNotContain("a");
  }

  @Test
  void emptySelectorCountsNothingAtFirst() {
    trial.with(web("1").on("a").build(), web("2").on("a").build());
    assertThat(trial.attempt(plugin, spreading(spreadOver(ZONE).with())).fitting()).hasSize(3);
  }

  @Test
  void badSelectorFailsTheAttempt() {
    var bad = trial.attempt(plugin, spreading(spreadOver(ZONE).withPods("app", "Likes", "web")));
    assertThat(bad.preFilter().code()).isEqualTo("Error");
    assertThat(bad.preFilter().texts())
        .containsExactly(
            "get constraints from pod: obtaining pod's hard topology spread constraints:"
                + " \"Likes\" is not a valid label selector operator");
    var soft =
        trial.attempt(plugin, spreading(spreadOver(ZONE).soft().withPods("app", "Likes", "web")));
    assertThat(soft.preScore().texts())
        .containsExactly(
            "calculating preScoreState: obtaining pod's soft topology spread constraints:"
                + " \"Likes\" is not a valid label selector operator");
  }

  @Test
  void podWithoutHardConstraintsSkipsTheFilter() {
    assertThat(trial.attempt(plugin, spreading(overZones().soft())).skipped()).isTrue();
    assertThat(trial.attempt(plugin, web("plain").build()).skipped()).isTrue();
  }

  @Test
  void filterWithoutItsPreFilterFails() {
    assertThat(trial.unprepared(plugin, spreading(overZones())).filter("a").texts())
        .containsExactly("reading \"PreFilterPodTopologySpread\" from cycleState: not found");
  }

  @Test
  void dryRunCountsWhatTheFilterDidNot() {
    Pod dying = web("1").on("a").terminating().build();
    trial.with(dying);
    var attempt = trial.attempt(plugin, spreading(overZones()));
    attempt.remove(trial.info(dying), trial.node("a"));
    // Upstream takes off a pod that it never counted: zone east has less than none, and west too
    // many above it.
    assertThat(attempt.fitting()).containsExactly("a", "b");
  }
}
