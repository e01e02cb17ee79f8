package io.merapi.explain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VaryingAnswersTest {

  @Test
  void whatIsNotRecordedIsNotCompared() {
    var expected = tree("jobs", tree("a", tree("ready", true)));
    var found = tree("jobs", tree("a", tree("ready", false, "share", 1)), "queueOrder", "x");
    VaryingAnswers.removeFrom(expected, found);
    assertThat(found).isEqualTo(tree("jobs", tree("a", tree("ready", false))));
  }

  @Test
  void aSumIsThereByChanceWhereAScoreVaried() {
    var expected = node(tree("scores", tree("binpack", 7), "total", 92));
    var found = node(tree("scores", tree("binpack", 7, "task-topology", 60), "total", 67));
    VaryingAnswers.removeFrom(expected, found);
    assertThat(expected).isEqualTo(node(tree("scores", tree("binpack", 7))));
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void scoresAreThereByChanceWhereTheirSumVaried() {
    var expected = node(tree("fit", true, "scores", tree("binpack", 7, "task-topology", 80)));
    var found =
        node(tree("fit", true, "scores", tree("binpack", 7, "task-topology", 60), "total", 67));
    VaryingAnswers.removeFrom(expected, found);
    assertThat(expected).isEqualTo(node(tree("fit", true)));
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void scoresAndSumsThatAreAllThereAreCompared() {
    var expected = node(tree("scores", tree("binpack", 7), "total", 7));
    var found = node(tree("scores", tree("binpack", 8), "total", 8));
    VaryingAnswers.removeFrom(expected, found);
    assertThat(found).isEqualTo(node(tree("scores", tree("binpack", 8), "total", 8)));
    assertThat(expected).isEqualTo(node(tree("scores", tree("binpack", 7), "total", 7)));
  }

  private static Map<String, @Nullable Object> node(Map<String, @Nullable Object> answers) {
    return tree("tasks", tree("default/p", tree("nodes", tree("n1", answers))));
  }

  private static Map<String, @Nullable Object> tree(Object... keysAndValues) {
    var tree = new TreeMap<String, @Nullable Object>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      tree.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return tree;
  }
}
