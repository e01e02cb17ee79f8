package io.merapi.config.objects;

import io.merapi.config.objects.Tokens.Token;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A whole text as maps, lists, strings, numbers ({@link BigDecimal}), flags and nulls: for small
 * texts whose shape is not known beforehand, such as the expected answers of a golden case.
 */
public final class TokenTree {

  private TokenTree() {}

  /** The value at the current token. */
  public static @Nullable Object read(Tokens tokens) {
    return switch (tokens.current()) {
      case START_OBJECT -> object(tokens);
      case START_LIST -> list(tokens);
      case TEXT -> tokens.text();
      case NUMBER -> new BigDecimal(tokens.text());
      case FLAG -> tokens.text().equals("true");
      case NULL -> null;
      case FIELD, END_OBJECT, END_LIST, END ->
          throw new IllegalStateException("no value starts at a token " + tokens.current());
    };
  }

  private static Map<String, @Nullable Object> object(Tokens tokens) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    while (tokens.next() != Token.END_OBJECT) {
      String name = tokens.text();
      tokens.next();
      fields.put(name, read(tokens));
    }
    return fields;
  }

  private static List<@Nullable Object> list(Tokens tokens) {
    var items = new ArrayList<@Nullable Object>();
    while (tokens.next() != Token.END_LIST) {
      items.add(read(tokens));
    }
    return items;
  }
}
