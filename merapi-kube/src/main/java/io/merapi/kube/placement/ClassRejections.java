package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.Filtering;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PodAttempt;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why the pods of one class fit nowhere, where the class and each node itself decide that; asks
 * again only about nodes that have changed. Used by one thread.
 *
 * <p>Verdicts are kept from the first time on that no node fits; a class that always finds a node
 * takes no memory for them.
 */
final class ClassRejections {

  /** No node has this version. */
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final Filtering filtering;
  private NodeColumn versions = new NodeColumn(UNKNOWN);
  private @Nullable PluginVerdict[] verdicts = new PluginVerdict[0];

  ClassRejections(Filtering filtering) {
    this.filtering = filtering;
  }

  /** To be called where other filters take part than before. */
  void forget() {
    versions = new NodeColumn(UNKNOWN);
  }

  /**
   * The verdict on every node, in the order in which a search looks at them.
   *
   * @throws Unanswered if a filter does not reject a node after all
   */
  Diagnosis diagnose(PodAttempt attempt, Nominations nominations, NodeRotation rotation)
      throws Unanswered {
    List<NodeInfo> nodes = attempt.cluster().nodes();
    var diagnosis = new Diagnosis.Builder();
    for (int i = 0; i < nodes.size(); i++) {
      NodeInfo node = nodes.get((rotation.start() + i) % nodes.size());
      PluginVerdict verdict = judge(attempt, node, nominations.on(node.name()));
      if (!verdict.isRejection()) {
        throw new Unanswered();
      }
      diagnosis.node(node.name(), verdict);
    }
    return diagnosis.build();
  }

  private PluginVerdict judge(PodAttempt attempt, NodeInfo node, List<PodInfo> nominated) {
    if (!nominated.isEmpty()) {
      return filtering.filter(attempt, node, nominated);
    }
    int index = node.index();
    PluginVerdict known = index < verdicts.length ? verdicts[index] : null;
    if (known == null || versions.get(index) != node.version()) {
      known = filtering.filter(attempt, node);
      keep(index, known);
      versions.set(index, node.version());
    }
    return known;
  }

  private void keep(int index, PluginVerdict verdict) {
    if (index >= verdicts.length) {
      verdicts = Arrays.copyOf(verdicts, Math.max(index + 1, 2 * verdicts.length));
    }
    verdicts[index] = verdict;
  }
}
