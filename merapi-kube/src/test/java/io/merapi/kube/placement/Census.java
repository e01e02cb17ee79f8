package io.merapi.kube.placement;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.HashMap;
import java.util.Map;

/**
 * A plugin that looks at all nodes: it keeps away from the kind of disk that most of them have. For
 * pods of one namespace it counts pods in place of nodes while there are no devices in the cluster,
 * so that it takes turns with {@link Moody} among the plugins whose answers are kept.
 */
final class Census implements PreFilterPlugin, FilterPlugin, ScorePlugin {

  static final String NAME = "Census";

  private static final Verdict TOO_COMMON =
      Verdict.unschedulable(Reason.of("TooCommon", "node(s) were like most"));

  private final CycleKey<Counts> key;

  Census(PluginContext context) {
    this.key = context.cycleKey(NAME, Counts.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
    boolean countsPods = dependence(pod, cluster) == Dependence.CLUSTER;
    var counts = new HashMap<String, Integer>();
    int all = 0;
    for (NodeInfo node : cluster.nodes()) {
      int count = countsPods ? node.pods().size() : 1;
      counts.merge(disk(node), count, Integer::sum);
      all += count;
    }
    state.put(key, new Counts(counts, all));
    return PreFilterResult.ALL_NODES;
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    Counts counts = requireNonNull(state.get(key));
    return 2 * counts.like(node) > counts.all ? TOO_COMMON : Verdict.success();
  }

  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return dependence(pod, cluster);
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    return requireNonNull(state.get(key)).like(node);
  }

  @Override
  public Normalization normalization() {
    return Normalization.TO_GREATEST_REVERSED;
  }

  @Override
  public Dependence scoreDependence(PodInfo pod, ClusterView cluster) {
    return dependence(pod, cluster);
  }

  private static Dependence dependence(PodInfo pod, ClusterView cluster) {
    return pod.pod().namespace().equals("other") && !seesDevices(cluster)
        ? Dependence.CLUSTER
        : Dependence.NODES;
  }

  static boolean seesDevices(ClusterView cluster) {
    return !cluster.objects(ObjectKind.DEVICE_CLASS).isEmpty();
  }

  private static String disk(NodeInfo node) {
    return requireNonNull(node.node()).meta().labels().getOrDefault("disk", "");
  }

  private record Counts(Map<String, Integer> byDisk, int all) {

    int like(NodeInfo node) {
      return byDisk.getOrDefault(disk(node), 0);
    }
  }
}
