package io.merapi.sim.controllers;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.pod.Pod;
import io.merapi.sim.cluster.ObjectStore;
import io.merapi.sim.cluster.SimulatedCluster;
import io.merapi.sim.time.VirtualTime;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes groups for pods of the scheduler that belong to none: one for all pods of an owner. */
final class PodGroupController {

  private static final String NAME_PREFIX = "podgroup-";

  private final VirtualTime time;
  private final SimulatedCluster cluster;
  private final ObjectStore store;
  private final List<String> schedulerNames;

  PodGroupController(VirtualTime time, SimulatedCluster cluster, List<String> schedulerNames) {
    this.time = time;
    this.cluster = cluster;
    this.store = cluster.store();
    this.schedulerNames = List.copyOf(schedulerNames);
    store.watch(this::see);
  }

  private void see(ObjectEvent event) {
    if (event instanceof ObjectEvent.Applied(Pod pod)
        && schedulerNames.contains(pod.spec().schedulerNameOrDefault())
        && !grouped(pod)) {
      time.execute(() -> adopt(pod.key()));
    }
  }

  /** The name of the group that is made for all pods of an owner, or for a pod without one. */
  static String groupName(String uid) {
    return NAME_PREFIX + uid;
  }

  private static boolean grouped(Pod pod) {
    return !pod.meta().annotations().getOrDefault(VolcanoKeys.GROUP_NAME, "").isEmpty();
  }

  private void adopt(String key) {
    Pod pod = store.find(Pod.class, ObjectKind.POD, key);
    if (pod == null || grouped(pod)) {
      return;
    }
    String name =
        groupName(pod.meta().controller().map(OwnerReference::uid).orElse(pod.meta().uid()));
    String groupKey = pod.namespace() + "/" + name;
    if (store.find(PodGroup.class, ObjectKind.POD_GROUP, groupKey) == null) {
      cluster.arrive(group(pod, name));
    }
    Labels annotations = pod.meta().annotations().with(VolcanoKeys.GROUP_NAME, name);
    store.apply(pod.withMeta(pod.meta().withAnnotations(annotations)));
  }

  private PodGroup group(Pod pod, String name) {
    Map<String, String> annotations = ownerAnnotations(pod);
    int minimum = minimum(annotations.get(VolcanoKeys.GROUP_MIN_MEMBER));
    annotations.keySet().removeIf(key -> !key.startsWith(VolcanoKeys.PREFIX));
    Labels own = pod.meta().annotations();
    copy(own, VolcanoKeys.PREEMPTABLE, annotations);
    copy(own, VolcanoKeys.COOLDOWN_TIME, annotations);
    copy(own, VolcanoKeys.REVOCABLE_ZONE, annotations);
    copy(
        own,
        own.has(VolcanoKeys.JDB_MIN_AVAILABLE)
            ? VolcanoKeys.JDB_MIN_AVAILABLE
            : VolcanoKeys.JDB_MAX_UNAVAILABLE,
        annotations);
    var labels = new HashMap<String, String>();
    copy(pod.meta().labels(), VolcanoKeys.PREEMPTABLE, labels);
    copy(pod.meta().labels(), VolcanoKeys.COOLDOWN_TIME, labels);
    var usage = new QuotaUsage();
    usage.add(pod.spec(), minimum);
    ObjectMeta meta =
        ObjectMeta.named(pod.namespace(), name)
            .withLabels(Labels.of(labels))
            .withAnnotations(Labels.of(annotations))
            .withOwners(owners(pod));
    return new PodGroup(
        meta,
        minimum,
        Map.of(),
        own.getOrDefault(VolcanoKeys.QUEUE_NAME, ""),
        pod.spec().priorityClassName(),
        usage.total(),
        topology(own),
        List.of(),
        PodGroup.Status.UNREPORTED);
  }

  private static List<OwnerReference> owners(Pod pod) {
    return pod.meta().controller().isPresent() ? pod.meta().owners() : List.of(pod.asController());
  }

  /** The annotations of those owners that are known; the first that has one counts. */
  private Map<String, String> ownerAnnotations(Pod pod) {
    var annotations = new HashMap<String, String>();
    for (OwnerReference owner : pod.meta().owners()) {
      ObjectKind kind =
          switch (owner.kind()) {
            case "ReplicaSet" -> ObjectKind.REPLICA_SET;
            case "StatefulSet" -> ObjectKind.STATEFUL_SET;
            case "Job" -> ObjectKind.JOB;
            default -> null;
          };
      ClusterObject found =
          kind == null
              ? null
              : store.find(ClusterObject.class, kind, pod.namespace() + "/" + owner.name());
      if (found != null) {
        found.meta().annotations().toMap().forEach(annotations::putIfAbsent);
      }
    }
    return annotations;
  }

  private static int minimum(@Nullable String text) {
    Integer stated = number(text);
    return stated == null || stated < 0 ? 1 : stated;
  }

  private static void copy(Labels from, String key, Map<String, String> to) {
    String value = from.get(key);
    if (value != null) {
      to.put(key, value);
    }
  }

  private static @Nullable NetworkTopology topology(Labels annotations) {
    String mode = annotations.get(VolcanoKeys.NETWORK_TOPOLOGY_MODE);
    String tier = annotations.get(VolcanoKeys.NETWORK_TOPOLOGY_HIGHEST_TIER);
    if (mode == null && tier == null) {
      return null;
    }
    boolean soft = mode != null && mode.toLowerCase(Locale.ROOT).equals("soft");
    return new NetworkTopology(
        soft ? NetworkTopology.Mode.SOFT : NetworkTopology.Mode.HARD, number(tier), "");
  }

  private static @Nullable Integer number(@Nullable String text) {
    try {
      return text == null ? null : Integer.valueOf(text);
    } catch (NumberFormatException _) {
      return null;
    }
  }
}
