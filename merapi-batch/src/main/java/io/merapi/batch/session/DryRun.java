package io.merapi.batch.session;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Verdict;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.SimulateAddTask;
import io.merapi.api.session.extension.SimulateAllocatable;
import io.merapi.api.session.extension.SimulatePredicate;
import io.merapi.api.session.extension.SimulateRemoveTask;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.TierLineup;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What would be if tasks were taken off a node: asked on copies of cycle state and node. */
public final class DryRun {

  private final TierLineup<SimulateAddTask> adds;
  private final TierLineup<SimulateRemoveTask> removes;
  private final TierLineup<SimulatePredicate> predicates;
  private final TierLineup<SimulateAllocatable> allocatable;

  DryRun(SessionPlugins plugins) {
    adds = plugins.lineup(ExtensionPoint.SIMULATE_ADD_TASK, SimulateAddTask.class);
    removes = plugins.lineup(ExtensionPoint.SIMULATE_REMOVE_TASK, SimulateRemoveTask.class);
    predicates = plugins.lineup(ExtensionPoint.SIMULATE_PREDICATE, SimulatePredicate.class);
    allocatable = plugins.lineup(ExtensionPoint.SIMULATE_ALLOCATABLE, SimulateAllocatable.class);
  }

  /** Tells plugins that a task is back; the first that cannot take it ends it. */
  public Verdict add(CycleState state, Task toSchedule, Task toAdd, SessionNode node) {
    return orSuccess(
        adds.first(plugin -> failure(plugin.simulateAddTask(state, toSchedule, toAdd, node))));
  }

  /** Tells plugins that a task is gone; the first that cannot take it ends it. */
  public Verdict remove(CycleState state, Task toSchedule, Task toRemove, SessionNode node) {
    return orSuccess(
        removes.first(
            plugin -> failure(plugin.simulateRemoveTask(state, toSchedule, toRemove, node))));
  }

  private static @Nullable Verdict failure(Verdict verdict) {
    return verdict.isSuccess() ? null : verdict;
  }

  private static Verdict orSuccess(@Nullable Verdict verdict) {
    return Objects.requireNonNullElse(verdict, Verdict.success());
  }

  public Fit predicate(CycleState state, Task task, SessionNode node) {
    return predicates.firstRefusal(plugin -> plugin.simulatePredicate(state, task, node));
  }

  public boolean allocatable(CycleState state, QueueInfo queue, Task task) {
    return allocatable.all(plugin -> plugin.simulateAllocatable(state, queue, task));
  }
}
