package io.merapi.api.meta;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSyntaxTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "A_b.c-1", "example.com/Name", "a.b-c.d/x", "0/0"})
  void acceptsKeys(String key) {
    assertThat(LabelSyntax.isKey(key)).isTrue();
    assertThat(LabelSyntax.keyProblems(key)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "a/", "/a", "a/b/c", "-a", "a-", "A.com/x", "a..b/x", "a b", "é", "a-/x", "a\n"
      })
  void refusesKeys(String key) {
    assertThat(LabelSyntax.isKey(key)).isFalse();
    assertThat(LabelSyntax.keyProblems(key)).isNotEmpty();
  }

  @Test
  void boundsLengths() {
    assertThat(LabelSyntax.isKey("x".repeat(63))).isTrue();
    assertThat(LabelSyntax.keyProblems("x".repeat(64)))
        .containsExactly("name part must be no more than 63 bytes");
    assertThat(LabelSyntax.isKey("p".repeat(253) + "/x")).isTrue();
    assertThat(LabelSyntax.keyProblems("p".repeat(254) + "/x"))
        .containsExactly("prefix part must be no more than 253 bytes");
    assertThat(LabelSyntax.isValue("v".repeat(63))).isTrue();
    assertThat(LabelSyntax.valueProblems("v".repeat(64)))
        .containsExactly("must be no more than 63 bytes");
  }

  @Test
  void allowsAnEmptyValueButNoEmptyName() {
    assertThat(LabelSyntax.isValue("")).isTrue();
    assertThat(LabelSyntax.keyProblems("a/"))
        .hasSize(2)
        .first()
        .isEqualTo("name part must be non-empty");
  }
}
