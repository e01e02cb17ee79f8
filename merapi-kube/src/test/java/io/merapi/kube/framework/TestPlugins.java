package io.merapi.kube.framework;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Plugins that answer as they are told. */
public final class TestPlugins {

  private TestPlugins() {}

  public static Verdict no(String reason) {
    return Verdict.unschedulable(Reason.of("Test", reason));
  }

  public static Verdict never(String reason) {
    return Verdict.unresolvable(Reason.of("Test", reason));
  }

  /** Filters nodes by a rule. */
  public record Filter(String name, Function<NodeInfo, Verdict> rule) implements FilterPlugin {

    /** Turns down some nodes with one reason. */
    public static Filter rejecting(String name, String reason, String... nodes) {
      var rejected = Set.of(nodes);
      return new Filter(
          name, node -> rejected.contains(node.name()) ? no(reason) : Verdict.success());
    }

    public static Filter accepting(String name) {
      return new Filter(name, _ -> Verdict.success());
    }

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      return rule.apply(node);
    }
  }

  /** Has one answer before any node is looked at, and accepts every node after that. */
  public record PreFilter(String name, PreFilterResult answer)
      implements PreFilterPlugin, FilterPlugin {

    @Override
    public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
      return answer;
    }

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      return no("asked although it skips");
    }
  }

  /** Restricts the nodes, and judges nothing. */
  public record Only(String name, Set<String> nodes) implements PreFilterPlugin {

    public static Only nodes(String name, String... nodes) {
      return new Only(name, Set.of(nodes));
    }

    @Override
    public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
      return PreFilterResult.only(nodes);
    }
  }

  /** Scores nodes by a table. */
  public record Score(String name, Map<String, Long> scores) implements ScorePlugin {

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
      return scores.getOrDefault(node.name(), 0L);
    }
  }

  /** Has one answer before nodes are scored, and the same score for all of them. */
  public record PreScore(String name, Verdict answer) implements PreScorePlugin, ScorePlugin {

    @Override
    public Verdict preScore(
        CycleState state, PodInfo pod, ClusterView cluster, List<NodeInfo> feasible) {
      return answer;
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
      return 1;
    }
  }
}
