package io.merapi.kube.placement;

import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.PreFilterOutcome;
import io.merapi.kube.framework.SchedulingProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Looks for nodes that fit by asking every filter about one node after the other. */
final class FeasibleNodeSearch {

  private final SchedulingProfile profile;
  private final NodeSampling sampling;
  private final NodeRotation rotation;

  FeasibleNodeSearch(SchedulingProfile profile, NodeSampling sampling, NodeRotation rotation) {
    this.profile = profile;
    this.sampling = sampling;
    this.rotation = rotation;
  }

  /**
   * Looks at the nodes.
   *
   * @param before what the pre-filters said in this attempt
   */
  FeasibleNodes find(PodAttempt attempt, Nominations nominations, PreFilterOutcome before) {
    var diagnosis = new Diagnosis.Builder();
    diagnosis.restrictedBy(before.restrictedBy());
    if (!before.result().isSuccess()) {
      if (!before.result().isRejection()) {
        return new FeasibleNodes.Failed(before.result().message());
      }
      diagnosis.preFilterRejected(before.result());
      return new FeasibleNodes.Found(List.of(), diagnosis.build());
    }
    NodeInfo nominated = nominatedNode(attempt);
    if (nominated != null) {
      var pass = new Pass(attempt, nominations, diagnosis);
      pass.over(List.of(nominated));
      // A failure is not told: the node is looked at again with all others.
      if (pass.failure == null && !pass.feasible.isEmpty()) {
        return new FeasibleNodes.Found(pass.feasible, diagnosis.build());
      }
    }
    List<NodeInfo> nodes = attempt.cluster().nodes();
    SortedSet<String> names = before.nodeNames();
    if (names != null) {
      nodes = nodes.stream().filter(node -> names.contains(node.name())).toList();
      diagnosis.others(outside(before.restrictedBy()));
    }
    var pass = new Pass(attempt, nominations, diagnosis);
    pass.over(nodes);
    rotation.advance(pass.feasible.size() + diagnosis.size(), attempt.cluster().nodes().size());
    return pass.failure == null
        ? new FeasibleNodes.Found(pass.feasible, diagnosis.build())
        : new FeasibleNodes.Failed(pass.failure);
  }

  /** The node that an earlier attempt made room on: likely the only one that fits. */
  private static @Nullable NodeInfo nominatedNode(PodAttempt attempt) {
    String name = attempt.pod().pod().status().nominatedNodeName();
    return name.isEmpty() ? null : attempt.cluster().node(name);
  }

  private static Verdict outside(SortedSet<String> plugins) {
    String text = "node(s) didn't satisfy plugin(s) [%s]".formatted(String.join(" ", plugins));
    return Verdict.unresolvable(Reason.of("NodeRuledOut", text));
  }

  /** One pass over some nodes. */
  private final class Pass {

    final List<NodeInfo> feasible = new ArrayList<>();
    private final PodAttempt attempt;
    private final Nominations nominations;
    private final Diagnosis.Builder diagnosis;
    @Nullable String failure;

    Pass(PodAttempt attempt, Nominations nominations, Diagnosis.Builder diagnosis) {
      this.attempt = attempt;
      this.nominations = nominations;
      this.diagnosis = diagnosis;
    }

    /** Looks at nodes, from where the last search ended, until enough fit. */
    void over(List<NodeInfo> nodes) {
      int enough = profile.scoring().hasScorers() ? sampling.enough(nodes.size()) : 1;
      for (int i = 0; i < nodes.size() && feasible.size() < enough; i++) {
        NodeInfo node = nodes.get((rotation.start() + i) % nodes.size());
        PluginVerdict verdict = judge(node);
        if (verdict.isSuccess()) {
          feasible.add(node);
        } else if (verdict.isRejection()) {
          diagnosis.node(node.name(), verdict);
        } else {
          failure = verdict.message();
          return;
        }
      }
    }

    private PluginVerdict judge(NodeInfo node) {
      return profile.filtering().hasFilters()
          ? profile.filtering().filter(attempt, node, nominations.on(node.name()))
          : PluginVerdict.SUCCESS;
    }
  }
}
