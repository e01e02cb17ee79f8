package io.merapi.kube.queue;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.framework.QueueingHint;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.QueueingHints;
import io.merapi.kube.measures.KubeMeasures;
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
record RelevantHints(List<PluginHint> ofHolding, List<PluginHint> ofOthers) {

  static final RelevantHints NONE = new RelevantHints(List.of(), List.of());

  static RelevantHints of(
      QueueingHints hints, Rejectors rejectors, ObjectKind kind, ClusterAction action) {
    List<PluginHint> ofHolding = of(hints, rejectors.holding(), kind, action);
    var others = new ArrayList<>(rejectors.unschedulable());
    others.removeAll(rejectors.holding());
    List<PluginHint> ofOthers = of(hints, others, kind, action);
    return ofHolding.isEmpty() && ofOthers.isEmpty()
        ? NONE
        : new RelevantHints(ofHolding, ofOthers);
  }

  /** How a change helps a pod, by the hints of the plugins that rejected it. */
  static Wake ask(PendingPod pod, ClusterAction action, Question question) {
    return of(pod.profile().queueingHints(), pod.rejectors, question.change.kind(), action)
        .ask(pod.pod(), question);
  }

  private static List<PluginHint> of(
      QueueingHints hints, Collection<String> plugins, ObjectKind kind, ClusterAction action) {
    var found = new ArrayList<PluginHint>();
    for (String plugin : plugins) {
      hints.of(plugin, kind, action).forEach(hint -> found.add(new PluginHint(plugin, hint)));
    }
    return found;
  }

  boolean isEmpty() {
    return ofHolding.isEmpty() && ofOthers.isEmpty();
  }

  Wake ask(PodInfo pod, Question question) {
    if (anyHelps(ofHolding, pod, question)) {
      return Wake.AT_ONCE;
    }
    return anyHelps(ofOthers, pod, question) ? Wake.AFTER_BACKOFF : Wake.NO;
  }

  private static boolean anyHelps(List<PluginHint> hints, PodInfo pod, Question question) {
    for (PluginHint hint : hints) {
      if (question.ask(hint, pod)) {
        return true;
      }
    }
    return false;
  }

  /** A hint with the plugin that gives it. */
  record PluginHint(String plugin, QueueingHint hint) {}

  /**
   * Whether something that happened helps pods.
   *
   * @param event its name
   */
  record Question(
      String event,
      ObjectChange change,
      Supplier<? extends ClusterView> cluster,
      KubeMeasures measures) {

    boolean ask(PluginHint asked, PodInfo pod) {
      long begun = measures.now();
      boolean helps;
      try {
        helps = asked.hint.mayHelp(pod, change, cluster.get());
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        // A pod must not be forgotten because its plugin is broken.
        helps = true;
      }
      measures.hinted(asked.plugin, event, helps, begun);
      return helps;
    }
  }
}
