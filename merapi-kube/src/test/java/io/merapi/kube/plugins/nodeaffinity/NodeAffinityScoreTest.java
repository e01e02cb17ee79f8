package io.merapi.kube.plugins.nodeaffinity;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.Affinity.PreferredNodes;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeAffinityScoreTest {

  private static final NodeSelectorTerm BROKEN = label("disk", "In");
  private static final String COMPLAINT =
      "[0].matchExpressions[0].values: Invalid value: null: for 'in', 'notin' operators, values"
          + " set can't be empty";

  private final PluginTrial trial =
      trial()
          .with(node("ssd").label("disk", "ssd").label("zone", "a"))
          .with(node("hdd").label("disk", "hdd").label("zone", "a"))
          .with(node("bare"));
  private final NodeAffinity plugin = new NodeAffinity(NodeAffinityArgs.DEFAULTS, trial.context());

  @Test
  void hasNoPartInPodsThatPreferNoNode() {
    assertThat(preScore(plugin, pod("p"))).isEqualTo(Verdict.skip());
  }

  @Test
  void weightsOfTheTermsThatMatchAddUp() {
    PodBuilder choosy =
        pod("p")
            .preferringNodes(50, label("disk", "In", "ssd"))
            .preferringNodes(25, label("zone", "In", "a"));
    assertThat(trial.scores(plugin, choosy)).isEqualTo(Map.of("ssd", 75L, "hdd", 25L, "bare", 0L));
    assertThat(trial.normalizedScores(plugin, choosy))
        .isEqualTo(Map.of("ssd", 100L, "hdd", 33L, "bare", 0L));
  }

  @Test
  void addedPreferencesCountForEveryPod() {
    var added = List.of(new PreferredNodes(10, label("zone", "Exists")));
    var adding = new NodeAffinity(new NodeAffinityArgs(null, added), trial.context());
    assertThat(trial.scores(adding, pod("p")))
        .isEqualTo(Map.of("ssd", 10L, "hdd", 10L, "bare", 0L));
    assertThat(trial.scores(adding, pod("q").preferringNodes(5, label("disk", "In", "ssd"))))
        .isEqualTo(Map.of("ssd", 15L, "hdd", 10L, "bare", 0L));
  }

  @Test
  void termThatCannotBeReadFailsTheAttempt() {
    PodBuilder broken =
        pod("p").preferringNodes(5, BROKEN).preferringNodes(2, label("disk", "Exists"));
    assertThat(preScore(plugin, broken)).isEqualTo(Verdict.error(COMPLAINT));
    assertThatThrownBy(() -> plugin.score(trial.newState(), trial.info(broken), trial.node("ssd")))
        .isInstanceOf(ScoreException.class)
        .hasMessage(COMPLAINT);
  }

  @Test
  void termOfNoWeightIsNotRead() {
    assertThat(trial.scores(plugin, pod("p").preferringNodes(0, BROKEN)))
        .isEqualTo(Map.of("ssd", 0L, "hdd", 0L, "bare", 0L));
  }

  @Test
  void scoresAlsoWhereItsPreScoreDidNotRun() {
    PodBuilder choosy = pod("p").preferringNodes(7, label("disk", "In", "ssd"));
    assertThat(plugin.score(trial.newState(), trial.info(choosy), trial.node("ssd"))).isEqualTo(7);
  }

  @Test
  void argumentsThatCannotBeReadAreRefused() {
    var args = new NodeAffinityArgs(null, List.of(new PreferredNodes(1, BROKEN)));
    assertThatThrownBy(() -> new NodeAffinity(args, trial.context()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "parsing addedAffinity.preferredDuringSchedulingIgnoredDuringExecution: " + COMPLAINT);
  }

  private Verdict preScore(NodeAffinity asked, PodBuilder pod) {
    return asked.preScore(trial.newState(), trial.info(pod), trial.view(), trial.view().nodes());
  }

  private static NodeSelectorTerm label(String key, String operator, String... values) {
    return new NodeSelectorTerm(
        List.of(new SelectorRequirement(key, operator, List.of(values))), List.of());
  }
}
