package io.merapi.api.selector;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.meta.Labels;
import io.merapi.api.selector.CompiledPreferences.WeightedTerm;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompiledNodeSelectorTest {

  private static final Labels ZONE_A = Labels.of("zone", "a", "cores", "16");

  @Test
  void matchesIfOneTermDoes() {
    CompiledNodeSelector selector =
        compile(term(on("zone", "In", "b")), term(on("cores", "Gt", "8"), on("zone", "Exists")));
    assertThat(selector.matches(ZONE_A, "n1")).isTrue();
    assertThat(selector.matches(Labels.of("zone", "c"), "n1")).isFalse();
  }

  @Test
  void withoutTermsOrWithEmptyOnesMatchesNoNode() {
    assertThat(compile().matches(ZONE_A, "n1")).isFalse();
    assertThat(compile(new NodeSelectorTerm(List.of(), List.of())).matches(ZONE_A, "n1")).isFalse();
  }

  @Test
  void matchesTheNameOfTheNodeAsAField() {
    CompiledNodeSelector named = compile(fields(on("metadata.name", "In", "n1")));
    assertThat(named.matches(Labels.EMPTY, "n1")).isTrue();
    assertThat(named.matches(Labels.EMPTY, "n2")).isFalse();
    CompiledNodeSelector others = compile(fields(on("metadata.name", "NotIn", "n1")));
    assertThat(others.matches(Labels.EMPTY, "n1")).isFalse();
    assertThat(others.matches(Labels.EMPTY, "n2")).isTrue();
  }

  @Test
  void takesAnyOtherFieldForEmpty() {
    assertThat(compile(fields(on("spec.x", "In", "y"))).matches(ZONE_A, "n1")).isFalse();
    assertThat(compile(fields(on("spec.x", "In", ""))).matches(ZONE_A, "n1")).isTrue();
  }

  @Test
  void aTermThatCannotBeReadLeavesTheOthersTheirChance() {
    CompiledNodeSelector selector =
        compile(term(on("zone", "Near", "b")), term(on("zone", "In", "a")));
    assertThat(selector.matches(ZONE_A, "n1")).isTrue();
    assertThat(selector.matches(Labels.EMPTY, "n1")).isFalse();
    assertThat(selector.error())
        .isEqualTo(
            "nodeSelectorTerms[0].matchExpressions[0].operator: Unsupported value: \"Near\":"
                + " supported values: \"In\", \"NotIn\", \"Exists\", \"DoesNotExist\", \"Gt\","
                + " \"Lt\"");
  }

  @Test
  void collectsTheErrorsOfAllTerms() {
    CompiledNodeSelector selector =
        compile(
            term(on("cores", "Gt", "many")),
            new NodeSelectorTerm(List.of(), List.of()),
            fields(on("metadata.name", "In", "a", "b"), on("metadata.name", "Exists")));
    assertThat(selector.error())
        .isEqualTo(
            "[nodeSelectorTerms[0].matchExpressions[0].values[0]: Invalid value: \"many\": for"
                + " 'Gt', 'Lt' operators, the value must be an integer,"
                + " nodeSelectorTerms[2].matchFields[0].values: Invalid value: [\"a\",\"b\"]: must"
                + " have one element, nodeSelectorTerms[2].matchFields[1].operator: Unsupported"
                + " value: \"Exists\": supported values: \"In\", \"NotIn\"]");
  }

  @Test
  void namesTheFieldBelowWhichItStands() {
    var selector = new NodeSelector(List.of(term(on("cores", "Lt"))));
    assertThat(CompiledNodeSelector.of(selector, "spec.required").error())
        .isEqualTo(
            "spec.required.nodeSelectorTerms[0].matchExpressions[0].values: Invalid value: null:"
                + " for 'Gt', 'Lt' operators, exactly one value is required");
  }

  @Test
  void affinityNeedsTheNodeSelectorAndATerm() {
    var required = new NodeSelector(List.of(term(on("cores", "Gt", "8"))));
    CompiledNodeAffinity both = CompiledNodeAffinity.of(Labels.of("zone", "a"), required);
    assertThat(both.matches(ZONE_A, "n1")).isTrue();
    assertThat(both.matches(Labels.of("zone", "b", "cores", "16"), "n1")).isFalse();
    assertThat(both.matches(Labels.of("zone", "a", "cores", "4"), "n1")).isFalse();
    assertThat(CompiledNodeAffinity.of(Labels.EMPTY, null).matches(Labels.EMPTY, "")).isTrue();
    assertThat(
            CompiledNodeAffinity.of(Labels.EMPTY, new NodeSelector(List.of())).matches(ZONE_A, "n"))
        .isFalse();
  }

  @Test
  void preferencesAddUpTheWeightsOfWhatMatches() {
    CompiledPreferences preferences =
        CompiledPreferences.of(
            List.of(
                new WeightedTerm(10, term(on("zone", "In", "a"))),
                new WeightedTerm(5, term(on("cores", "Gt", "8"))),
                new WeightedTerm(1, term(on("zone", "In", "b"))),
                new WeightedTerm(100, new NodeSelectorTerm(List.of(), List.of()))));
    assertThat(preferences.score(ZONE_A, "n1")).isEqualTo(15);
    assertThat(preferences.score(Labels.EMPTY, "n1")).isZero();
    assertThat(preferences.error()).isNull();
  }

  @Test
  void preferencesOfWeightZeroAreNotEvenRead() {
    NodeSelectorTerm bad = term(on("zone", "Near", "b"));
    assertThat(CompiledPreferences.of(List.of(new WeightedTerm(0, bad))).isEmpty()).isTrue();
    assertThat(CompiledPreferences.of(List.of(new WeightedTerm(1, bad))).error())
        .startsWith("[0].matchExpressions[0].operator: Unsupported value: \"Near\"");
  }

  private static CompiledNodeSelector compile(NodeSelectorTerm... terms) {
    return CompiledNodeSelector.of(new NodeSelector(List.of(terms)));
  }

  private static NodeSelectorTerm term(SelectorRequirement... expressions) {
    return new NodeSelectorTerm(List.of(expressions), List.of());
  }

  private static NodeSelectorTerm fields(SelectorRequirement... fields) {
    return new NodeSelectorTerm(List.of(), List.of(fields));
  }

  private static SelectorRequirement on(String key, String operator, String... values) {
    return new SelectorRequirement(key, operator, List.of(values));
  }
}
