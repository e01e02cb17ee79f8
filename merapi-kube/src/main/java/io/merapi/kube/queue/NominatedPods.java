package io.merapi.kube.queue;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.Nominations;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The one home of nominations: those that the scheduler has made, before the cluster says so, and
 * those that the cluster reports.
 *
 * <p>Upstream counterpart: {@code nominator}.
 */
public final class NominatedPods implements Nominations {

  private final Map<String, List<PodInfo>> byNode = new LinkedHashMap<>();
  private final Map<String, String> nodes = new HashMap<>();
  private final Function<String, @Nullable PodInfo> latest;

  /**
   * @param latest a pod of the cluster by its key
   */
  NominatedPods(Function<String, @Nullable PodInfo> latest) {
    this.latest = latest;
  }

  @Override
  public List<PodInfo> on(String nodeName) {
    return List.copyOf(byNode.getOrDefault(nodeName, List.of()));
  }

  @Override
  public Set<String> nodes() {
    return Collections.unmodifiableSet(byNode.keySet());
  }

  /** The node that a pod is nominated to; absent for none. */
  public @Nullable String nodeOf(Pod pod) {
    return nodes.get(pod.identity());
  }

  /** Nominates a pod to a node, and to no other; a pod that is gone or has a node is left out. */
  public void nominate(PodInfo pod, String nodeName) {
    clear(pod.pod());
    PodInfo now = latest.apply(pod.key());
    if (nodeName.isEmpty() || now == null || now.pod().assigned() || now.pod().terminated()) {
      return;
    }
    nodes.put(pod.pod().identity(), nodeName);
    byNode.computeIfAbsent(nodeName, _ -> new ArrayList<>()).add(pod);
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
    List<PodInfo> there = byNode.getOrDefault(node, List.of());
    there.removeIf(one -> one.pod().isSameAs(pod));
    if (there.isEmpty()) {
      byNode.remove(node);
    }
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
