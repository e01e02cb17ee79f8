package io.merapi.explain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.explain.conformance.CaseResult.Difference;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TreeComparisonTest {

  @Test
  void tellsWhereAnAnswerIsMissingOrTooMuch() {
    assertThat(compare(Map.of("x", "one"), Map.of("y", "two")))
        .containsExactly(
            new Difference("root.x", "one", "none"), new Difference("root.y", "none", "two"));
  }

  @Test
  void comparesNumbersByValue() {
    assertThat(compare(new BigDecimal("7.0"), 7L)).isEmpty();
    assertThat(compare(new BigDecimal("7"), 8L)).hasSize(1);
  }

  @Test
  void comparesListsInOrderUnlessTheirOrderSaysNothing() {
    assertThat(compare(Map.of("steps", List.of("a", "b")), Map.of("steps", List.of("b", "a"))))
        .extracting(Difference::path)
        .containsExactly("root.steps[0]", "root.steps[1]");
    assertThat(compare(Map.of("hosts", List.of("a", "b")), Map.of("hosts", List.of("b", "a"))))
        .isEmpty();
    assertThat(compare(Map.of("hosts", List.of("a", "a")), Map.of("hosts", List.of("a"))))
        .hasSize(1);
  }

  @Test
  void doesNotCompareTheWordsOfAnotherLibrary() {
    assertThat(compare("x: CEL compile error: this", "x: CEL compile error: that")).isEmpty();
    assertThat(compare("x: CEL compile error: this", "y: CEL compile error: this")).hasSize(1);
  }

  private static List<Difference> compare(@Nullable Object expected, @Nullable Object found) {
    var comparison = new TreeComparison();
    comparison.compare("root", expected, found);
    return comparison.differences();
  }
}
