package io.merapi.api.fixes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FixesTest {

  @Test
  void noneIsOnUnlessAskedFor() {
    assertThat(Fixes.parse("none").on()).isEmpty();
    assertThat(Fixes.parse("").on()).isEmpty();
  }

  @Test
  void allSwitchesEveryFixOn() {
    assertThat(Fixes.parse("all").on()).containsExactly(Fix.values());
  }

  @Test
  void namesSwitchSingleFixesOn() {
    assertThat(Fixes.parse("minimal-evictions, keep-nominations").on())
        .containsExactly(Fix.MINIMAL_EVICTIONS, Fix.KEEP_NOMINATIONS);
  }

  @Test
  void unknownNameIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Fixes.parse("minimal-evictions,fewer-bugs"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(fewer-bugs) is no known fix")
        .hasMessageContaining("keep-nominations");
  }

  @ParameterizedTest
  @EnumSource(Fix.class)
  void printedNameReadsBack(Fix fix) {
    Fixes one = Fixes.parse(fix.text());
    assertThat(Fixes.parse(one.toString()).on()).containsExactly(fix);
  }
}
