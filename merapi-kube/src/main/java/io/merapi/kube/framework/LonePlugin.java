package io.merapi.kube.framework;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A plugin of a profile that is asked by itself, as if no other were there: what an explanation
 * shows beside the first plugin that turned a node down.
 */
public final class LonePlugin {

  private final String name;
  private final @Nullable PreFilterPlugin preFilter;
  private final @Nullable FilterPlugin filter;
  private final Supplier<CycleState> states;

  LonePlugin(
      String name,
      @Nullable PreFilterPlugin preFilter,
      @Nullable FilterPlugin filter,
      Supplier<CycleState> states) {
    this.name = name;
    this.preFilter = preFilter;
    this.filter = filter;
    this.states = states;
  }

  public String name() {
    return name;
  }

  /** What the plugin says of a pod and of every node, in a state of its own. */
  public Answer ask(PodInfo pod, ClusterView cluster) {
    CycleState state = states.get();
    PreFilterResult before = PreFilterResult.ALL_NODES;
    PreFilterPlugin first = preFilter;
    if (first != null) {
      try {
        before = first.preFilter(state, pod, cluster);
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        before = PreFilterResult.of(PluginCalls.thrown(e));
      }
    }
    var rejections = new LinkedHashMap<String, Verdict>();
    FilterPlugin second = filter;
    if (second != null && before.verdict().isSuccess()) {
      Verdict prepared =
          PluginCalls.ask(() -> {
            second.prepareFilter(state, pod, cluster);
            return Verdict.success();
          });
      for (NodeInfo node : cluster.nodes()) {
        Verdict verdict =
            prepared.isSuccess()
                ? PluginCalls.ask(() -> second.filter(state, pod, node))
                : prepared;
        if (!verdict.isSuccess()) {
          rejections.put(node.name(), verdict);
        }
      }
    }
    return new Answer(before, rejections);
  }

  /**
   * The answer of one plugin.
   *
   * @param preFilter an unrestricted success where the plugin has no pre-filter
   * @param rejections by node name, what the filter says of nodes that it does not accept; empty
   *     where the pre-filter did not succeed
   */
  public record Answer(PreFilterResult preFilter, Map<String, Verdict> rejections) {}
}
