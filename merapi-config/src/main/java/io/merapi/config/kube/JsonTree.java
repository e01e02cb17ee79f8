package io.merapi.config.kube;

import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;
import io.merapi.config.source.ScalarType;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Entry;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceNode.Sequence;
import java.util.ArrayList;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON as a tree. Upstream takes a text that starts with a brace for JSON and holds it to JSON's
 * syntax, of which YAML takes more; and YAML does not take all of JSON, such as tabs before keys.
 */
final class JsonTree {

  private static final JsonFactory FACTORY = new JsonFactory();

  private final String file;
  private final JsonParser parser;
  private final UnaryOperator<Location> places;

  private JsonTree(String file, JsonParser parser, UnaryOperator<Location> places) {
    this.file = file;
    this.parser = parser;
    this.places = places;
  }

  static boolean isJson(String text) {
    return text.stripLeading().startsWith("{");
  }

  /**
   * Reads the one value of a text.
   *
   * @param places from places in the text to those that are reported
   * @throws MalformedTextException if the text is no JSON, or more than one value
   */
  static SourceNode parse(String file, String text, UnaryOperator<Location> places) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      var tree = new JsonTree(file, parser, places);
      SourceNode root = tree.node(parser.nextToken());
      if (parser.nextToken() != null) {
        throw new MalformedTextException(
            tree.at(parser.currentTokenLocation()), "has something after its first value");
      }
      return root;
    } catch (JacksonException e) {
      TokenStreamLocation where = e.getLocation();
      throw new MalformedTextException(
          places.apply(where == null ? Location.of(file) : at(file, where)),
          "is no JSON: " + e.getOriginalMessage());
    }
  }

  private SourceNode node(@Nullable JsonToken token) {
    Location where = at(parser.currentTokenLocation());
    return switch (token) {
      case START_OBJECT -> mapping(where);
      case START_ARRAY -> sequence(where);
      case VALUE_STRING -> new Scalar(where, parser.getString(), ScalarType.TEXT);
      case VALUE_NUMBER_INT -> new Scalar(where, parser.getString(), ScalarType.INTEGER);
      case VALUE_NUMBER_FLOAT -> new Scalar(where, parser.getString(), ScalarType.NUMBER);
      case VALUE_TRUE -> new Scalar(where, "true", ScalarType.FLAG);
      case VALUE_FALSE -> new Scalar(where, "false", ScalarType.FLAG);
      case VALUE_NULL -> new Scalar(where, "null", ScalarType.NULL);
      case null, default -> throw new MalformedTextException(where, "ends too early");
    };
  }

  private Mapping mapping(Location where) {
    var entries = new ArrayList<Entry>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      Location keyWhere = at(parser.currentTokenLocation());
      String key = parser.currentName();
      entries.add(new Entry(keyWhere, key, node(parser.nextToken())));
    }
    return new Mapping(where, entries);
  }

  private Sequence sequence(Location where) {
    var items = new ArrayList<SourceNode>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      items.add(node(token));
    }
    return new Sequence(where, items);
  }

  private Location at(TokenStreamLocation where) {
    return places.apply(at(file, where));
  }

  private static Location at(String file, TokenStreamLocation where) {
    return new Location(file, Math.max(0, where.getLineNr()), Math.max(0, where.getColumnNr()));
  }
}
