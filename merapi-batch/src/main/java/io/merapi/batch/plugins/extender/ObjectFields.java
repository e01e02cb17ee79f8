package io.merapi.batch.plugins.extender;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects of the cluster as Go writes its types.
 *
 * <p>These have fields that are written though they say nothing, some of which (what a node's
 * system is, when a condition was reported) scheduling does not keep.
 */
final class ObjectFields {

  private static final String SPEC = "spec";
  private static final String STATUS = "status";
  private static final String CONDITIONS = "conditions";

  private static final List<String> SYSTEM_INFO =
      List.of(
          "machineID",
          "systemUUID",
          "bootID",
          "kernelVersion",
          "osImage",
          "containerRuntimeVersion",
          "kubeletVersion",
          "kubeProxyVersion",
          "operatingSystem",
          "architecture");

  private final ExtenderTransport transport;

  ObjectFields(ExtenderTransport transport) {
    this.transport = transport;
  }

  /**
   * A pod.
   *
   * @param nodeName the node that it names; empty for none
   */
  Map<String, @Nullable Object> pod(Pod pod, String nodeName) {
    Map<String, @Nullable Object> fields =
        written(pod.nodeName().equals(nodeName) ? pod : pod.onNode(nodeName));
    change(
        fields,
        SPEC,
        spec -> {
          for (String list : List.of("containers", "initContainers")) {
            items(spec, list, container -> container.putIfAbsent("resources", Map.of()));
          }
        });
    change(
        fields,
        STATUS,
        status ->
            items(
                status,
                CONDITIONS,
                condition -> {
                  condition.putIfAbsent("lastProbeTime", null);
                  condition.putIfAbsent("lastTransitionTime", null);
                }));
    return fields;
  }

  Map<String, @Nullable Object> node(Node node) {
    Map<String, @Nullable Object> fields = written(node);
    change(fields, SPEC, _ -> {});
    change(
        fields,
        STATUS,
        status -> {
          items(
              status,
              CONDITIONS,
              condition -> {
                condition.putIfAbsent("lastHeartbeatTime", null);
                condition.putIfAbsent("lastTransitionTime", null);
              });
          status.put("daemonEndpoints", Map.of("kubeletEndpoint", Map.of("Port", 0)));
          var system = new TreeMap<String, Object>();
          SYSTEM_INFO.forEach(name -> system.put(name, ""));
          status.put("nodeInfo", system);
        });
    return fields;
  }

  /** The group of a job as the session has it by now, with the version that it was read in. */
  Map<String, @Nullable Object> podGroup(Job job) {
    PodGroup group = job.podGroup();
    PodGroup.Status was = group.status();
    Map<String, @Nullable Object> fields =
        untyped(
            group.withStatus(
                new PodGroup.Status(
                    job.phase(),
                    List.copyOf(job.conditions()),
                    was.running(),
                    was.succeeded(),
                    was.failed())));
    change(fields, SPEC, spec -> spec.put("queue", job.queue()));
    change(
        fields,
        STATUS,
        status ->
            items(
                status,
                CONDITIONS,
                condition -> condition.putIfAbsent("lastTransitionTime", null)));
    fields.put("Version", "v1beta1");
    return fields;
  }

  /** What a session knows of a queue. */
  Map<String, @Nullable Object> queue(QueueInfo queue) {
    Map<String, @Nullable Object> object = untyped(queue.queue());
    change(object, SPEC, spec -> spec.putIfAbsent("guarantee", Map.of()));
    change(object, STATUS, status -> status.putIfAbsent("reservation", Map.of()));
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("UID", queue.name());
    fields.put("Name", queue.name());
    fields.put("Weight", queue.weight());
    fields.put("Weights", queue.hierarchyWeights());
    fields.put("Hierarchy", queue.hierarchy());
    fields.put("Queue", object);
    return fields;
  }

  private Map<String, @Nullable Object> written(ClusterObject object) {
    return new LinkedHashMap<>(transport.written(object));
  }

  /** Volcano's own objects have lost kind and version where they were converted. */
  private Map<String, @Nullable Object> untyped(ClusterObject object) {
    Map<String, @Nullable Object> fields = written(object);
    Stream.of("apiVersion", "kind").forEach(fields::remove);
    return fields;
  }

  /** Changes a copy of an object within an object; a new one where there is none. */
  private static void change(Map<String, @Nullable Object> fields, String name, Change change) {
    Map<String, @Nullable Object> inner = copy(fields.get(name));
    change.to(inner);
    fields.put(name, inner);
  }

  /** Changes copies of all objects of a list within an object. */
  private static void items(Map<String, @Nullable Object> fields, String name, Change change) {
    if (fields.get(name) instanceof List<?> list) {
      Function<Object, Map<String, @Nullable Object>> changed =
          item -> {
            Map<String, @Nullable Object> inner = copy(item);
            change.to(inner);
            return inner;
          };
      fields.put(name, list.stream().map(changed).toList());
    }
  }

  private static Map<String, @Nullable Object> copy(@Nullable Object object) {
    var copy = new LinkedHashMap<String, @Nullable Object>();
    if (object instanceof Map<?, ?> map) {
      map.forEach((name, value) -> copy.put(String.valueOf(name), value));
    }
    return copy;
  }

  /** Changes the fields of an object. */
  private interface Change {
    void to(Map<String, @Nullable Object> fields);
  }
}
