package io.merapi.config.source;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceParserTest {

  /** The answers are those of yaml.v2. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{b: &b {a: 2}, a: 1, <<: *b} | 2",
        "{b: &b {a: 2}, <<: *b, a: 1} | 1",
        "{b: &b {a: 2}, c: &c {a: 3}, <<: [*b, *c]} | 2",
        "{b: &b {a: 2}, c: &c {a: 3}, <<: *b, <<: *c} | 3",
        "{<<: {a: 1, <<: {a: 4}}} | 4",
        "{!!merge <<: {a: 1}} | 1",
      })
  void mergedKeysCountWhereTheMergeKeyStands(String text, String expected) {
    assertThat(root(text).get("a"))
        .isInstanceOfSatisfying(
            Scalar.class, scalar -> assertThat(scalar.text()).isEqualTo(expected));
  }

  @Test
  void aMergeKeyInQuotesIsAKeyLikeOthers() {
    assertThat(root("{'<<': {a: 1}}").keys()).containsExactly("<<");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{<<: 1}", "{<<: }", "{<<: [[{a: 1}]]}", "{b: &b [{a: 1}], <<: *b}"})
  void onlyObjectsCanBeMerged(String text) {
    assertThatThrownBy(() -> SourceParser.parse("f", text))
        .isInstanceOf(MalformedTextException.class)
        .hasMessageEndingWith("must be an object to merge in");
  }

  @Test
  void aKeyThatOverridesAMergedOneIsToldFromOneGivenTwice() {
    assertThat(RepeatedKey.in(root("{x: &x {a: 1}, o: {<<: *x, a: 2}, t: {a: 1, <<: *x}}")))
        .containsExactly(
            new RepeatedKey(new Location("f", 1, 28), "o.a", true),
            new RepeatedKey(new Location("f", 1, 9), "t.a", false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: 1\n---\na: [\n",
        "a: 1\n---\nb: 2\n",
        "a: 1\n...\n}}}\n",
        "a: 1\n---\nb: *x\n"
      })
  void whateverFollowsTheFirstDocumentIsNotRead(String text) {
    SourceDocuments documents = SourceParser.parse("f", text);

    assertThat(((Mapping) requireNonNull(documents.first())).keys()).containsExactly("a");
    assertThat(requireNonNull(documents.unread()).message())
        .isEqualTo("is a further document, and only the first is read");
  }

  @Test
  void anEmptyFurtherDocumentIsNothingToSpeakOf() {
    assertThat(SourceParser.parse("f", "a: 1\n---\n").unread()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "!!str 1, TEXT",
    "! 1, TEXT",
    "!x 1, TEXT",
    "!!int '1', INTEGER",
    "!!float 1, NUMBER"
  })
  void aTagSaysWhatAValueIs(String value, ScalarType type) {
    assertThat(root("a: " + value).get("a"))
        .isInstanceOfSatisfying(Scalar.class, scalar -> assertThat(scalar.type()).isEqualTo(type));
  }

  private static Mapping root(String text) {
    return (Mapping) requireNonNull(SourceParser.parse("f", text).first());
  }
}
