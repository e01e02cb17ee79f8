package io.merapi.config.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.merapi.config.objects.Tokens.Token;
import io.merapi.config.source.MalformedTextException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTokensTest {

  @Test
  void valuesFollowOneAnotherWithOrWithoutSpace() {
    assertThat(TokenTrace.of(tokens("{\"a\":[1,true,null,\"x\"]}{\"b\":1.5}\n{}")))
        .isEqualTo("{ a: [ 1 true null 'x' ] } { b: 1.5 } { }");
  }

  @Test
  void childrenCanBeSkippedAndDepthCountsWhatIsOpen() {
    Tokens tokens = tokens("{\"a\":{\"b\":[1]},\"c\":2}");
    tokens.next();
    tokens.next();
    tokens.next();
    assertThat(tokens.depth()).isEqualTo(2);
    tokens.skipChildren();
    assertThat(tokens.current()).isEqualTo(Token.END_OBJECT);
    assertThat(tokens.depth()).isEqualTo(1);
    tokens.next();
    assertThat(tokens.text()).isEqualTo("c");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":1,}|f:1:8: Unexpected character ('}' (code 125)): was expecting double-quote to"
            + " start property name",
        "{\"a\" 1}|f:1:6: Unexpected character ('1' (code 49)): was expecting a colon to separate"
            + " property name and value",
      })
  void aBrokenTextIsRefusedAtItsPlace(String text, String complaint) {
    assertThat(complaint(text)).isEqualTo(complaint);
  }

  @Test
  void aTextThatEndsEarlyIsRefused() {
    assertThat(complaint("{\"a\":[")).startsWith("f:1:7: Unexpected end-of-input");
  }

  @Test
  void nestingIsBounded() {
    assertThat(TokenTrace.of(tokens("[".repeat(200) + "]".repeat(200)))).hasSize(799);
    assertThat(complaint("[".repeat(100_000)))
        .endsWith(": objects and lists must not be nested deeper than 200");
    assertThat(complaint("{\"a\":".repeat(100_000)))
        .endsWith(": objects and lists must not be nested deeper than 200");
  }

  @Test
  void aScalarIsBounded() {
    assertThat(complaint("\"" + "a".repeat(5 << 20) + "\""))
        .endsWith(": a value must not be longer than 4 MiB");
  }

  @Test
  void whatIsReadOfOneObjectIsBounded() {
    assertThat(complaint("[" + "\"1234567890123456\",".repeat(600_000) + "1]"))
        .endsWith(": an object must not be larger than 16 MiB");
  }

  private static Tokens tokens(String text) {
    return new JsonTokens("f", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String complaint(String text) {
    MalformedTextException e =
        catchThrowableOfType(MalformedTextException.class, () -> TokenTrace.of(tokens(text)));
    return e.where() + ": " + e.getMessage();
  }
}
