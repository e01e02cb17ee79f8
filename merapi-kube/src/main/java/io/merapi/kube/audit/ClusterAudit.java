package io.merapi.kube.audit;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.state.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whether the nodes of a snapshot and its pods tell the same story. */
public final class ClusterAudit {

  private final Snapshot snapshot;
  private final List<Violation> found = new ArrayList<>();
  private final Map<String, String> nodeOfPod = new HashMap<>();

  private ClusterAudit(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** Everything that does not agree. */
  public static List<Violation> of(Snapshot snapshot) {
    var audit = new ClusterAudit(snapshot);
    snapshot.forEachNode(audit::node);
    snapshot.unseenNodes().forEachValue(audit::node);
    snapshot.pods().forEachValue(audit::pod);
    audit.affinity();
    return audit.found;
  }

  private void node(NodeInfo node) {
    agree(sums(node));
    if (node.node() != null) {
      compare(
          "a node offers what its object says",
          node.name(),
          node.allocatable(),
          ResourceAmounts.of(node.node().allocatable(), snapshot.dictionary()));
      compare(
          "a node is where its index says",
          node.name(),
          name(snapshot.node(node.index())),
          node.name());
    }
    for (PodInfo pod : node.pods()) {
      String other = nodeOfPod.put(pod.key(), node.name());
      if (other != null) {
        found.add(Violation.of("a pod is on one node", pod.key(), node.name(), other));
      }
      PodInfo known = snapshot.pod(pod.key());
      boolean same = known != null && known.pod().isSameAs(pod.pod());
      if (!same) {
        found.add(Violation.of("a pod on a node exists", pod.key(), node.name(), "no such pod"));
      }
    }
  }

  private static @Nullable String name(@Nullable NodeInfo node) {
    return node == null ? null : node.name();
  }

  /** Whether what a node has in sum is the sum of its pods. */
  static List<Violation> sums(NodeInfo node) {
    var found = new ArrayList<Violation>();
    ResourceDictionary dictionary = node.allocatable().dictionary();
    NodeInfo anew = NodeInfo.named(node.name(), dictionary);
    for (PodInfo pod : node.pods()) {
      anew = anew.with(pod, 0);
    }
    differ(
        found, "requested", node, node.requested().withoutZeros(), anew.requested().withoutZeros());
    differ(found, "cpu for scoring", node, node.nonZeroCpuMillis(), anew.nonZeroCpuMillis());
    differ(found, "memory for scoring", node, node.nonZeroMemoryBytes(), anew.nonZeroMemoryBytes());
    differ(found, "ports", node, node.usedPorts(), anew.usedPorts());
    differ(found, "claims", node, node.claimUses(), anew.claimUses());
    differ(found, "pods with affinity", node, node.podsWithAffinity(), anew.podsWithAffinity());
    if (isNegative(node.requested())) {
      found.add(Violation.of("nothing is negative", node.name(), node.requested(), "at least 0"));
    }
    return found;
  }

  private static void differ(
      List<Violation> found, String what, NodeInfo node, Object has, Object shouldHave) {
    if (!has.equals(shouldHave)) {
      String rule = "the %s of a node are the sum of its pods".formatted(what);
      found.add(Violation.of(rule, node.name(), has, shouldHave));
    }
  }

  private static boolean isNegative(ResourceAmounts amounts) {
    boolean negative =
        amounts.cpuMillis() < 0 || amounts.memoryBytes() < 0 || amounts.ephemeralStorageBytes() < 0;
    for (int i = 0; i < amounts.scalarCount(); i++) {
      negative |= amounts.scalarValue(i) < 0;
    }
    return negative;
  }

  private void pod(PodInfo info) {
    Pod pod = info.pod();
    compare(
        "a pod that runs is counted on its node",
        pod.key(),
        nodeOfPod.get(pod.key()),
        pod.assigned() && !pod.terminated() ? pod.nodeName() : null);
  }

  private void affinity() {
    var expected = new ArrayList<String>();
    snapshot.forEachNode(node -> {
      if (!node.podsWithAffinity().isEmpty()) {
        expected.add(node.name());
      }
    });
    compare(
        "nodes that have pods with affinity are known",
        "the cluster",
        snapshot.nodesWithPodAffinity().stream().map(NodeInfo::name).toList(),
        expected);
  }

  private void compare(String rule, String object, @Nullable Object has, @Nullable Object should) {
    if (!Objects.equals(has, should)) {
      found.add(Violation.of(rule, object, String.valueOf(has), String.valueOf(should)));
    }
  }

  private void agree(List<Violation> violations) {
    found.addAll(violations);
  }
}
