package io.merapi.batch.plugins.predicates;

import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodClass;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.kubeplugins.TaskCycle;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionCluster;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the wrapped filters know of each task of a session, shared by a class where it can be. */
final class TaskCycles {

  private final WrappedFilters filters;
  private final SchedulingSession session;
  private final SessionCluster cluster;
  private final CycleKey<TaskCycle> key;

  /** By class, what the filters know of all its pods; empty where they must look at each. */
  private final Map<PodClass, Optional<ClassCycles>> common = new HashMap<>();

  /** To be made while the session opens. */
  TaskCycles(WrappedFilters filters, SchedulingSession session) {
    this.filters = filters;
    this.session = session;
    this.cluster = session.cluster();
    this.key = session.cycleKey(Predicates.NAME, TaskCycle.class);
  }

  TaskCycle of(Task task) {
    return in(session.cycleState(task));
  }

  /** The one in a state, which may be that of a dry run. */
  TaskCycle in(CycleState state) {
    TaskCycle cycle = state.get(key);
    if (cycle == null) {
      cycle = filters.newCycle();
      state.put(key, cycle);
    }
    return cycle;
  }

  /** The one of a task, ready for its filters to be asked. */
  TaskCycle prepared(Task task) {
    TaskCycle cycle = of(task);
    if (!cycle.isPrepared()) {
      filters.prepare(cycle, task.info(), cluster);
    }
    return cycle;
  }

  /** Asks the pre-filters about a task, for all tasks of its class together where that will do. */
  Fit preFilter(Task task) {
    CycleState state = session.cycleState(task);
    ClassCycles ofClass = ofClass(task.info());
    TaskCycle own = state.get(key);
    if (ofClass == null || (own != null && !ofClass.has(own))) {
      return preFilter(task.info(), in(state));
    }
    ClassCycles.Outcome outcome = ofClass.preFilter(task.info(), own);
    if (outcome.cycle() != own) {
      state.put(key, outcome.cycle());
    }
    return outcome.fit();
  }

  /** The cycles of all pods of a class; null where each pod has its own, as by the definition. */
  private @Nullable ClassCycles ofClass(PodInfo pod) {
    if (session.options().reference()) {
      return null;
    }
    Optional<ClassCycles> known = common.get(pod.podClass());
    if (known == null) {
      known = Optional.ofNullable(ClassCycles.of(filters, pod, cluster));
      common.put(pod.podClass(), known);
    }
    return known.orElse(null);
  }

  private Fit preFilter(PodInfo pod, TaskCycle cycle) {
    filters.forgetCounts(cycle);
    for (PreFilterPlugin plugin : filters.preFilters()) {
      Verdict verdict = plugin.preFilter(cycle.state(), pod, cluster).verdict();
      if (verdict.isSkip()) {
        cycle.skip(plugin);
      } else if (!verdict.isSuccess()) {
        return failure(plugin, verdict);
      }
    }
    filters.prepare(cycle, pod, cluster);
    return Fit.fits();
  }

  /** What stands against a task where a pre-filter fails or rejects it. */
  static Fit failure(PreFilterPlugin plugin, Verdict verdict) {
    return Fit.error(
        "plugin %s pre-predicates failed %s"
            .formatted(plugin.name(), String.join(", ", verdict.texts())));
  }
}
