package io.merapi.config.objects;

import io.merapi.config.objects.Tokens.Token;
import java.util.StringJoiner;

/** A text's tokens on one line, so that a test can show all of them at once. */
final class TokenTrace {

  private TokenTrace() {}

  static String of(Tokens tokens) {
    var trace = new StringJoiner(" ");
    for (Token token = tokens.next(); token != Token.END; token = tokens.next()) {
      trace.add(
          switch (token) {
            case START_OBJECT -> "{";
            case END_OBJECT -> "}";
            case START_LIST -> "[";
            case END_LIST -> "]";
            case FIELD -> tokens.text() + ":";
            case TEXT -> "'" + tokens.text() + "'";
            case NUMBER, FLAG -> tokens.text();
            case NULL, END -> "null";
          });
    }
    return trace.toString();
  }
}
