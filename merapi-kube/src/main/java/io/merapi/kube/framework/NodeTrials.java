package io.merapi.kube.framework;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Dry runs of an attempt with the filters of its profile.
 *
 * <p>Implementation note: what plugins keep for an attempt may be as large as the cluster, so it is
 * copied once and not for every trial. A trial that ends takes its steps back, which costs as much
 * as the steps did: plugins undo exactly what they are told to undo.
 */
final class NodeTrials implements DryRun {

  private final Filtering filtering;
  private final PodAttempt attempt;
  private final Nominations nominations;
  private @Nullable NodeTrial open;

  NodeTrials(Filtering filtering, PodAttempt attempt, Nominations nominations) {
    this.filtering = filtering;
    this.attempt = attempt;
    this.nominations = nominations;
  }

  @Override
  public Trial on(NodeInfo node) {
    PodAttempt copy = open == null ? attempt.copy() : open.end();
    open = new NodeTrial(node, copy);
    return open;
  }

  @Override
  public List<PodInfo> nominatedTo(String nodeName) {
    return nominations.on(nodeName);
  }

  @Override
  public Dependence dependence() {
    for (FilterPlugin filter : attempt.filters()) {
      if (Filtering.dependence(filter, attempt.pod(), attempt.cluster()) != Dependence.NODE) {
        return Dependence.CLUSTER;
      }
    }
    return Dependence.NODE;
  }

  /** A node and a copy of the attempt that change together. */
  private final class NodeTrial implements Trial {

    private final NodeInfo original;
    private final PodAttempt changed;
    private final Map<String, PodInfo> removed = new LinkedHashMap<>();
    private final Map<String, PodInfo> added = new LinkedHashMap<>();
    private NodeInfo node;
    private boolean broken;

    NodeTrial(NodeInfo node, PodAttempt changed) {
      this.original = node;
      this.changed = changed;
      this.node = node;
    }

    @Override
    public NodeInfo node() {
      return node;
    }

    @Override
    public Verdict remove(PodInfo pod) {
      checkOpen();
      if (added.remove(pod.key()) == null) {
        removed.put(pod.key(), pod);
      }
      node = node.without(pod.key(), Filtering.HYPOTHETICAL);
      return followed(filtering.removePod(changed, pod, node));
    }

    @Override
    public Verdict add(PodInfo pod) {
      checkOpen();
      if (removed.remove(pod.key()) == null) {
        added.put(pod.key(), pod);
      }
      node = node.with(pod, Filtering.HYPOTHETICAL);
      return followed(filtering.addPod(changed, pod, node));
    }

    private Verdict followed(PluginVerdict answer) {
      broken |= !answer.isSuccess();
      return answer.verdict();
    }

    @Override
    public Judgement filter() {
      checkOpen();
      PluginVerdict answer = filtering.filter(changed, node, nominations.on(node.name()));
      return new Judgement(answer.verdict(), answer.plugin());
    }

    private void checkOpen() {
      if (open != this) {
        throw new IllegalStateException("the trial on %s has ended".formatted(node.name()));
      }
    }

    /** Takes all steps back; gives the copy as it was, or a new one where plugins lost count. */
    PodAttempt end() {
      for (PodInfo pod : added.values()) {
        broken = broken || !filtering.removePod(changed, pod, original).isSuccess();
      }
      for (PodInfo pod : removed.values()) {
        broken = broken || !filtering.addPod(changed, pod, original).isSuccess();
      }
      return broken ? attempt.copy() : changed;
    }
  }
}
