package io.merapi.remote.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/**
 * The value at which a reader of a JSON body stands, read as Go's decoder reads it: the case of
 * field names does not matter, unknown fields are passed over, null leaves a value as it is, and
 * nothing is read beyond the first value.
 */
public final class JsonBody {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          // To close a body means to read the rest of it, however long.
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(1 << 20).maxNestingDepth(200).build())
          .build();

  private final JsonParser in;

  private JsonBody(JsonParser in) {
    this.in = in;
  }

  /**
   * Reads a body.
   *
   * @throws CallException if it is not what the reader asks for
   */
  public static <T> T read(InputStream body, Function<JsonBody, T> reader) throws IOException {
    try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), body)) {
      if (in.nextToken() == null) {
        throw new CallException("the answer is empty");
      }
      return reader.apply(new JsonBody(in));
    } catch (JacksonIOException e) {
      throw e.getCause();
    } catch (JacksonException e) {
      throw new CallException("the answer is not what was asked for: " + e.getOriginalMessage());
    }
  }

  public boolean isNull() {
    return in.currentToken() == JsonToken.VALUE_NULL;
  }

  public boolean isText() {
    return in.currentToken() == JsonToken.VALUE_STRING;
  }

  /**
   * Walks the fields of an object, with their names in lower case; of a field that the reader does
   * not touch the value is skipped.
   */
  public void fields(Consumer<String> reader) {
    entries(name -> reader.accept(name.toLowerCase(Locale.ROOT)));
  }

  /** The same with names as they are. */
  public void entries(Consumer<String> reader) {
    if (isNull()) {
      return;
    }
    expect(JsonToken.START_OBJECT, "an object");
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      in.nextToken();
      reader.accept(name);
      in.skipChildren();
    }
  }

  public <T> List<T> list(Function<JsonBody, T> item) {
    var items = new ArrayList<T>();
    if (isNull()) {
      return items;
    }
    expect(JsonToken.START_ARRAY, "a list");
    while (in.nextToken() != JsonToken.END_ARRAY) {
      items.add(item.apply(this));
    }
    return items;
  }

  /** A string; empty for null. */
  public String text() {
    if (isNull()) {
      return "";
    }
    expect(JsonToken.VALUE_STRING, "a string");
    return in.getString();
  }

  /** A whole number; 0 for null. */
  public long number() {
    if (isNull()) {
      return 0;
    }
    expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
    return in.getLongValue();
  }

  /** A number; 0 for null. */
  public double decimal() {
    if (isNull()) {
      return 0;
    }
    if (in.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      expect(JsonToken.VALUE_NUMBER_FLOAT, "a number");
    }
    return in.getDoubleValue();
  }

  /** Passes over the value. */
  public void skip() {
    in.skipChildren();
  }

  /** What a reader throws at a value that it cannot use. */
  public RuntimeException unusable(String why) {
    return new StreamReadException(in, why);
  }

  private void expect(JsonToken token, String what) {
    if (in.currentToken() != token) {
      String field = in.currentName();
      throw unusable(
          "%s must be %s".formatted(field == null ? "the answer" : "(%s)".formatted(field), what));
    }
  }
}
