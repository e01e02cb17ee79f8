package io.merapi.batch.plugins.predicates;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.kubeplugins.KeptCounts;
import io.merapi.batch.kubeplugins.TaskCycle;
import io.merapi.batch.session.SessionCluster;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the wrapped filters know of the tasks of one class together, as of when one of them was last
 * looked at. Used by one thread.
 *
 * <p>What they count is kept and told of moves. A filter that has nothing to do for a task once is
 * left out for it from then on, but not for the others: so there is a cycle for each set of filters
 * that are left out, and all have the same state.
 */
final class ClassCycles {

  private final WrappedFilters filters;
  private final SessionCluster cluster;
  private final TaskCycle first;
  private final List<PreFilterPlugin> counting;

  /** Null where nothing is counted. */
  private final @Nullable KeptCounts counts;

  /** By the filters that are left out. */
  private final List<Outcome> fits = new ArrayList<>(1);

  private ClassCycles(
      WrappedFilters filters,
      SessionCluster cluster,
      TaskCycle first,
      List<PreFilterPlugin> counting,
      List<CycleKey<? extends ClusterCounts>> keys) {
    this.filters = filters;
    this.cluster = cluster;
    this.first = first;
    this.counting = counting;
    this.counts = keys.isEmpty() ? null : new KeptCounts(keys, first.state(), cluster);
  }

  /**
   * The cycles of a class; null where each of its tasks must be looked at by itself. What decides
   * that does not change while the session is open.
   */
  static @Nullable ClassCycles of(WrappedFilters filters, PodInfo pod, SessionCluster cluster) {
    TaskCycle first = filters.newCycle();
    var counting = new ArrayList<PreFilterPlugin>();
    var keys = new ArrayList<CycleKey<? extends ClusterCounts>>();
    for (PreFilterPlugin plugin : filters.preFilters()) {
      CycleKey<? extends ClusterCounts> key =
          plugin instanceof FilterPlugin filter ? filter.filterCounts() : null;
      if (plugin.preFilterFollowsClass(pod, cluster)) {
        Verdict verdict = plugin.preFilter(first.state(), pod, cluster).verdict();
        if (verdict.isSkip()) {
          first.skip(plugin);
        } else if (!verdict.isSuccess()) {
          return null;
        }
      } else if (key != null) {
        counting.add(plugin);
        keys.add(key);
      } else {
        return null;
      }
    }
    filters.prepare(first, pod, cluster);
    return switch (filters.widest(first, pod, cluster)) {
      case CLAIMS, CLUSTER -> null;
      case NODE, NODES, COUNTS ->
          filters.mayReserve(first)
              ? null
              : new ClassCycles(filters, cluster, first, counting, keys);
    };
  }

  /** Whether a task's cycle is one of these. */
  boolean has(TaskCycle cycle) {
    for (int i = 0; i < fits.size(); i++) {
      if (fits.get(i).cycle() == cycle) {
        return true;
      }
    }
    return false;
  }

  /**
   * Asks the pre-filters about a task.
   *
   * @param before the task's cycle; null where it was not looked at yet
   */
  Outcome preFilter(PodInfo pod, @Nullable TaskCycle before) {
    if (counts != null) {
      counts.follow();
    }
    TaskCycle cycle = before == null ? first : before;
    for (int i = 0; i < counting.size(); i++) {
      PreFilterPlugin plugin = counting.get(i);
      Verdict verdict = plugin.preFilter(first.state(), pod, cluster).verdict();
      if (verdict.isSkip()) {
        cycle = cycle.skips(plugin) ? cycle : cycle.without(plugin);
      } else if (!verdict.isSuccess()) {
        return new Outcome(fits(cycle, pod).cycle(), TaskCycles.failure(plugin, verdict));
      }
    }
    return fits(cycle, pod);
  }

  /** With the one cycle of those that leave the same filters out, ready for filters to be asked. */
  private Outcome fits(TaskCycle cycle, PodInfo pod) {
    for (int i = 0; i < fits.size(); i++) {
      TaskCycle known = fits.get(i).cycle();
      if (known == cycle || known.skipped().equals(cycle.skipped())) {
        return fits.get(i);
      }
    }
    filters.prepare(cycle, pod, cluster);
    if (filters.widest(cycle, pod, cluster) == Dependence.COUNTS) {
      cycle.setCounted(new CountedFilters(cycle, pod, cluster));
    }
    var outcome = new Outcome(cycle, Fit.fits());
    fits.add(outcome);
    return outcome;
  }

  /**
   * What came of looking at a task.
   *
   * @param cycle the task's from now on
   */
  record Outcome(TaskCycle cycle, Fit fit) {}
}
