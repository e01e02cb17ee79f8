package io.merapi.config.objects;

import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;
import java.io.InputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** JSON as tokens, streamed: nothing but the current token is held. */
public final class JsonTokens implements Tokens {

  private static final JsonFactory FACTORY = new JsonFactory();

  private final String file;
  private final JsonParser parser;
  private Token current = Token.NULL;

  public JsonTokens(String file, InputStream in) {
    this(file, FACTORY.createParser(ObjectReadContext.empty(), in));
  }

  public JsonTokens(String file, String text) {
    this(file, FACTORY.createParser(ObjectReadContext.empty(), text));
  }

  private JsonTokens(String file, JsonParser parser) {
    this.file = file;
    this.parser = parser;
  }

  @Override
  public Token next() {
    try {
      current = token(parser.nextToken());
      return current;
    } catch (JacksonException e) {
      throw new MalformedTextException(at(e.getLocation()), e.getOriginalMessage());
    }
  }

  @Override
  public Token current() {
    return current;
  }

  @Override
  public String text() {
    try {
      return parser.getString();
    } catch (JacksonException e) {
      throw new MalformedTextException(at(e.getLocation()), e.getOriginalMessage());
    }
  }

  @Override
  public void skipChildren() {
    try {
      parser.skipChildren();
      current = token(parser.currentToken());
    } catch (JacksonException e) {
      throw new MalformedTextException(at(e.getLocation()), e.getOriginalMessage());
    }
  }

  @Override
  public Location location() {
    return at(parser.currentTokenLocation());
  }

  private Location at(TokenStreamLocation place) {
    return new Location(file, place.getLineNr(), place.getColumnNr());
  }

  private static Token token(JsonToken token) {
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
