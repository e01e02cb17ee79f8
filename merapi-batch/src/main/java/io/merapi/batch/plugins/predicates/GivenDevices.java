package io.merapi.batch.plugins.predicates;

import io.merapi.api.framework.Verdict;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BindContext;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.devices.DevicePool;
import io.merapi.batch.devices.DevicePool.Given;
import io.merapi.batch.devices.DevicePool.Refused;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Devices that the scheduler divides itself, given to the tasks of a session; which ones is written
 * with the binding.
 */
final class GivenDevices {

  private final SchedulingSession session;
  private final Map<Task, Notes> written = new HashMap<>();

  GivenDevices(SchedulingSession session) {
    this.session = session;
  }

  /**
   * Gives a task what it asks for on its node.
   *
   * @return success, or what is missing; what it was given until then it keeps until it is taken
   *     back
   */
  Verdict give(Task task, NodeState node) {
    List<DevicePool> pools = node.devices();
    for (int i = 0; i < pools.size(); i++) {
      DevicePool pool = pools.get(i);
      if (pool.asksFor(task.pod())) {
        switch (pool.allocate(task.pod(), session.clock().instant())) {
          case Refused(var why) -> {
            return Verdict.error(why);
          }
          case Given given -> {
            Notes notes = written.computeIfAbsent(task, _ -> new Notes());
            notes.annotations.putAll(given.annotations());
            if (!given.lock().isEmpty()) {
              notes.locks.add(given.lock());
            }
          }
        }
      }
    }
    return Verdict.success();
  }

  /** Takes back what a task was given. */
  void takeBack(Task task, NodeState node) {
    for (DevicePool pool : node.devices()) {
      if (pool.asksFor(task.pod())) {
        var keys = pool.release(task.pod());
        Notes notes = written.get(task);
        if (notes != null) {
          notes.annotations.keySet().removeAll(keys);
        }
      }
    }
  }

  /** Has it written which devices a task was given. */
  void addTo(BindContext context, Task task) {
    Notes notes = written.get(task);
    if (notes != null) {
      notes.annotations.forEach(context::annotate);
      notes.locks.forEach(context::lock);
    }
  }

  /** Whether a node of a dry run has enough for a task; no policy has a part in that. */
  static Fit enough(Task task, SessionNode node) {
    for (DevicePool pool : ((NodeState) node).devices()) {
      if (pool.asksFor(task.pod())) {
        Fit fit = pool.fit(task.pod(), "");
        if (!fit.isSuccess()) {
          return Fit.error(
              "device %s cannot fit task %s on node %s: %s"
                  .formatted(
                      pool.family(), task.key(), node.name(), String.join(", ", fit.reasons())));
        }
      }
    }
    return Fit.fits();
  }

  /** What is written with the binding of a task. */
  private static final class Notes {

    final SortedMap<String, String> annotations = new TreeMap<>();
    final SortedSet<String> locks = new TreeSet<>();
  }
}
