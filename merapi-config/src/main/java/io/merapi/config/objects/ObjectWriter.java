package io.merapi.config.objects;

import io.merapi.api.cluster.ClusterObject;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes facts as Kubernetes objects. What is written reads back as an equal fact; fields of the
 * original object that scheduling does not read are not there.
 */
public final class ObjectWriter {

  private static final JsonFactory FACTORY = new JsonFactory();

  private ObjectWriter() {}

  /** The object as strings, numbers, flags, lists and maps. */
  public static Map<String, Object> tree(ClusterObject object) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("apiVersion", object.kind().apiVersion());
    tree.put("kind", object.kind().kindName());
    tree.putAll(ObjectFormats.write(object));
    return tree;
  }

  /** The object as JSON on one line. */
  public static String json(ClusterObject object) {
    return json(tree(object));
  }

  /**
   * The object as JSON on one line, without its kind and version: as it stands where a type says
   * what it is.
   */
  public static String untypedJson(ClusterObject object) {
    return json(ObjectFormats.write(object));
  }

  /**
   * A tree of strings, numbers, flags, lists and maps as JSON on one line; a null in it is written,
   * which in a patch takes a field away.
   */
  public static String json(Map<String, ? extends @Nullable Object> tree) {
    return value(tree);
  }

  /** Any value as JSON on one line. */
  static String value(@Nullable Object tree) {
    var text = new StringWriter();
    try (JsonGenerator out = generator(text)) {
      value(tree, out);
    }
    return text.toString();
  }

  /** The object as one YAML document. */
  public static String yaml(ClusterObject object) {
    return yaml(tree(object));
  }

  /** A tree of strings, numbers, flags, lists and maps as one YAML document. */
  public static String yaml(Map<String, ? extends @Nullable Object> tree) {
    var text = new StringBuilder();
    try {
      new YamlWriter(text).fields(tree, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** Writes the objects as a JSON {@code List}, one after the other. */
  public static void jsonList(Iterable<? extends ClusterObject> objects, Writer to) {
    try (JsonGenerator out = generator(to)) {
      out.writeStartObject();
      out.writeStringProperty("apiVersion", "v1");
      out.writeStringProperty("kind", "List");
      out.writeName("items");
      out.writeStartArray();
      for (ClusterObject object : objects) {
        value(tree(object), out);
      }
      out.writeEndArray();
      out.writeEndObject();
    }
  }

  /**
   * Writes the objects as a YAML {@code List}, one after the other.
   *
   * @throws UncheckedIOException if the writer fails
   */
  public static void yamlList(Iterable<? extends ClusterObject> objects, Appendable to) {
    try {
      to.append("apiVersion: v1\nkind: List\nitems:\n");
      var out = new YamlWriter(to);
      for (ClusterObject object : objects) {
        out.item(tree(object), 0);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonGenerator generator(Writer to) {
    return FACTORY.createGenerator(ObjectWriteContext.empty(), to);
  }

  private static void value(@Nullable Object value, JsonGenerator out) {
    switch (value) {
      case null -> out.writeNull();
      case Map<?, ?> map -> {
        out.writeStartObject();
        map.forEach((name, field) -> {
          out.writeName(name.toString());
          value(field, out);
        });
        out.writeEndObject();
      }
      case List<?> list -> {
        out.writeStartArray();
        list.forEach(item -> value(item, out));
        out.writeEndArray();
      }
      case String text -> out.writeString(text);
      case Boolean flag -> out.writeBoolean(flag);
      case Integer number -> out.writeNumber(number);
      case Long number -> out.writeNumber(number);
      case Double number -> out.writeNumber(number);
      case BigDecimal number -> out.writeNumber(number);
      default -> throw new IllegalArgumentException("no JSON form of a " + value.getClass());
    }
  }
}
