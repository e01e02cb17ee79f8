package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.extenders.Extenders;
import io.merapi.kube.extenders.SchedulerExtender.ExtenderException;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.PreFilterOutcome;
import io.merapi.kube.framework.SchedulingProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Looks for nodes that fit by asking every filter about one node after the other, then the
 * extenders about those that are left.
 */
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
      pass.throughExtenders();
      // A failure is not told: the node is looked at again with all others.
      if (pass.failure == null && !pass.feasible.isEmpty()) {
        return new FeasibleNodes.Found(pass.feasible, diagnosis.build());
      }
    }
    List<NodeInfo> nodes = attempt.cluster().nodes();
    SortedSet<String> names = before.nodeNames();
    if (names != null) {
      nodes = nodes.stream().filter(node -> names.contains(node.name())).toList();
      diagnosis.others(before.outside());
    }
    var pass = new Pass(attempt, nominations, diagnosis);
    pass.over(nodes);
    rotation.advance(pass.feasible.size() + diagnosis.size(), attempt.cluster().nodes().size());
    int fit = pass.feasible.size();
    pass.throughExtenders();
    if (pass.feasible.size() < fit) {
      diagnosis.extendersRejected();
    }
    return pass.failure == null
        ? new FeasibleNodes.Found(pass.feasible, diagnosis.build())
        : new FeasibleNodes.Failed(pass.failure);
  }

  /** The node that an earlier attempt made room on: likely the only one that fits. */
  static @Nullable NodeInfo nominatedNode(PodAttempt attempt) {
    String name = attempt.pod().pod().status().nominatedNodeName();
    return name.isEmpty() ? null : attempt.cluster().node(name);
  }

  /** One pass over some nodes. */
  private final class Pass {

    private final PodAttempt attempt;
    private final Nominations nominations;
    private final Diagnosis.Builder diagnosis;
    List<NodeInfo> feasible = new ArrayList<>();
    @Nullable String failure;

    Pass(PodAttempt attempt, Nominations nominations, Diagnosis.Builder diagnosis) {
      this.attempt = attempt;
      this.nominations = nominations;
      this.diagnosis = diagnosis;
    }

    /** Looks at nodes, from where the last search ended, until enough fit. */
    void over(List<NodeInfo> nodes) {
      int enough = oneIsEnough() ? 1 : sampling.enough(nodes.size());
      int looked = 0;
      while (looked < nodes.size() && feasible.size() < enough && failure == null) {
        // As many nodes as are missing are looked at in any case, so they can be at once.
        var next = new NodeInfo[Math.min(enough - feasible.size(), nodes.size() - looked)];
        for (int i = 0; i < next.length; i++) {
          next[i] = nodes.get((rotation.start() + looked++) % nodes.size());
        }
        look(next);
      }
    }

    /** Looks at nodes and notes what is found, up to the first that a plugin fails on. */
    private void look(NodeInfo[] nodes) {
      var verdicts = new PluginVerdict[nodes.length];
      profile.fanOut().forEach(nodes.length, i -> verdicts[i] = judge(nodes[i]));
      for (int i = 0; i < nodes.length; i++) {
        if (verdicts[i].isSuccess()) {
          feasible.add(nodes[i]);
        } else if (verdicts[i].isRejection()) {
          diagnosis.node(nodes[i].name(), verdicts[i]);
        } else {
          failure = verdicts[i].message();
          return;
        }
      }
    }

    /** Whether nobody looks at nodes that fit, so that the first is as good as any. */
    private boolean oneIsEnough() {
      Extenders extenders = profile.extenders();
      return !profile.scoring().hasScorers() && !extenders.anyScores() && !extenders.anyFilters();
    }

    /** Shows the nodes that fit to the extenders, who may turn some down. */
    void throughExtenders() {
      if (failure != null) {
        return;
      }
      try {
        feasible =
            profile
                .extenders()
                .filter(
                    attempt.pod().pod(),
                    feasible,
                    (node, verdict) -> diagnosis.node(node, new PluginVerdict(verdict, "")));
      } catch (ExtenderException e) {
        failure = Objects.toString(e.getMessage(), "");
      }
    }

    private PluginVerdict judge(NodeInfo node) {
      return profile.filtering().hasFilters()
          ? profile.filtering().filter(attempt, node, nominations.on(node.name()))
          : PluginVerdict.SUCCESS;
    }
  }
}
