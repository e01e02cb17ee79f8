package io.merapi.batch.plugins.predicates;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodClass;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.kubeplugins.TaskCycle;
import io.merapi.batch.session.CopiedByTask;
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
  private final CopiedByTask<TaskCycle> ofTasks;

  /** By class, what the filters know of all its pods; empty where they must look at each. */
  private final Map<PodClass, Optional<ClassCycles>> common = new HashMap<>();

  /** To be made while the session opens. */
  TaskCycles(WrappedFilters filters, SchedulingSession session) {
    this.filters = filters;
    this.session = session;
    this.cluster = session.cluster();
    this.ofTasks = new CopiedByTask<>(session, Predicates.NAME, TaskCycle.class);
  }

  TaskCycle of(Task task) {
    TaskCycle cycle = ofTasks.get(task);
    if (cycle == null) {
      cycle = filters.newCycle();
      ofTasks.put(task, cycle);
    }
    return cycle;
  }

  /** The one of a task in the state of a dry run; what becomes of it there is nowhere else. */
  TaskCycle in(CycleState state, Task task) {
    TaskCycle cycle = ofTasks.in(state, task);
    if (cycle == null) {
      cycle = filters.newCycle();
      ofTasks.putIn(state, cycle);
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
    ClassCycles ofClass = ofClass(task.info());
    TaskCycle own = ofTasks.get(task);
    if (ofClass == null || (own != null && !ofClass.has(own))) {
      return preFilter(task.info(), of(task));
    }
    ClassCycles.Outcome outcome = ofClass.preFilter(task.info(), own);
    if (outcome.cycle() != own) {
      ofTasks.put(task, outcome.cycle());
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
