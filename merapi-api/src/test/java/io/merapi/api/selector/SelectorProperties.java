package io.merapi.api.selector;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.meta.Labels;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A compiled selector says what its definition says, word for word. */
class SelectorProperties {

  private static final int CASES = 20_000;
  private static final List<String> KEYS = List.of("a", "b", "example.com/c", "d");
  private static final List<String> VALUES =
      List.of("", "x", "y", "1", "2", "10", "007", "9223372036854775807");
  private static final List<String> OPERATORS =
      List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");

  private final SplittableRandom random = new SplittableRandom(23);

  @Test
  void nodeSelectorMatchesAsDefined() {
    int matched = 0;
    for (int i = 0; i < CASES; i++) {
      Map<String, String> labels = labels();
      var terms = new ArrayList<NodeSelectorTerm>();
      for (int t = random.nextInt(3); t >= 0; t--) {
        terms.add(new NodeSelectorTerm(requirements(OPERATORS.size()), List.of()));
      }
      boolean expected =
          terms.stream()
              .anyMatch(term ->
                  !term.matchExpressions().isEmpty()
                      && term.matchExpressions().stream().allMatch(r -> holds(r, labels)));
      CompiledNodeSelector compiled = CompiledNodeSelector.of(new NodeSelector(terms));
      assertThat(compiled.error()).isNull();
      assertThat(compiled.matches(Labels.of(labels), "n"))
          .as("%s on %s", terms, labels)
          .isEqualTo(expected);
      matched += expected ? 1 : 0;
    }
    assertThat(matched).isBetween(CASES / 20, CASES * 19 / 20);
  }

  @Test
  void labelSelectorMatchesAsDefined() {
    int matched = 0;
    for (int i = 0; i < CASES; i++) {
      Map<String, String> labels = labels();
      Map<String, String> required = random.nextBoolean() ? Map.of() : labels();
      List<SelectorRequirement> expressions = requirements(4);
      boolean expected =
          labels.entrySet().containsAll(required.entrySet())
              && expressions.stream().allMatch(r -> holds(r, labels));
      CompiledSelector compiled =
          CompiledSelector.of(new LabelSelector(Labels.of(required), expressions));
      assertThat(compiled.error()).isNull();
      assertThat(compiled.matches(Labels.of(labels)))
          .as("%s %s on %s", required, expressions, labels)
          .isEqualTo(expected);
      matched += expected ? 1 : 0;
    }
    assertThat(matched).isBetween(CASES / 20, CASES * 19 / 20);
  }

  private static boolean holds(SelectorRequirement requirement, Map<String, String> labels) {
    String value = labels.get(requirement.key());
    return switch (requirement.operator()) {
      case "In" -> value != null && requirement.values().contains(value);
      case "NotIn" -> value == null || !requirement.values().contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case "Gt" -> order(value, requirement) > 0;
      case "Lt" -> order(value, requirement) < 0;
      default -> throw new AssertionError(requirement);
    };
  }

  private static int order(@Nullable String value, SelectorRequirement requirement) {
    if (value == null || !value.matches("[0-9]+")) {
      return 0;
    }
    return new BigInteger(value).compareTo(new BigInteger(requirement.values().getFirst()));
  }

  private List<SelectorRequirement> requirements(int operators) {
    var requirements = new ArrayList<SelectorRequirement>();
    for (int i = random.nextInt(4); i > 0; i--) {
      String operator = OPERATORS.get(random.nextInt(operators));
      var values = new ArrayList<String>();
      switch (operator) {
        case "In", "NotIn" -> {
          for (int v = random.nextInt(random.nextInt(4) == 0 ? 20 : 3); v >= 0; v--) {
            values.add(VALUES.get(random.nextInt(VALUES.size())));
          }
        }
        case "Gt", "Lt" -> values.add(VALUES.get(3 + random.nextInt(5)));
        default -> {}
      }
      requirements.add(
          new SelectorRequirement(KEYS.get(random.nextInt(KEYS.size())), operator, values));
    }
    return requirements;
  }

  private Map<String, String> labels() {
    var labels = new HashMap<String, String>();
    for (String key : KEYS) {
      if (random.nextInt(3) > 0) {
        labels.put(key, VALUES.get(random.nextInt(VALUES.size())));
      }
    }
    return labels;
  }
}
