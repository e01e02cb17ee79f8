package io.merapi.kube.plugins.volumebinding;

import static io.merapi.kube.plugins.volumebinding.Storage.nodesWith;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.meta.Labels;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.kube.volumes.RequiredLabel;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequiredLabelTest {

  private static final String HOST = "kubernetes.io/hostname";
  private static final String ZONE = "topology.kubernetes.io/zone";

  @Test
  void isTheLabelOfASingleTerm() {
    assertThat(RequiredLabel.of(new NodeSelector(List.of(nodesWith(HOST, "a", "b")))))
        .isEqualTo(new RequiredLabel(HOST, List.of("a", "b")));
  }

  @Test
  void isTheOneThatSaysMost() {
    var term =
        new NodeSelectorTerm(
            List.of(
                new SelectorRequirement(ZONE, "In", List.of("z1")),
                new SelectorRequirement("rack", "In", List.of("r1", "r2")),
                new SelectorRequirement(HOST, "In", List.of("a"))),
            List.of());
    assertThat(RequiredLabel.of(new NodeSelector(List.of(term))))
        .isEqualTo(new RequiredLabel(HOST, List.of("a")));
  }

  @Test
  void joinsTheValuesOfAllTerms() {
    var selector =
        new NodeSelector(
            List.of(
                nodesWith(HOST, "a"),
                new NodeSelectorTerm(List.of(), List.of()),
                nodesWith(HOST, "b")));
    assertThat(RequiredLabel.of(selector)).isEqualTo(new RequiredLabel(HOST, List.of("a", "b")));
  }

  @Test
  void isNoneWhereTermsHaveNoLabelInCommon() {
    assertThat(
            RequiredLabel.of(new NodeSelector(List.of(nodesWith(HOST, "a"), nodesWith(ZONE, "z")))))
        .isNull();
  }

  @Test
  void isNoneWhereNodesAreNotNamedByValues() {
    var term =
        new NodeSelectorTerm(
            List.of(new SelectorRequirement(HOST, "NotIn", List.of("a"))), List.of());
    assertThat(RequiredLabel.of(new NodeSelector(List.of(term)))).isNull();
    assertThat(RequiredLabel.of(new NodeSelector(List.of()))).isNull();
  }

  @Test
  void readsLabelSelectorsToo() {
    var selector =
        new LabelSelector(
            Labels.of(ZONE, "z1"), List.of(new SelectorRequirement(HOST, "In", List.of("a", "b"))));
    assertThat(RequiredLabel.of(selector)).isEqualTo(new RequiredLabel(HOST, List.of("a", "b")));
    assertThat(RequiredLabel.of(new LabelSelector(Labels.EMPTY, List.of()))).isNull();
  }
}
