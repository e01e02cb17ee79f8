package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.NodeVerdicts;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.extenders.Extenders;
import io.merapi.kube.framework.PluginVerdict;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Why nodes were turned down; immutable.
 *
 * @param nodes the verdicts on nodes that were looked at and do not fit
 * @param others the verdict on all other nodes of a pod that fits nowhere
 * @param preFilterMessage what the pre-filters said if they ended the attempt, else empty
 * @param unschedulablePlugins those that turned down the pod or a node; {@link Extenders#NAME}
 *     where an extender did
 * @param pendingPlugins those of them that must say when the pod is to be tried again
 */
public record Diagnosis(
    NodeRejections nodes,
    Verdict others,
    String preFilterMessage,
    SortedSet<String> unschedulablePlugins,
    SortedSet<String> pendingPlugins)
    implements NodeVerdicts {

  public Diagnosis {
    unschedulablePlugins = Collections.unmodifiableSortedSet(new TreeSet<>(unschedulablePlugins));
    pendingPlugins = Collections.unmodifiableSortedSet(new TreeSet<>(pendingPlugins));
  }

  /** That a plugin, or one that upstream does not name, has turned down the node of a pod. */
  public static Diagnosis ofNode(String nodeName, PluginVerdict verdict) {
    SortedSet<String> plugins = new TreeSet<>(Set.of(verdict.plugin()));
    return new Diagnosis(
        new NamedRejections(Map.of(nodeName, verdict)),
        Verdict.unresolvable(),
        "",
        plugins,
        verdict.verdict() instanceof Verdict.Held ? plugins : new TreeSet<>());
  }

  @Override
  public Verdict of(NodeInfo node) {
    PluginVerdict known = nodes.of(node);
    return known == null ? others : known.verdict();
  }

  @Override
  public List<NodeInfo> whereEvictionHelps(ClusterView cluster) {
    return nodes.whereEvictionHelps(cluster, others);
  }

  /** Gathers a diagnosis while nodes are looked at. */
  static final class Builder {

    private final Map<String, PluginVerdict> nodes = new LinkedHashMap<>();
    private final SortedSet<String> unschedulablePlugins = new TreeSet<>();
    private final SortedSet<String> pendingPlugins = new TreeSet<>();
    private Verdict others = Verdict.unresolvable();
    private String preFilterMessage = "";

    void node(String name, PluginVerdict verdict) {
      nodes.put(name, verdict);
      plugin(verdict);
    }

    void others(Verdict verdict) {
      others = verdict;
    }

    void restrictedBy(SortedSet<String> plugins) {
      unschedulablePlugins.addAll(plugins);
    }

    void extendersRejected() {
      unschedulablePlugins.add(Extenders.NAME);
    }

    void preFilterRejected(PluginVerdict verdict) {
      others = verdict.verdict();
      preFilterMessage = verdict.message();
      plugin(verdict);
    }

    private void plugin(PluginVerdict verdict) {
      if (!verdict.plugin().isEmpty() && verdict.isRejection()) {
        unschedulablePlugins.add(verdict.plugin());
        if (verdict.verdict() instanceof Verdict.Held) {
          pendingPlugins.add(verdict.plugin());
        }
      }
    }

    int size() {
      return nodes.size();
    }

    Diagnosis build() {
      return new Diagnosis(
          new NamedRejections(nodes),
          others,
          preFilterMessage,
          unschedulablePlugins,
          pendingPlugins);
    }
  }
}
