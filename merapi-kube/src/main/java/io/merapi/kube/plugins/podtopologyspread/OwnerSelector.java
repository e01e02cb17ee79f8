package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.selector.CompiledSelector;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.workload.ReplicaSet;
import io.merapi.api.workload.ReplicationController;
import io.merapi.api.workload.Service;
import io.merapi.api.workload.StatefulSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pods that a pod belongs together with: those of its services and of its controller.
 *
 * <p>Upstream counterpart: {@code helper.DefaultSelector}.
 */
final class OwnerSelector {

  /** What is looked up in the cluster for it. */
  static final Set<ObjectKind> READ =
      Set.of(
          ObjectKind.SERVICE,
          ObjectKind.REPLICATION_CONTROLLER,
          ObjectKind.REPLICA_SET,
          ObjectKind.STATEFUL_SET);

  private OwnerSelector() {}

  /** What all services of the pod and its controller select; everything where there are none. */
  static CompiledSelector of(PodInfo pod, ClusterView cluster) {
    Map<String, String> labels = serviceLabels(pod, cluster);
    return switch (controller(pod, cluster)) {
      case ReplicationController(_, var selector) -> {
        labels.putAll(selector.toMap());
        yield CompiledSelector.ofLabels(Labels.of(labels));
      }
      case ReplicaSet(_, var selector) -> both(labels, selector);
      case StatefulSet(_, var selector) -> both(labels, selector);
      case null, default -> CompiledSelector.ofLabels(Labels.of(labels));
    };
  }

  private static Map<String, String> serviceLabels(PodInfo pod, ClusterView cluster) {
    var labels = new TreeMap<String, String>();
    for (ClusterObject object : cluster.objects(ObjectKind.SERVICE)) {
      if (object instanceof Service(var meta, var selector)
          && meta.namespace().equals(pod.pod().namespace())
          && selector != null
          && contains(pod.pod().meta().labels(), selector)) {
        labels.putAll(selector.toMap());
      }
    }
    return labels;
  }

  private static boolean contains(Labels labels, Labels wanted) {
    for (int i = 0; i < wanted.size(); i++) {
      if (!wanted.value(i).equals(labels.get(wanted.key(i)))) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable ClusterObject controller(PodInfo pod, ClusterView cluster) {
    OwnerReference owner = pod.podClass().controller();
    if (owner == null) {
      return null;
    }
    ObjectKind kind =
        switch (owner.kind()) {
          case "ReplicationController" -> ObjectKind.REPLICATION_CONTROLLER;
          case "ReplicaSet" -> ObjectKind.REPLICA_SET;
          default -> ObjectKind.STATEFUL_SET;
        };
    return cluster.object(kind, pod.pod().namespace() + "/" + owner.name());
  }

  /** A controller's selector that selects nothing, or makes no sense, is left out. */
  private static CompiledSelector both(
      Map<String, String> serviceLabels, @Nullable LabelSelector selector) {
    CompiledSelector services = CompiledSelector.ofLabels(Labels.of(serviceLabels));
    CompiledSelector controlled = CompiledSelector.of(selector);
    return controlled.isNothing() ? services : services.and(controlled);
  }
}
