package io.merapi.remote.extender;

import io.merapi.remote.http.CallException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/** JSON as texts, numbers, flags, lists and maps of these, and null. */
final class JsonTrees {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          // To close a body means to read the rest of it, however long.
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Math.toIntExact(HttpExtenderTransport.MOST_BYTES))
                  .maxNestingDepth(200)
                  .build())
          .build();

  private JsonTrees() {}

  static byte[] bytes(Map<String, ? extends @Nullable Object> tree) {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      write(tree, out);
    }
    return bytes.toByteArray();
  }

  private static void write(@Nullable Object value, JsonGenerator out) {
    switch (value) {
      case null -> out.writeNull();
      case Map<?, ?> map -> {
        out.writeStartObject();
        map.forEach((name, field) -> {
          out.writeName(String.valueOf(name));
          write(field, out);
        });
        out.writeEndObject();
      }
      case List<?> list -> {
        out.writeStartArray();
        list.forEach(item -> write(item, out));
        out.writeEndArray();
      }
      case Boolean flag -> out.writeBoolean(flag);
      case Double number -> decimal(number, out);
      case Integer number -> out.writeNumber(number);
      case Long number -> out.writeNumber(number);
      case String text -> out.writeString(text);
      default -> throw new IllegalArgumentException("no JSON form of a " + value.getClass());
    }
  }

  /** Without a point where it is whole, as Go writes it and whoever counts reads it. */
  private static void decimal(double number, JsonGenerator out) {
    if (number == Math.rint(number) && Math.abs(number) < Long.MAX_VALUE) {
      out.writeNumber((long) number);
    } else {
      out.writeNumber(number);
    }
  }

  /** Reads the first value of a body, and nothing beyond it. */
  static @Nullable Object read(InputStream body) throws IOException {
    try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), body)) {
      if (in.nextToken() == null) {
        throw new CallException("the answer is empty");
      }
      return value(in);
    } catch (JacksonIOException e) {
      throw e.getCause();
    } catch (JacksonException e) {
      throw new CallException("the answer is not what was asked for: " + e.getOriginalMessage());
    }
  }

  private static @Nullable Object value(JsonParser in) {
    return switch (in.currentToken()) {
      case START_OBJECT -> {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        while (in.nextToken() == JsonToken.PROPERTY_NAME) {
          String name = in.currentName();
          in.nextToken();
          Object value = value(in);
          // Null leaves a field as it is.
          if (value != null) {
            fields.put(name, value);
          }
        }
        yield fields;
      }
      case START_ARRAY -> {
        var items = new ArrayList<@Nullable Object>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          items.add(value(in));
        }
        yield items;
      }
      case VALUE_NUMBER_INT ->
          in.getNumberType() == NumberType.BIG_INTEGER
              ? (Object) in.getBigIntegerValue()
              : (Object) in.getLongValue();
      case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> in.getString();
    };
  }
}
