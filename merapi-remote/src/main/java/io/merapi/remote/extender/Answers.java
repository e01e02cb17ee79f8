package io.merapi.remote.extender;

import io.merapi.remote.http.BodyReader;
import io.merapi.remote.http.CallException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
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
 * Reads what extenders answer, as Go's decoder reads the types of {@code extender/v1}: the case of
 * field names does not matter, unknown fields are passed over, null leaves a value as it is, and
 * nothing is read beyond the first value.
 *
 * <p>Streamed: of a whole node only its name is kept.
 */
final class Answers {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          // To close a body means to read the rest of it, however long.
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(1 << 20).maxNestingDepth(200).build())
          .build();

  private final JsonParser in;

  private Answers(JsonParser in) {
    this.in = in;
  }

  /**
   * {@code ExtenderFilterResult}.
   *
   * @param nodes names of the whole nodes that it holds; null where it holds none
   * @param nodeNames null where it holds none
   * @param error empty where it went well
   */
  record FilterResult(
      @Nullable List<String> nodes,
      @Nullable List<String> nodeNames,
      Map<String, String> failed,
      Map<String, String> unresolvable,
      String error) {}

  /** {@code MetaVictims}. */
  record MetaVictims(List<String> uids, long pdbViolations) {}

  static FilterResult filterResult(InputStream body) throws IOException {
    return read(body, Answers::filterResult);
  }

  private FilterResult filterResult() {
    var read =
        new Object() {
          @Nullable List<String> nodes;
          @Nullable List<String> nodeNames;
          final Map<String, String> failed = new LinkedHashMap<>();
          final Map<String, String> unresolvable = new LinkedHashMap<>();
          String error = "";
        };
    fields(field -> {
      switch (field) {
        case "nodes" -> read.nodes = isNull() ? null : nodeList();
        case "nodenames" -> read.nodeNames = isNull() ? null : list(Answers::text);
        case "failednodes" -> entries(node -> read.failed.put(node, text()));
        case "failedandunresolvablenodes" -> entries(node -> read.unresolvable.put(node, text()));
        case "error" -> read.error = text();
        default -> in.skipChildren();
      }
    });
    return new FilterResult(read.nodes, read.nodeNames, read.failed, read.unresolvable, read.error);
  }

  private List<String> nodeList() {
    var names = new ArrayList<String>();
    fields(field -> {
      if (field.equals("items")) {
        names.addAll(list(Answers::nodeName));
      }
    });
    return names;
  }

  private String nodeName() {
    var name = new StringBuilder();
    fields(field -> {
      if (field.equals("metadata")) {
        fields(meta -> {
          if (meta.equals("name")) {
            name.append(text());
          }
        });
      }
    });
    return name.toString();
  }

  /**
   * {@code HostPriorityList}, points by host.
   *
   * @param scale what every score is multiplied with; several of one host add up
   */
  static BodyReader<Map<String, Long>> hostPriorities(long scale) {
    return body ->
        read(
            body,
            answers -> {
              var points = new LinkedHashMap<String, Long>();
              answers
                  .list(Answers::hostPriority)
                  .forEach(host -> points.merge(host.host, host.score * scale, Long::sum));
              return points;
            });
  }

  private record HostPriority(String host, long score) {}

  private HostPriority hostPriority() {
    var read =
        new Object() {
          String host = "";
          long score;
        };
    fields(field -> {
      switch (field) {
        case "host" -> read.host = text();
        case "score" -> read.score = number();
        default -> in.skipChildren();
      }
    });
    return new HostPriority(read.host, read.score);
  }

  /** {@code ExtenderBindingResult}: why it failed; empty where it went well. */
  static String bindingError(InputStream body) throws IOException {
    return read(
        body,
        answers -> {
          var error = new StringBuilder();
          answers.fields(field -> {
            if (field.equals("error")) {
              error.append(answers.text());
            }
          });
          return error.toString();
        });
  }

  /** {@code ExtenderPreemptionResult}: victims by node. */
  static SequencedMap<String, MetaVictims> preemptionResult(InputStream body) throws IOException {
    return read(
        body,
        answers -> {
          var victims = new LinkedHashMap<String, MetaVictims>();
          answers.fields(field -> {
            if (field.equals("nodenametometavictims")) {
              answers.entries(node -> victims.put(node, answers.metaVictims()));
            }
          });
          return victims;
        });
  }

  private MetaVictims metaVictims() {
    var uids = new ArrayList<String>();
    long[] violations = {0};
    fields(field -> {
      switch (field) {
        case "pods" -> uids.addAll(list(Answers::uid));
        case "numpdbviolations" -> violations[0] = number();
        default -> in.skipChildren();
      }
    });
    return new MetaVictims(uids, violations[0]);
  }

  private String uid() {
    var uid = new StringBuilder();
    fields(field -> {
      if (field.equals("uid")) {
        uid.append(text());
      }
    });
    return uid.toString();
  }

  private static <T> T read(InputStream body, Function<Answers, T> reader) throws IOException {
    try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), body)) {
      if (in.nextToken() == null) {
        throw new CallException("the answer is empty");
      }
      return reader.apply(new Answers(in));
    } catch (JacksonIOException e) {
      throw e.getCause();
    } catch (JacksonException e) {
      throw new CallException("the answer is not what was asked for: " + e.getOriginalMessage());
    }
  }

  private boolean isNull() {
    return in.currentToken() == JsonToken.VALUE_NULL;
  }

  /**
   * Walks the fields of an object; of a field that the reader does not touch the value is skipped.
   */
  private void fields(Consumer<String> reader) {
    entries(name -> reader.accept(name.toLowerCase(Locale.ROOT)));
  }

  private void entries(Consumer<String> reader) {
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

  private <T> List<T> list(Function<Answers, T> item) {
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

  private String text() {
    if (isNull()) {
      return "";
    }
    expect(JsonToken.VALUE_STRING, "a string");
    return in.getString();
  }

  private long number() {
    if (isNull()) {
      return 0;
    }
    expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
    return in.getLongValue();
  }

  private void expect(JsonToken token, String what) {
    if (in.currentToken() != token) {
      String field = in.currentName();
      throw new StreamReadException(
          in,
          "%s must be %s".formatted(field == null ? "the answer" : "(%s)".formatted(field), what));
    }
  }
}
