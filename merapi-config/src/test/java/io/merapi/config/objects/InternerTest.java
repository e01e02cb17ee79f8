package io.merapi.config.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class InternerTest {

  private final Interner interner = new Interner();

  @Test
  void answersWithTheEqualValueThatItSawFirst() {
    List<String> first = List.of("a", "b");
    assertThat(interner.part(first)).isSameAs(first);
    assertThat(interner.part(List.of("a", "b"))).isSameAs(first);
    assertThat(interner.part(List.of("b", "a"))).isNotEqualTo(first);
  }

  @Test
  void twoValuesOfOneHashAreBothKept() {
    // These two strings have the same hash code.
    String first = "Aa";
    String second = "BB";
    interner.text(first);
    interner.text(second);
    assertThat(interner.text(copy("Aa"))).isSameAs(first);
    assertThat(interner.text(copy("BB"))).isSameAs(second);
  }

  @Test
  void forgetsRatherThanGrowing() {
    String first = interner.text(copy("AaAaAa"));
    interner.text("AaAaBB");
    interner.text("AaBBAa");
    assertThat(interner.text(copy("AaAaAa"))).isEqualTo(first).isNotSameAs(first);
  }

  private static String copy(String text) {
    return String.valueOf(text.toCharArray());
  }
}
