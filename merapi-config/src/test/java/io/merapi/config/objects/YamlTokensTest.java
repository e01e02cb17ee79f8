package io.merapi.config.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.merapi.config.objects.Tokens.Token;
import io.merapi.config.source.MalformedTextException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlTokensTest {

  @Test
  void objectsListsAndScalarsBecomeTheTokensOfTheSameJson() {
    assertThat(
            trace(
                """
                name: web
                ports:
                - 80
                - {name: https, port: 443}
                empty: {}
                none:
                """))
        .isEqualTo(
            "{ name: 'web' ports: [ 80 { name: 'https' port: 443 } ] empty: { } none: null }");
  }

  @ParameterizedTest(name = "{0} means {1}")
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "yes, true",
        "On, true",
        "y, true",
        "FALSE, false",
        "off, false",
        "~, null",
        "Null, null",
        "yesterday, 'yesterday'",
        "12, 12",
        "+12, 12",
        "-7, -7",
        "1_000, 1000",
        "0x1F, 31",
        "-0x10, -16",
        "0o17, 15",
        "017, 15",
        "08, 8",
        "0b101, 5",
        "9223372036854775807, 9223372036854775807",
        "18446744073709551615, 18446744073709551615",
        "1e3, 1000",
        "1.50, 1.5",
        ".5, 0.5",
        "1e30, 1.0E30",
        "1e999, '1e999'",
        "100m, '100m'",
        "1Gi, '1Gi'",
        "1:30, '1:30'",
        "1.2.3, '1.2.3'",
        "2030-01-31, '2030-01-31'",
        "2030-01-31T12:00:00Z, '2030-01-31T12:00:00Z'",
        "'12', '12'",
        "\"yes\", 'yes'",
        "'', ''",
        "!!str 12, '12'",
        "!!int \"12\", 12",
        "!!float 1, 1",
        "! 12, '12'",
        "!custom 12, '12'",
      })
  void aScalarMeansWhatItMeansToKubernetes(String written, String token) {
    assertThat(trace("[" + written + "]")).isEqualTo("[ " + token + " ]");
  }

  @Test
  void fieldNamesAreTextEvenWhereTheyLookLikeSomethingElse() {
    assertThat(trace("1: a\nyes: b\n0x10: c\n'~': d\n"))
        .isEqualTo("{ 1: 'a' true: 'b' 16: 'c' ~: 'd' }");
  }

  @Test
  void documentsFollowOneAnother() {
    assertThat(trace("---\na: 1\n---\n---\nb: 2\n...\n")).isEqualTo("{ a: 1 } null { b: 2 }");
    assertThat(trace("")).isEmpty();
    assertThat(trace("# nothing but a comment\n")).isEmpty();
  }

  @Test
  void anAliasStandsForWhatItsAnchorHolds() {
    assertThat(trace("a: &x {k: [1, &y 2]}\nb: *x\nc: *y\n"))
        .isEqualTo("{ a: { k: [ 1 2 ] } b: { k: [ 1 2 ] } c: 2 }");
  }

  @Test
  void anAliasInsideAnAnchorKeepsItsMeaningWhenTheNameIsGivenAnew() {
    assertThat(trace("[&x 1, &y [*x], &x 2, *y, *x]")).isEqualTo("[ 1 [ 1 ] 2 [ 1 ] 2 ]");
  }

  @Test
  void mergedFieldsComeAfterAndNeverReplaceTheObjectsOwn() {
    assertThat(
            trace(
                """
                base: &base {image: a, name: b}
                more: &more {<<: *base, name: c, extra: 1}
                all:
                  <<: [*more, {late: 2, extra: 3}]
                  image: own
                """))
        .isEqualTo(
            "{ base: { image: 'a' name: 'b' }"
                + " more: { name: 'c' extra: 1 image: 'a' }"
                + " all: { image: 'own' name: 'c' extra: 1 late: 2 } }");
  }

  @Test
  void aMergeKeyOverridesTheFieldsBeforeIt() {
    assertThat(trace("- &b {k: b, l: b}\n- &c {k: c}\n- {k: 1, <<: *b, <<: *c, l: 2}\n"))
        .endsWith("{ k: 1 l: 2 k: 'c' } ]");
  }

  @Test
  void whatAnObjectMergesItselfGoesBeforeTheSourcesAfterIt() {
    assertThat(trace("- &c {k: c}\n- &a {<<: *c}\n- &b {k: b}\n- {<<: [*a, *b]}\n"))
        .endsWith("{ k: 'c' } ]");
  }

  @Test
  void depthCountsWhatIsOpen() {
    var tokens = new YamlTokens("f", "a: {b: [1]}");
    assertThat(IntStream.generate(() -> depthAfterNext(tokens)).limit(9))
        .containsExactly(1, 1, 2, 2, 3, 3, 2, 1, 0);
  }

  @Test
  void childrenCanBeSkipped() {
    var tokens = new YamlTokens("f", "a: {b: [1, {c: d}]}\ne: 1\n");
    tokens.next();
    tokens.next();
    tokens.next();
    tokens.skipChildren();
    assertThat(tokens.current()).isEqualTo(Token.END_OBJECT);
    tokens.next();
    assertThat(tokens.text()).isEqualTo("e");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{a: 1, b: 2, a: 3}|f:1:14: field (a) must not be given twice in one object",
        "a: [1, 2|f:2:1: while parsing a flow sequence, expected ',' or ']', but got <stream end>",
        "a: *nowhere|f:1:4: alias (*nowhere) must follow an anchor &nowhere",
        "&a [1, *a]|f:1:8: alias (*a) must not stand inside its own anchor",
        "{<<: 1}|f:1:2: << must be given an object or a list of objects",
        "{[1]: 2}|f:1:2: (an object or a list) must not be the name of a field",
        "{~: 2}|f:1:2: (null) must not be the name of a field",
        "a: .inf|f:1:4: (.inf) must be a finite number",
        "a: !!int x|f:1:4: (x) must be a number, as its tag says",
        "a: !!binary aGk=|f:1:4: (!!binary) must not be used: no field of an object is read from"
            + " it",
      })
  void aBrokenTextIsRefusedAtItsPlace(String text, String complaint) {
    assertThat(complaint(new YamlTokens("f", text + "\n"))).isEqualTo(complaint);
  }

  @Test
  void aCharacterThatYamlForbidsIsNamed() {
    assertThat(complaint(new YamlTokens("f", "a: b\0c\n")))
        .isEqualTo("f:1:1: the character U+0000 must not stand in YAML");
  }

  @Test
  void bytesThatAreNotTextAreRefused() {
    byte[] bytes = {'a', ':', ' ', (byte) 0xc3, (byte) 0x28, '\n'};
    assertThat(complaint(new YamlTokens("f", new ByteArrayInputStream(bytes))))
        .isEqualTo("f:1:1: Input length = 1");
  }

  @Test
  void anAliasBombIsRefused() {
    var text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 30; i++) {
      text.append("a%d: &a%d [".formatted(i, i));
      text.append("*a%d, ".formatted(i - 1).repeat(9)).append("]\n");
    }
    assertThat(complaint(new YamlTokens("f", text.toString())))
        .isEqualTo("f:1:31: aliases must not stand for more than 100000 values");
  }

  @Test
  void anAnchorMustNotHoldAWholeDump() {
    String text = "a: &a [" + "1,".repeat(100_001) + "]\n";
    assertThat(complaint(new YamlTokens("f", text)))
        .startsWith("f:1:20000")
        .endsWith(": anchors must not hold more than 100000 values");
  }

  @Test
  void nestingIsBounded() {
    assertThat(trace("[".repeat(200) + "]".repeat(200))).hasSize(799);
    assertThat(complaint(new YamlTokens("f", "[".repeat(100_000))))
        .isEqualTo("f:1:201: objects and lists must not be nested deeper than 200");
    assertThat(complaint(new YamlTokens("f", "- ".repeat(100_000))))
        .isEqualTo("f:1:401: objects and lists must not be nested deeper than 200");
  }

  @Test
  void aScalarIsBoundedHoweverLongTheTextIs() {
    Stream<String> endless = Stream.generate(() -> "a".repeat(1_000));
    InputStream text = LongText.of(Stream.concat(Stream.of("a: \""), endless));
    assertThat(complaint(new YamlTokens("f", text)))
        .isEqualTo("f:1:2: a value must not be longer than 4 MiB");
  }

  @Test
  void anObjectIsBoundedUnlessANewAllowanceIsStarted() {
    InputStream text = repeated("- 1234567890123456\n", 400_000);
    assertThat(complaint(new YamlTokens("f", text)))
        .endsWith(": an object must not be larger than 16 MiB");

    var tokens = new YamlTokens("f", repeated("- 1234567890123456\n", 400_000));
    for (Token token = tokens.next(); token != Token.END; token = tokens.next()) {
      tokens.startAllowance();
    }
  }

  private static int depthAfterNext(Tokens tokens) {
    tokens.next();
    return tokens.depth();
  }

  private static InputStream repeated(String text, int times) {
    return LongText.of(Stream.generate(() -> text).limit(times));
  }

  private static String trace(String text) {
    return TokenTrace.of(new YamlTokens("f", text));
  }

  private static String complaint(Tokens tokens) {
    MalformedTextException e =
        catchThrowableOfType(MalformedTextException.class, () -> TokenTrace.of(tokens));
    return e.where() + ": " + e.getMessage();
  }
}
