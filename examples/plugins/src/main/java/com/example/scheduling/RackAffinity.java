package com.example.scheduling;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;

/** Keeps a pod in the rack that its annotation names: if it can, or at all costs. */
public final class RackAffinity implements FilterPlugin, ScorePlugin {

  static final String NAME = "RackAffinity";

  /** The annotation by which a pod names its rack. */
  static final String RACK = "example.com/rack";

  private static final Verdict OTHER_RACK =
      Verdict.unresolvable(Reason.of("OtherRack", "node(s) were in another rack"));

  private final Args args;

  RackAffinity(Args args) {
    this.args = args;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    return !args.required() || wanted(pod).isEmpty() || inWantedRack(pod, node)
        ? Verdict.success()
        : OTHER_RACK;
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    return inWantedRack(pod, node) ? MAX_SCORE : 0;
  }

  private boolean inWantedRack(PodInfo pod, NodeInfo info) {
    Node node = info.node();
    String rack = node == null ? "" : node.meta().labels().getOrDefault(args.label(), "");
    return !rack.isEmpty() && rack.equals(wanted(pod));
  }

  private static String wanted(PodInfo pod) {
    return pod.pod().meta().annotations().getOrDefault(RACK, "");
  }

  /**
   * What a configuration says.
   *
   * @param label the label of nodes that says in which rack they are
   * @param required whether a pod may run in its rack only
   */
  record Args(String label, boolean required) {}
}
