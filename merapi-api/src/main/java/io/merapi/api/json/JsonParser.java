package io.merapi.api.json;

import io.merapi.api.json.JsonValue.JsonArray;
import io.merapi.api.json.JsonValue.JsonLiteral;
import io.merapi.api.json.JsonValue.JsonNumber;
import io.merapi.api.json.JsonValue.JsonObject;
import io.merapi.api.json.JsonValue.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One pass over a JSON text (RFC 8259), without any leniency. */
final class JsonParser {

  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

  /** Deeper than any annotation, and far from the end of the stack. */
  private static final int DEEPEST = 500;

  private final String text;
  private int at;
  private int depth;

  JsonParser(String text) {
    this.text = text;
  }

  JsonValue parse() {
    JsonValue value = value();
    skipSpace();
    if (at < text.length()) {
      throw unexpected();
    }
    return value;
  }

  private JsonValue value() {
    skipSpace();
    return switch (current()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> new JsonText(string());
      case 't' -> word("true", JsonLiteral.TRUE);
      case 'f' -> word("false", JsonLiteral.FALSE);
      case 'n' -> word("null", JsonLiteral.NULL);
      default -> number();
    };
  }

  private JsonValue object() {
    enter();
    Map<String, JsonValue> members = new LinkedHashMap<>();
    if (!ends('}')) {
      do {
        skipSpace();
        if (current() != '"') {
          throw unexpected();
        }
        String name = string();
        skipSpace();
        expect(':');
        members.put(name, value());
      } while (continues('}'));
    }
    depth--;
    return new JsonObject(members);
  }

  private JsonValue array() {
    enter();
    List<JsonValue> elements = new ArrayList<>();
    if (!ends(']')) {
      do {
        elements.add(value());
      } while (continues(']'));
    }
    depth--;
    return new JsonArray(elements);
  }

  private void enter() {
    at++;
    depth++;
    if (depth > DEEPEST) {
      throw new IllegalArgumentException("JSON is nested more than %d deep".formatted(DEEPEST));
    }
  }

  private boolean ends(char end) {
    skipSpace();
    if (current() != end) {
      return false;
    }
    at++;
    return true;
  }

  /** Whether another part follows after a comma; passes over the end where none does. */
  private boolean continues(char end) {
    if (ends(end)) {
      return false;
    }
    expect(',');
    return true;
  }

  private JsonValue word(String word, JsonLiteral literal) {
    if (!text.startsWith(word, at)) {
      throw unexpected();
    }
    at += word.length();
    return literal;
  }

  private JsonValue number() {
    Matcher matcher = NUMBER.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      throw unexpected();
    }
    at = matcher.end();
    return new JsonNumber(matcher.group());
  }

  private String string() {
    at++;
    var value = new StringBuilder();
    while (current() != '"') {
      char next = text.charAt(at);
      if (next < ' ') {
        throw unexpected();
      }
      at++;
      value.append(next == '\\' ? escaped() : next);
    }
    at++;
    return value.toString();
  }

  private char escaped() {
    char kind = current();
    at++;
    return switch (kind) {
      case '"', '\\', '/' -> kind;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> codeUnit();
      default -> {
        at--;
        throw unexpected();
      }
    };
  }

  private char codeUnit() {
    int unit = 0;
    for (int i = 0; i < 4; i++) {
      char digit = current();
      if (digit > 'f' || Character.digit(digit, 16) < 0) {
        throw unexpected();
      }
      unit = unit * 16 + Character.digit(digit, 16);
      at++;
    }
    return (char) unit;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private void expect(char wanted) {
    if (current() != wanted) {
      throw unexpected();
    }
    at++;
  }

  private char current() {
    if (at >= text.length()) {
      throw new IllegalArgumentException("JSON ends too early");
    }
    return text.charAt(at);
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException(
        "JSON has an unexpected character (%s) at position %d".formatted(text.charAt(at), at));
  }
}
