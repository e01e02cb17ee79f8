package io.merapi.kube.configuration;

import static io.merapi.kube.configuration.ExtensionPoint.BIND;
import static io.merapi.kube.configuration.ExtensionPoint.FILTER;
import static io.merapi.kube.configuration.ExtensionPoint.QUEUE_SORT;
import static io.merapi.kube.configuration.ExtensionPoint.SCORE;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.kube.configuration.PluginExpansion.Fault;
import io.merapi.kube.configuration.PluginExpansion.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PluginExpansionTest {

  private static final PluginRegistry REGISTRY =
      new PluginRegistry(
          Map.of(
              "Sort", Set.of(QUEUE_SORT),
              "Bind", Set.of(BIND),
              "A", Set.of(FILTER, SCORE),
              "B", Set.of(FILTER, SCORE),
              "C", Set.of(FILTER, SCORE),
              "D", Set.of(SCORE)));

  private static final PluginSet BASICS = enabled("Sort", "Bind", "A", "B", "C");

  @Test
  void multiPointPutsAPluginWhereverItCanTakePart() {
    Outcome outcome = expand(BASICS, Map.of());
    assertThat(outcome.faults()).isEmpty();
    assertThat(outcome.plugins().at(FILTER)).containsExactly("A", "B", "C");
    assertThat(outcome.plugins().at(SCORE)).containsExactly("A", "B", "C");
    assertThat(outcome.plugins().at(QUEUE_SORT)).containsExactly("Sort");
  }

  @Test
  void overriddenPluginsComeFirstThenMultiPointThenTheOthersOfThePoint() {
    Outcome outcome = expand(BASICS, Map.of(SCORE, enabled("D", "C", "A")));
    assertThat(outcome.plugins().at(SCORE)).containsExactly("C", "A", "B", "D");
    assertThat(outcome.plugins().at(FILTER)).containsExactly("A", "B", "C");
  }

  @Test
  void starDisablesAllButWhatThePointEnables() {
    Outcome outcome = expand(BASICS, Map.of(SCORE, set(List.of("D"), "*")));
    assertThat(outcome.plugins().at(SCORE)).containsExactly("D");
  }

  @Test
  void weightOfThePointGoesBeforeThatOfMultiPoint() {
    var multiPoint =
        new PluginSet(
            List.of(
                EnabledPlugin.of("Sort"),
                EnabledPlugin.of("Bind"),
                new EnabledPlugin("A", 3),
                new EnabledPlugin("B", 4)),
            List.of());
    var score = new PluginSet(List.of(new EnabledPlugin("A", 7)), List.of());
    assertThat(expand(multiPoint, Map.of(SCORE, score)).plugins().scoreWeights())
        .isEqualTo(Map.of("A", 7, "B", 4));
  }

  @Test
  void negativeWeightIsRefusedOnlyWhereAnotherPluginFollows() {
    var last =
        new PluginSet(List.of(EnabledPlugin.of("B"), new EnabledPlugin("A", -1)), List.of("*"));
    var first =
        new PluginSet(List.of(new EnabledPlugin("A", -1), EnabledPlugin.of("B")), List.of("*"));
    PluginSet basics = enabled("Sort", "Bind");
    assertThat(messages(expand(basics, Map.of(SCORE, last)))).isEmpty();
    assertThat(messages(expand(basics, Map.of(SCORE, first))))
        .containsExactly("score plugins: total score of Score plugins could overflow");
  }

  @Test
  void saysWhatIsWrongInUpstreamsWordsAndOrder() {
    Outcome outcome =
        expand(
            enabled("Sort", "A", "A", "Nobody"), Map.of(FILTER, enabled("D", "B", "B", "Ghost")));
    assertThat(messages(outcome))
        .containsExactly(
            "plugin \"D\" does not extend FilterPlugin plugin",
            "plugin \"B\" already registered as \"FilterPlugin\"",
            "FilterPlugin \"Ghost\" does not exist",
            "PreFilterPlugin \"Nobody\" does not exist",
            "plugin \"A\" already registered as \"FilterPlugin\"",
            "at least one bind plugin is needed for profile with scheduler name \"test\"");
  }

  @Test
  void needsExactlyOneQueueSort() {
    assertThat(messages(expand(enabled("Bind"), Map.of())))
        .containsExactly(
            "only one queue sort plugin required for profile with scheduler name \"test\", but got"
                + " 0");
  }

  @Test
  void mergingKeepsThePlaceOfADefaultPluginThatIsEnabledAgain() {
    var custom =
        new PluginSet(List.of(new EnabledPlugin("D", 0), new EnabledPlugin("A", 5)), List.of("B"));
    assertThat(custom.over(enabled("A", "B", "C")))
        .isEqualTo(
            new PluginSet(
                List.of(new EnabledPlugin("A", 5), EnabledPlugin.of("C"), EnabledPlugin.of("D")),
                List.of("B")));
  }

  private static Outcome expand(PluginSet multiPoint, Map<ExtensionPoint, PluginSet> points) {
    return PluginExpansion.expand("test", new PluginSets(multiPoint, points), REGISTRY);
  }

  private static List<String> messages(Outcome outcome) {
    return outcome.faults().stream().map(Fault::message).toList();
  }

  private static PluginSet enabled(String... names) {
    return set(Arrays.asList(names));
  }

  private static PluginSet set(List<String> enabled, String... disabled) {
    return new PluginSet(enabled.stream().map(EnabledPlugin::of).toList(), Arrays.asList(disabled));
  }
}
