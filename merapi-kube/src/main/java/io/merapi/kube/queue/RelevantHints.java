package io.merapi.kube.queue;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.framework.QueueingHint;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.QueueingHints;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * The hints to ask when something of one sort happens, for the pods that the same plugins rejected.
 *
 * @param ofHolding of the plugins that hold the pods back
 * @param ofOthers of the other plugins that rejected them
 */
record RelevantHints(List<QueueingHint> ofHolding, List<QueueingHint> ofOthers) {

  static final RelevantHints NONE = new RelevantHints(List.of(), List.of());

  static RelevantHints of(
      QueueingHints hints, Rejectors rejectors, ObjectKind kind, ClusterAction action) {
    List<QueueingHint> ofHolding = of(hints, rejectors.holding(), kind, action);
    var others = new ArrayList<>(rejectors.unschedulable());
    others.removeAll(rejectors.holding());
    List<QueueingHint> ofOthers = of(hints, others, kind, action);
    return ofHolding.isEmpty() && ofOthers.isEmpty()
        ? NONE
        : new RelevantHints(ofHolding, ofOthers);
  }

  private static List<QueueingHint> of(
      QueueingHints hints, Collection<String> plugins, ObjectKind kind, ClusterAction action) {
    var found = new ArrayList<QueueingHint>();
    for (String plugin : plugins) {
      found.addAll(hints.of(plugin, kind, action));
    }
    return found;
  }

  boolean isEmpty() {
    return ofHolding.isEmpty() && ofOthers.isEmpty();
  }

  Wake ask(PodInfo pod, ObjectChange change, Supplier<? extends ClusterView> cluster) {
    if (anyHelps(ofHolding, pod, change, cluster)) {
      return Wake.AT_ONCE;
    }
    return anyHelps(ofOthers, pod, change, cluster) ? Wake.AFTER_BACKOFF : Wake.NO;
  }

  private static boolean anyHelps(
      List<QueueingHint> hints,
      PodInfo pod,
      ObjectChange change,
      Supplier<? extends ClusterView> cluster) {
    for (QueueingHint hint : hints) {
      if (helps(hint, pod, change, cluster)) {
        return true;
      }
    }
    return false;
  }

  private static boolean helps(
      QueueingHint hint,
      PodInfo pod,
      ObjectChange change,
      Supplier<? extends ClusterView> cluster) {
    try {
      return hint.mayHelp(pod, change, cluster.get());
    } catch (RuntimeException | StackOverflowError e) {
      // A pod must not be forgotten because its plugin is broken.
      return true;
    }
  }
}
