package io.merapi.kube.framework;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.EnqueueExtensions.Registration;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PermitPlugin;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PreEnqueuePlugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.QueueingHint;
import io.merapi.api.framework.ReservePlugin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which changes may help the pods that the plugins of a profile have rejected.
 *
 * <p>A rejection by something that names no changes, such as a plugin without {@link
 * EnqueueExtensions} or an extender, may be over after every change. Upstream counterpart: {@code
 * buildQueueingHintMap}.
 */
public final class QueueingHints {

  private static final List<QueueingHint> ALWAYS = List.of(QueueingHint.ALWAYS);

  private final Map<String, List<Registration>> byPlugin = new LinkedHashMap<>();

  QueueingHints(Collection<Plugin> plugins) {
    for (Plugin plugin : plugins) {
      if (mayReject(plugin) && plugin instanceof EnqueueExtensions extensions) {
        byPlugin.put(plugin.name(), registrations(extensions));
      }
    }
  }

  /** Upstream does not ask plugins of other points, whose failures count as errors. */
  private static boolean mayReject(Plugin plugin) {
    return plugin instanceof PreEnqueuePlugin
        || plugin instanceof PreFilterPlugin
        || plugin instanceof FilterPlugin
        || plugin instanceof ReservePlugin
        || plugin instanceof PermitPlugin;
  }

  /**
   * Upstream adds changes of taints, whatever they are, for plugins that wait for new nodes only: a
   * way around a check of nodes that no longer exists where hints are used. It costs tries, and
   * pods may rely on it.
   */
  private static List<Registration> registrations(EnqueueExtensions extensions) {
    var all = new ArrayList<>(extensions.eventsToRegister());
    if (wantsNode(all, ClusterAction.ADD) && !wantsNode(all, ClusterAction.UPDATE_NODE_TAINT)) {
      all.add(Registration.of(ObjectKind.NODE, Set.of(ClusterAction.UPDATE_NODE_TAINT)));
    }
    return List.copyOf(all);
  }

  private static boolean wantsNode(List<Registration> registrations, ClusterAction action) {
    return registrations.stream()
        .anyMatch(one -> one.kind() == ObjectKind.NODE && one.actions().contains(action));
  }

  /**
   * What to ask before a pod is tried again that was rejected under a name.
   *
   * @param rejector a plugin, or what else rejected the pod
   * @return empty if such a change never helps
   */
  public List<QueueingHint> of(String rejector, ObjectKind kind, ClusterAction action) {
    List<Registration> registrations = byPlugin.get(rejector);
    if (registrations == null) {
      return ALWAYS;
    }
    var hints = new ArrayList<QueueingHint>();
    for (Registration one : registrations) {
      if (one.kind() == kind && one.actions().contains(action)) {
        hints.add(one.hint());
      }
    }
    return hints;
  }
}
