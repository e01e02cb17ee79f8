package io.merapi.cluster.watch;

import static io.merapi.api.cluster.ObjectKind.CONFIG_MAP;
import static io.merapi.api.cluster.ObjectKind.CSI_DRIVER;
import static io.merapi.api.cluster.ObjectKind.CSI_NODE;
import static io.merapi.api.cluster.ObjectKind.CSI_STORAGE_CAPACITY;
import static io.merapi.api.cluster.ObjectKind.DEVICE_CLASS;
import static io.merapi.api.cluster.ObjectKind.HYPER_NODE;
import static io.merapi.api.cluster.ObjectKind.NAMESPACE;
import static io.merapi.api.cluster.ObjectKind.NODE;
import static io.merapi.api.cluster.ObjectKind.NODE_SHARD;
import static io.merapi.api.cluster.ObjectKind.NUMATOPOLOGY;
import static io.merapi.api.cluster.ObjectKind.PERSISTENT_VOLUME;
import static io.merapi.api.cluster.ObjectKind.PERSISTENT_VOLUME_CLAIM;
import static io.merapi.api.cluster.ObjectKind.POD;
import static io.merapi.api.cluster.ObjectKind.POD_DISRUPTION_BUDGET;
import static io.merapi.api.cluster.ObjectKind.POD_GROUP;
import static io.merapi.api.cluster.ObjectKind.PRIORITY_CLASS;
import static io.merapi.api.cluster.ObjectKind.QUEUE;
import static io.merapi.api.cluster.ObjectKind.REPLICATION_CONTROLLER;
import static io.merapi.api.cluster.ObjectKind.REPLICA_SET;
import static io.merapi.api.cluster.ObjectKind.RESOURCE_CLAIM;
import static io.merapi.api.cluster.ObjectKind.RESOURCE_QUOTA;
import static io.merapi.api.cluster.ObjectKind.RESOURCE_SLICE;
import static io.merapi.api.cluster.ObjectKind.SERVICE;
import static io.merapi.api.cluster.ObjectKind.STATEFUL_SET;
import static io.merapi.api.cluster.ObjectKind.STORAGE_CLASS;
import static io.merapi.api.cluster.ObjectKind.VOLUME_ATTACHMENT;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.session.NodeSharding;
import io.merapi.batch.session.SessionOptions;
import io.merapi.cluster.permission.Layer;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.plugins.InTreePlugin;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which kinds have to be followed. */
public final class WatchedKinds {

  /** What plugins look at besides pods and nodes. */
  private static final Map<String, Set<ObjectKind>> READ_BY =
      Map.of(
          "InterPodAffinity",
          Set.of(NAMESPACE),
          "PodTopologySpread",
          Set.of(SERVICE, REPLICATION_CONTROLLER, REPLICA_SET, STATEFUL_SET),
          "VolumeRestrictions",
          Set.of(PERSISTENT_VOLUME_CLAIM),
          "VolumeZone",
          Set.of(PERSISTENT_VOLUME_CLAIM, PERSISTENT_VOLUME, STORAGE_CLASS),
          "NodeVolumeLimits",
          Set.of(
              PERSISTENT_VOLUME_CLAIM,
              PERSISTENT_VOLUME,
              STORAGE_CLASS,
              CSI_NODE,
              CSI_DRIVER,
              VOLUME_ATTACHMENT),
          "VolumeBinding",
          Set.of(
              PERSISTENT_VOLUME_CLAIM,
              PERSISTENT_VOLUME,
              STORAGE_CLASS,
              CSI_NODE,
              CSI_DRIVER,
              CSI_STORAGE_CAPACITY),
          "DynamicResources",
          Set.of(RESOURCE_CLAIM, RESOURCE_SLICE, DEVICE_CLASS),
          "DefaultPreemption",
          Set.of(POD_DISRUPTION_BUDGET));

  private static final Map<String, Set<ObjectKind>> READ_IN_SESSIONS_BY =
      Map.of(
          "deviceshare",
          Set.of(CONFIG_MAP),
          "numa-aware",
          Set.of(NUMATOPOLOGY),
          "resourcequota",
          Set.of(RESOURCE_QUOTA));

  /** What sessions look at whatever the configuration. */
  private static final Set<ObjectKind> READ_IN_EVERY_SESSION =
      Set.of(POD, NODE, POD_GROUP, QUEUE, HYPER_NODE);

  private WatchedKinds() {}

  /** Everything that may have to be followed for the work of a layer, by any configuration. */
  public static Set<ObjectKind> ever(Layer layer) {
    Set<ObjectKind> kinds = EnumSet.of(POD, NODE);
    READ_BY.values().forEach(kinds::addAll);
    if (layer == Layer.BATCH) {
      kinds.addAll(READ_IN_EVERY_SESSION);
      kinds.add(PRIORITY_CLASS);
      kinds.add(NODE_SHARD);
      READ_IN_SESSIONS_BY.values().forEach(kinds::addAll);
    }
    return kinds;
  }

  /** What the plugins of a configuration look at; a plugin from elsewhere may look at anything. */
  public static List<WatchedKind> of(KubeConfiguration configuration) {
    Set<ObjectKind> kinds = EnumSet.of(POD, NODE);
    for (Profile profile : configuration.profiles()) {
      profile.plugins().inOrder().values().stream()
          .flatMap(Collection::stream)
          .distinct()
          .forEach(plugin -> kinds.addAll(readBy(plugin)));
    }
    return kinds.stream()
        .map(kind -> kind == POD ? WatchedKind.livePods() : WatchedKind.all(kind))
        .toList();
  }

  /** What sessions look at, and the plugins of a configuration. */
  public static List<WatchedKind> of(BatchConfiguration configuration, SessionOptions options) {
    Set<ObjectKind> kinds = EnumSet.copyOf(READ_IN_EVERY_SESSION);
    // The plugins of kube-scheduler that predicates and nodeorder wrap.
    READ_BY.values().forEach(kinds::addAll);
    if (options.priorityClasses()) {
      kinds.add(PRIORITY_CLASS);
    }
    if (options.sharding().mode() != NodeSharding.Mode.NONE) {
      kinds.add(NODE_SHARD);
    }
    configuration
        .plugins()
        .forEach(plugin -> kinds.addAll(READ_IN_SESSIONS_BY.getOrDefault(plugin.name(), Set.of())));
    // Pods that have ended count for their groups.
    return kinds.stream().map(WatchedKind::all).toList();
  }

  private static Set<ObjectKind> readBy(String plugin) {
    if (InTreePlugin.named(plugin).isPresent()) {
      return READ_BY.getOrDefault(plugin, Set.of());
    }
    var all = EnumSet.noneOf(ObjectKind.class);
    READ_BY.values().forEach(all::addAll);
    return all;
  }
}
