package io.merapi.batch.plugins.predicates;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.CountedPredicate;
import io.merapi.batch.kubeplugins.TaskCycle;
import io.merapi.batch.session.SessionCluster;
import java.util.ArrayList;
import java.util.List;

/** The filters of a class of tasks in two halves: those that go by counts, and the others. */
final class CountedFilters implements CountedPredicate {

  private final TaskCycle cycle;
  private final SessionCluster cluster;
  private final List<FilterPlugin> single = new ArrayList<>();
  private final List<FilterPlugin> counting = new ArrayList<>();
  private final List<ClusterCounts> counts = new ArrayList<>();

  /**
   * @param cycle of the class, prepared
   */
  CountedFilters(TaskCycle cycle, PodInfo pod, SessionCluster cluster) {
    this.cycle = cycle;
    this.cluster = cluster;
    cycle.stableFilters().forEach(filter -> add(filter, pod));
    cycle.otherFilters().forEach(filter -> add(filter, pod));
  }

  private void add(FilterPlugin filter, PodInfo pod) {
    boolean counts = filter.filterDependence(pod, cluster) == Dependence.COUNTS;
    (counts ? counting : single).add(filter);
  }

  @Override
  public List<ClusterCounts> counts() {
    counts.clear();
    for (int i = 0; i < counting.size(); i++) {
      FilterPlugin filter = counting.get(i);
      CycleKey<? extends ClusterCounts> key = filter.filterCounts();
      ClusterCounts known = key == null ? null : cycle.state().get(key);
      if (known == null) {
        throw new IllegalStateException("%s has not counted".formatted(filter.name()));
      }
      counts.add(known);
    }
    return counts;
  }

  @Override
  public boolean fitsByItself(Task task, SessionNode node) {
    NodeInfo info = cluster.nodeAt(node.index());
    return node.allocatable().maxTasks() > info.pods().size() && accept(single, task, info);
  }

  @Override
  public boolean fitsByCounts(Task task, SessionNode node) {
    return accept(counting, task, cluster.factsAt(node.index()));
  }

  private boolean accept(List<FilterPlugin> filters, Task task, NodeInfo info) {
    for (int i = 0; i < filters.size(); i++) {
      Verdict verdict = filters.get(i).filter(cycle.state(), task.info(), info);
      if (FilterAnswers.status(verdict) != null) {
        return false;
      }
    }
    return true;
  }
}
