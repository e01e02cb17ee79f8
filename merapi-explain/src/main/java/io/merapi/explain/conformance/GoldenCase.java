package io.merapi.explain.conformance;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.config.objects.JsonTokens;
import io.merapi.config.objects.MalformedObjectException;
import io.merapi.config.objects.ObjectReader;
import io.merapi.config.objects.ObjectSink;
import io.merapi.config.objects.TokenTree;
import io.merapi.config.objects.Tokens;
import io.merapi.config.objects.Tokens.Token;
import io.merapi.config.source.Location;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One scenario with what a real scheduler answered.
 *
 * @param config the text of its configuration file; empty for the default configuration
 * @param incoming pods to ask about that are not part of the cluster
 * @param fields everything else that the file holds, as plain maps and lists: {@code expect}, and
 *     the inputs that only some cases have
 */
public record GoldenCase(
    String name,
    String group,
    Layer layer,
    String config,
    List<ClusterObject> objects,
    List<ClusterObject> incoming,
    Map<String, @Nullable Object> fields) {

  /** The time of cases whose answers do not depend on it. */
  private static final Instant ANY_TIME = Instant.parse("2030-01-01T00:00:00Z");

  /** Which of the two programs answered. */
  public enum Layer {
    KUBE,
    BATCH
  }

  public GoldenCase {
    objects = List.copyOf(objects);
    incoming = List.copyOf(incoming);
  }

  /** When it happens, all at one moment; any time where the file does not say. */
  Instant now() {
    return fields.get("now") instanceof String text ? Instant.parse(text) : ANY_TIME;
  }

  /**
   * Reads a case file.
   *
   * @param group the folder of the file; files that name their group themselves win
   * @throws MalformedObjectException if an object of the case cannot be read, or is of a kind that
   *     is not read at all: a case must load without loss
   */
  public static GoldenCase read(String file, String group, String json) {
    var tokens = new JsonTokens(file, json);
    if (tokens.next() != Token.START_OBJECT) {
      throw new MalformedObjectException(tokens.location(), "", "a case must be an object");
    }
    var reader = new ObjectReader();
    List<ClusterObject> objects = List.of();
    List<ClusterObject> incoming = List.of();
    var fields = new LinkedHashMap<String, @Nullable Object>();
    while (tokens.next() != Token.END_OBJECT) {
      String field = tokens.text();
      tokens.next();
      switch (field) {
        case "objects" -> objects = objects(reader, tokens);
        case "incoming" -> incoming = objects(reader, tokens);
        default -> fields.put(field, TokenTree.read(tokens));
      }
    }
    // Only the vectors of kube-scheduler name their group inside the file.
    boolean kube = fields.containsKey("group");
    return new GoldenCase(
        text(fields, "name"),
        kube ? text(fields, "group") : group,
        kube ? Layer.KUBE : Layer.BATCH,
        text(fields, "config"),
        objects,
        incoming,
        fields);
  }

  /** What the real program answered. */
  @SuppressWarnings("unchecked") // The file format makes it an object.
  public Map<String, @Nullable Object> expect() {
    Object expect = fields.get("expect");
    return expect instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of();
  }

  private static String text(Map<String, @Nullable Object> fields, String field) {
    return fields.get(field) instanceof String text ? text : "";
  }

  private static List<ClusterObject> objects(ObjectReader reader, Tokens tokens) {
    var objects = new ArrayList<ClusterObject>();
    if (tokens.current() == Token.NULL) {
      return objects;
    }
    var sink =
        new ObjectSink() {
          @Override
          public void object(ClusterObject object, Location where) {
            objects.add(object);
          }

          @Override
          public void skipped(String apiGroup, String kindName) {
            throw new MalformedObjectException(
                tokens.location(), "kind", "(%s) is no kind that is read".formatted(kindName));
          }

          @Override
          public void malformed(MalformedObjectException complaint) {
            throw complaint;
          }
        };
    while (tokens.next() != Token.END_LIST) {
      reader.read(tokens, sink);
    }
    return objects;
  }
}
