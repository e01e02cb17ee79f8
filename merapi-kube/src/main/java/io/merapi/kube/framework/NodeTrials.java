package io.merapi.kube.framework;

import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.List;

/** Dry runs of an attempt with the filters of its profile. */
final class NodeTrials implements DryRun {

  private final Filtering filtering;
  private final PodAttempt attempt;
  private final Nominations nominations;

  NodeTrials(Filtering filtering, PodAttempt attempt, Nominations nominations) {
    this.filtering = filtering;
    this.attempt = attempt;
    this.nominations = nominations;
  }

  @Override
  public Trial on(NodeInfo node) {
    return new NodeTrial(node);
  }

  @Override
  public List<PodInfo> nominatedTo(String nodeName) {
    return nominations.on(nodeName);
  }

  /** A node and a copy of the attempt that change together. */
  private final class NodeTrial implements Trial {

    private final PodAttempt changed = attempt.copy();
    private NodeInfo node;

    NodeTrial(NodeInfo node) {
      this.node = node;
    }

    @Override
    public NodeInfo node() {
      return node;
    }

    @Override
    public Verdict remove(PodInfo pod) {
      node = node.without(pod.key(), Filtering.HYPOTHETICAL);
      return filtering.removePod(changed, pod, node).verdict();
    }

    @Override
    public Verdict add(PodInfo pod) {
      node = node.with(pod, Filtering.HYPOTHETICAL);
      return filtering.addPod(changed, pod, node).verdict();
    }

    @Override
    public Verdict filter() {
      return filtering.filter(changed, node, nominations.on(node.name())).verdict();
    }
  }
}
