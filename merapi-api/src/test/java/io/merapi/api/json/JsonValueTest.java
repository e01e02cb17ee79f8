package io.merapi.api.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.json.JsonValue.JsonArray;
import io.merapi.api.json.JsonValue.JsonLiteral;
import io.merapi.api.json.JsonValue.JsonNumber;
import io.merapi.api.json.JsonValue.JsonObject;
import io.merapi.api.json.JsonValue.JsonText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonValueTest {

  @Test
  void readsValuesOfEveryKind() {
    assertThat(JsonValue.parse(" {\"a\" : [1, -2.5e3, \"t\"], \"b\":{}, \"c\":[ ]} "))
        .isEqualTo(
            new JsonObject(
                Map.of(
                    "a",
                    new JsonArray(
                        List.of(new JsonNumber("1"), new JsonNumber("-2.5e3"), new JsonText("t"))),
                    "b",
                    new JsonObject(Map.of()),
                    "c",
                    new JsonArray(List.of()))));
    assertThat(JsonValue.parse("[true,false,null]"))
        .isEqualTo(new JsonArray(List.of(JsonLiteral.TRUE, JsonLiteral.FALSE, JsonLiteral.NULL)));
  }

  @Test
  void undoesEscapes() {
    assertThat(JsonValue.parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\""))
        .isEqualTo(new JsonText("\"\\/\b\f\n\r\té"));
  }

  @Test
  void ofTwoMembersWithOneNameTheLastCounts() {
    assertThat(JsonValue.parse("{\"a\":1,\"a\":2}"))
        .isEqualTo(new JsonObject(Map.of("a", new JsonNumber("2"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[1",
        "\"a",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1,}",
        "[1,]",
        "{a:1}",
        "{1:1}",
        "01",
        "1.",
        ".5",
        "+1",
        "1e",
        "tru",
        "nul",
        "not json",
        "1 2",
        "{} x",
        "'a'",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"a\tb\"",
        "NaN"
      })
  void refusesWhatIsNotJson(String text) {
    assertThatThrownBy(() -> JsonValue.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("JSON ");
  }

  @Test
  void namesThePlaceThatIsWrong() {
    assertThatThrownBy(() -> JsonValue.parse("{\"a\";1}"))
        .hasMessage("JSON has an unexpected character (;) at position 4");
  }

  @Test
  void endlessNestingDoesNotEndTheProgram() {
    assertThatThrownBy(() -> JsonValue.parse("[".repeat(100_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("JSON is nested more than 500 deep");
  }

  @Test
  void tablesOfResourcesAreWrittenAsTheyAreRead() {
    var table =
        JsonResources.readTable(
            JsonValue.parse(
                "{\"b\":{\"memory\":1024,\"cpu\":\" 2000m \"},\"a<\":null,\"c\":{\"cpu\":null}}"));
    assertThat(JsonResources.writeTable(table))
        .isEqualTo(
            "{\"a\\u003c\":{},\"b\":{\"cpu\":\"2\",\"memory\":\"1024\"},\"c\":{\"cpu\":\"0\"}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1", "[]", "{\"a\":1}", "{\"a\":{\"cpu\":true}}", "{\"a\":{\"cpu\":\"x\"}}"})
  void refusesWhatIsNoTableOfResources(String text) {
    JsonValue value = JsonValue.parse(text);
    assertThatThrownBy(() -> JsonResources.readTable(value))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
