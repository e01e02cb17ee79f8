package io.merapi.remote.extender;

import io.merapi.remote.http.BodyReader;
import io.merapi.remote.http.JsonBody;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads what extenders answer: the types of {@code extender/v1}.
 *
 * <p>Streamed: of a whole node only its name is kept.
 */
final class Answers {

  private Answers() {}

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
    return JsonBody.read(body, Answers::filterResult);
  }

  private static FilterResult filterResult(JsonBody in) {
    var read =
        new Object() {
          @Nullable List<String> nodes;
          @Nullable List<String> nodeNames;
          final Map<String, String> failed = new LinkedHashMap<>();
          final Map<String, String> unresolvable = new LinkedHashMap<>();
          String error = "";
        };
    in.fields(field -> {
      switch (field) {
        case "nodes" -> read.nodes = in.isNull() ? null : nodeList(in);
        case "nodenames" -> read.nodeNames = in.isNull() ? null : in.list(JsonBody::text);
        case "failednodes" -> in.entries(node -> read.failed.put(node, in.text()));
        case "failedandunresolvablenodes" ->
            in.entries(node -> read.unresolvable.put(node, in.text()));
        case "error" -> read.error = in.text();
        default -> in.skip();
      }
    });
    return new FilterResult(read.nodes, read.nodeNames, read.failed, read.unresolvable, read.error);
  }

  private static List<String> nodeList(JsonBody in) {
    var names = new ArrayList<String>();
    in.fields(field -> {
      if (field.equals("items")) {
        names.addAll(in.list(Answers::nodeName));
      }
    });
    return names;
  }

  private static String nodeName(JsonBody in) {
    var name = new StringBuilder();
    in.fields(field -> {
      if (field.equals("metadata")) {
        in.fields(meta -> {
          if (meta.equals("name")) {
            name.append(in.text());
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
        JsonBody.read(
            body,
            in -> {
              var points = new LinkedHashMap<String, Long>();
              in.list(Answers::hostPriority)
                  .forEach(host -> points.merge(host.host, host.score * scale, Long::sum));
              return points;
            });
  }

  private record HostPriority(String host, long score) {}

  private static HostPriority hostPriority(JsonBody in) {
    var read =
        new Object() {
          String host = "";
          long score;
        };
    in.fields(field -> {
      switch (field) {
        case "host" -> read.host = in.text();
        case "score" -> read.score = in.number();
        default -> in.skip();
      }
    });
    return new HostPriority(read.host, read.score);
  }

  /** {@code ExtenderBindingResult}: why it failed; empty where it went well. */
  static String bindingError(InputStream body) throws IOException {
    return JsonBody.read(
        body,
        in -> {
          var error = new StringBuilder();
          in.fields(field -> {
            if (field.equals("error")) {
              error.append(in.text());
            }
          });
          return error.toString();
        });
  }

  /** {@code ExtenderPreemptionResult}: victims by node. */
  static SequencedMap<String, MetaVictims> preemptionResult(InputStream body) throws IOException {
    return JsonBody.read(
        body,
        in -> {
          var victims = new LinkedHashMap<String, MetaVictims>();
          in.fields(field -> {
            if (field.equals("nodenametometavictims")) {
              in.entries(node -> victims.put(node, metaVictims(in)));
            }
          });
          return victims;
        });
  }

  private static MetaVictims metaVictims(JsonBody in) {
    var uids = new ArrayList<String>();
    long[] violations = {0};
    in.fields(field -> {
      switch (field) {
        case "pods" -> uids.addAll(in.list(Answers::uid));
        case "numpdbviolations" -> violations[0] = in.number();
        default -> in.skip();
      }
    });
    return new MetaVictims(uids, violations[0]);
  }

  private static String uid(JsonBody in) {
    var uid = new StringBuilder();
    in.fields(field -> {
      if (field.equals("uid")) {
        uid.append(in.text());
      }
    });
    return uid.toString();
  }
}
