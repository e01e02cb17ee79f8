package io.merapi.config.objects;

import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON as tokens, streamed: nothing but the current token is held.
 *
 * <p>A repeated field is not refused: the API server takes the last one, and so do readers here.
 */
public final class JsonTokens implements Tokens {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Allowance.MAX_DEPTH)
                  .maxStringLength(Allowance.MAX_SCALAR)
                  .build())
          .build();

  private final String file;
  private final JsonParser parser;
  private final Allowance allowance = new Allowance();
  private Token current = Token.NULL;
  private int depth;

  public JsonTokens(String file, InputStream in) {
    this(file, parser(file, in));
  }

  public JsonTokens(String file, String text) {
    this(file, FACTORY.createParser(ObjectReadContext.empty(), text));
  }

  private JsonTokens(String file, JsonParser parser) {
    this.file = file;
    this.parser = parser;
  }

  /** A parser looks at the first bytes when it is made, to find out their encoding. */
  private static JsonParser parser(String file, InputStream in) {
    try {
      return FACTORY.createParser(ObjectReadContext.empty(), in);
    } catch (JacksonException e) {
      throw new MalformedTextException(Location.of(file), e.getOriginalMessage());
    }
  }

  @Override
  public Token next() {
    try {
      current = token(parser.nextToken());
    } catch (JacksonException e) {
      throw malformed(e);
    }
    if (!allowance.covers(0)) {
      throw Allowance.tooLarge(location());
    }
    switch (current) {
      case START_OBJECT, START_LIST -> depth++;
      case END_OBJECT, END_LIST -> depth--;
      case FIELD, TEXT, NUMBER, FLAG, NULL, END -> {}
    }
    return current;
  }

  @Override
  public Token current() {
    return current;
  }

  @Override
  public String text() {
    String text;
    try {
      text = parser.getString();
    } catch (JacksonException e) {
      throw malformed(e);
    }
    if (!allowance.covers(text.length())) {
      throw Allowance.tooLarge(location());
    }
    return text;
  }

  @Override
  public void skipChildren() {
    if (current != Token.START_OBJECT && current != Token.START_LIST) {
      return;
    }
    try {
      parser.skipChildren();
    } catch (JacksonException e) {
      throw malformed(e);
    }
    current = token(parser.currentToken());
    depth--;
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public void startAllowance() {
    allowance.start();
  }

  @Override
  public Location location() {
    return at(parser.currentTokenLocation());
  }

  private MalformedTextException malformed(JacksonException e) {
    Location where = at(e.getLocation());
    if (e instanceof StreamConstraintsException) {
      return parser.streamReadContext().getNestingDepth() >= Allowance.MAX_DEPTH
          ? Allowance.tooDeep(where)
          : Allowance.tooLong(where);
    }
    return new MalformedTextException(where, e.getOriginalMessage());
  }

  private Location at(@Nullable TokenStreamLocation place) {
    return place == null
        ? Location.of(file)
        : new Location(file, Math.max(0, place.getLineNr()), Math.max(0, place.getColumnNr()));
  }

  private static Token token(@Nullable JsonToken token) {
    return switch (token) {
      case null -> Token.END;
      case START_OBJECT -> Token.START_OBJECT;
      case END_OBJECT -> Token.END_OBJECT;
      case START_ARRAY -> Token.START_LIST;
      case END_ARRAY -> Token.END_LIST;
      case PROPERTY_NAME -> Token.FIELD;
      case VALUE_STRING -> Token.TEXT;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Token.NUMBER;
      case VALUE_TRUE, VALUE_FALSE -> Token.FLAG;
      case VALUE_NULL -> Token.NULL;
      case VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
          throw new IllegalStateException("no JSON text has a token " + token);
    };
  }
}
