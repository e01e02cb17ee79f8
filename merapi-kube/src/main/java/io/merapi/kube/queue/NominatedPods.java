package io.merapi.kube.queue;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The one home of nominations: those that the scheduler has made, before the cluster says so, and
 * those that the cluster reports.
 *
 * <p>Upstream counterpart: {@code nominator}.
 */
public final class NominatedPods implements Nominations {

  private PersistentMap<String, List<PodInfo>> byNode = PersistentMap.empty();
  private final Map<String, String> nodes = new HashMap<>();
  private final Function<String, @Nullable PodInfo> latest;

  /**
   * @param latest a pod of the cluster by its key
   */
  NominatedPods(Function<String, @Nullable PodInfo> latest) {
    this.latest = latest;
  }

  @Override
  public PersistentMap<String, List<PodInfo>> byNode() {
    return byNode;
  }

  @Override
  public @Nullable String nodeOf(PodInfo pod) {
    return nodes.get(pod.pod().identity());
  }

  /** Nominates a pod to a node, and to no other; a pod that is gone or has a node is left out. */
  public void nominate(PodInfo pod, String nodeName) {
    clear(pod.pod());
    if (nodeName.isEmpty()) {
      return;
    }
    PodInfo now = latest.apply(pod.key());
    if (now == null || now.pod().assigned() || now.pod().terminated()) {
      return;
    }
    nodes.put(pod.pod().identity(), nodeName);
    var there = new ArrayList<>(on(nodeName));
    there.add(pod);
    byNode = byNode.with(nodeName, List.copyOf(there));
  }

  /** Nominates a pod to the node that its status names. */
  public void nominateAsReported(PodInfo pod) {
    nominate(pod, pod.pod().status().nominatedNodeName());
  }

  /** Takes back whatever a pod is nominated to. */
  public void clear(Pod pod) {
    String node = nodes.remove(pod.identity());
    if (node == null) {
      return;
    }
    List<PodInfo> left = on(node).stream().filter(one -> !one.pod().isSameAs(pod)).toList();
    byNode = left.isEmpty() ? byNode.without(node) : byNode.with(node, left);
  }

  /**
   * Follows a change of a pod. A nomination that the cluster has not heard of yet stays; otherwise
   * the pod's status is right.
   */
  void update(Pod before, PodInfo after) {
    String made = nodes.get(before.identity());
    boolean unheardOf =
        before.status().nominatedNodeName().isEmpty()
            && after.pod().status().nominatedNodeName().isEmpty();
    clear(before);
    if (unheardOf && made != null) {
      nominate(after, made);
    } else {
      nominateAsReported(after);
    }
  }
}
