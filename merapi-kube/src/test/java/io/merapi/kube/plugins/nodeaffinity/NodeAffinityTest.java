package io.merapi.kube.plugins.nodeaffinity;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeAffinityTest {

  private static final String MISMATCH = "node(s) didn't match Pod's node affinity/selector";
  private static final String ENFORCED = "node(s) didn't match scheduler-enforced node affinity";

  private final PluginTrial trial =
      trial()
          .with(node("ssd").label("disk", "ssd").label("cores", "16"))
          .with(node("hdd").label("disk", "hdd").label("cores", "4"))
          .with(node("bare"));
  private final NodeAffinity plugin = new NodeAffinity(NodeAffinityArgs.DEFAULTS, trial.context());

  @Test
  void hasNoPartInPodsThatAskForNoNode() {
    assertThat(preFilter(plugin, pod("p"))).isEqualTo(PreFilterResult.SKIP);
  }

  @Test
  void nodeSelectorWantsEveryLabel() {
    assertThat(fits(pod("p").nodeSelector("disk", "ssd"), "ssd")).isTrue();
    assertThat(fits(pod("q").nodeSelector("disk", "ssd").nodeSelector("cores", "4"), "ssd"))
        .isFalse();
    Verdict verdict = trial.filter(plugin, pod("p").nodeSelector("disk", "ssd"), "hdd");
    assertThat(verdict.code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(verdict.texts()).containsExactly(MISMATCH);
  }

  @Test
  void oneRequiredTermIsEnough() {
    PodBuilder either =
        pod("p")
            .requiringNodes(label("disk", "In", "ssd"))
            .requiringNodes(label("cores", "Lt", "8"));
    assertThat(fits(either, "ssd")).isTrue();
    assertThat(fits(either, "hdd")).isTrue();
    assertThat(fits(either, "bare")).isFalse();
  }

  @Test
  void selectorAndAffinityMustBothAgree() {
    PodBuilder both =
        pod("p").nodeSelector("disk", "ssd").requiringNodes(label("cores", "Gt", "16"));
    assertThat(fits(both, "ssd")).isFalse();
  }

  @Test
  void termThatCannotBeReadMatchesNothingAndSpoilsNoOther() {
    NodeSelectorTerm broken = label("disk", "Near", "ssd");
    assertThat(fits(pod("p").requiringNodes(broken), "ssd")).isFalse();
    assertThat(fits(pod("q").requiringNodes(broken).requiringNodes(label("disk", "Exists")), "ssd"))
        .isTrue();
  }

  @Test
  void saysWhatTheNodeLacks() {
    assertThat(detail(pod("p").nodeSelector("disk", "ssd"), "hdd"))
        .isEqualTo("wants disk=ssd, has hdd");
    assertThat(detail(pod("q").nodeSelector("disk", "ssd"), "bare"))
        .isEqualTo("wants disk=ssd, has no such label");
    assertThat(detail(pod("r").requiringNodes(label("disk", "In", "nvme")), "ssd"))
        .isEqualTo("matches no term of the required node affinity");
    assertThat(detail(pod("s").requiringNodes(label("disk", "Near", "ssd")), "ssd"))
        .startsWith("matches no term of the required node affinity: nodeSelectorTerms[0]")
        .contains("Unsupported value: \"Near\"");
  }

  @Test
  void namedNodesAreTheOnlyOnesWorthLookingAt() {
    assertThat(
            preFilter(plugin, pod("p").requiringNodes(name("ssd")).requiringNodes(name("hdd")))
                .nodeNames())
        .containsExactlyInAnyOrder("ssd", "hdd");
    assertThat(
            preFilter(
                    plugin,
                    pod("q").requiringNodes(name("ssd")).requiringNodes(label("disk", "Exists")))
                .nodeNames())
        .isNull();
  }

  @Test
  void namesThatExcludeEachOtherAreAConflict() {
    var both = new NodeSelectorTerm(List.of(), List.of(named("In", "ssd"), named("In", "hdd")));
    PreFilterResult result = preFilter(plugin, pod("p").requiringNodes(both));
    assertThat(result.verdict().code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(result.verdict().texts()).containsExactly("pod affinity terms conflict");
  }

  @Test
  void excludedNameRestrictsNothingButTheNode() {
    PodBuilder elsewhere =
        pod("p").requiringNodes(new NodeSelectorTerm(List.of(), List.of(named("NotIn", "ssd"))));
    assertThat(preFilter(plugin, elsewhere).nodeNames()).isNull();
    assertThat(fits(elsewhere, "ssd")).isFalse();
    assertThat(fits(elsewhere, "hdd")).isTrue();
  }

  @Test
  void addedAffinityHoldsForEveryPodAndComesFirst() {
    var added = new NodeSelector(List.of(label("disk", "Exists")));
    var enforcing = new NodeAffinity(new NodeAffinityArgs(added, List.of()), trial.context());
    assertThat(trial.filter(enforcing, pod("p"), "ssd").isSuccess()).isTrue();
    assertThat(trial.filter(enforcing, pod("p").nodeSelector("no", "where"), "bare").texts())
        .containsExactly(ENFORCED);
    assertThat(trial.filter(enforcing, pod("p").nodeSelector("disk", "ssd"), "hdd").texts())
        .containsExactly(MISMATCH);
  }

  @Test
  void filtersAlsoWhereItsPreFilterDidNotRun() {
    PodBuilder choosy = pod("p").nodeSelector("disk", "ssd");
    assertThat(plugin.filter(trial.newState(), trial.info(choosy), trial.node("ssd")).isSuccess())
        .isTrue();
    assertThat(plugin.filter(trial.newState(), trial.info(choosy), trial.node("hdd")).texts())
        .containsExactly(MISMATCH);
  }

  private boolean fits(PodBuilder pod, String nodeName) {
    return trial.filter(plugin, pod, nodeName).isSuccess();
  }

  private String detail(PodBuilder pod, String nodeName) {
    var rejected = (Verdict.Rejected) trial.filter(plugin, pod, nodeName);
    Reason reason = rejected.reasons().getFirst();
    assertThat(reason.code()).isEqualTo("NodeAffinityMismatch");
    return reason.detail();
  }

  private PreFilterResult preFilter(NodeAffinity asked, PodBuilder pod) {
    return asked.preFilter(trial.newState(), trial.info(pod), trial.view());
  }

  private static NodeSelectorTerm label(String key, String operator, String... values) {
    return new NodeSelectorTerm(
        List.of(new SelectorRequirement(key, operator, List.of(values))), List.of());
  }

  private static NodeSelectorTerm name(String nodeName) {
    return new NodeSelectorTerm(List.of(), List.of(named("In", nodeName)));
  }

  private static SelectorRequirement named(String operator, String nodeName) {
    return new SelectorRequirement("metadata.name", operator, List.of(nodeName));
  }
}
