package io.merapi.kube.extenders;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.effects.Outcome;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CompletionStage;

/**
 * A program outside that is asked about pods; its answers come in good time or as a failure.
 *
 * <p>Upstream counterpart: {@code Extender}.
 */
public interface SchedulerExtender {

  /**
   * Lets go of what it keeps for the next question: another configuration has taken its place. What
   * is under way comes to its end, and pods that are on their way to a node may still be bound by
   * it.
   */
  default void close() {}

  /** What messages call it; its address. */
  String name();

  /** Whether the cycle goes on without it where it fails. */
  boolean ignorable();

  /** Whether it wants to be asked about a pod: it manages a resource of it, or all pods. */
  boolean interestedIn(Pod pod);

  boolean filters();

  boolean scores();

  boolean binds();

  boolean preempts();

  /** Which of the nodes the pod may go to. */
  FilterAnswer filter(Pod pod, List<NodeInfo> nodes) throws ExtenderException;

  /**
   * Begins to ask for points, by name of the node, already times its weight and on the scale of the
   * plugins' scores; several extenders are asked at once.
   *
   * @return fails with an {@link ExtenderException}
   */
  CompletionStage<Map<String, Long>> score(Pod pod, List<NodeInfo> nodes);

  /** Begins to bind the pod in the scheduler's place. */
  CompletionStage<Outcome> bind(Pod pod, String nodeName);

  /**
   * Looks through the victims of each candidate node.
   *
   * @param victims by node name
   * @param cluster whose nodes hold the pods of the answer: it may name others than it was shown
   * @return by node name; nodes on which room must not be made are left out
   */
  SequencedMap<String, Victims> preempt(
      Pod pod, SequencedMap<String, Victims> victims, ClusterView cluster) throws ExtenderException;

  /**
   * The answer of a filter.
   *
   * @param feasible names of the nodes that the pod may go to; some of those asked about, in their
   *     order
   * @param failed by node name, why not; evicting pods may help
   * @param unresolvable by node name, why not; evicting pods cannot help
   */
  record FilterAnswer(
      List<String> feasible, Map<String, String> failed, Map<String, String> unresolvable) {

    public FilterAnswer {
      feasible = List.copyOf(feasible);
      failed = Collections.unmodifiableMap(new LinkedHashMap<>(failed));
      unresolvable = Collections.unmodifiableMap(new LinkedHashMap<>(unresolvable));
    }
  }

  /**
   * Pods to evict from a node.
   *
   * @param pods the most important first
   */
  record Victims(List<PodInfo> pods, long pdbViolations) {

    public Victims {
      pods = List.copyOf(pods);
    }
  }

  /** An extender did not answer, or answered what nobody can read. */
  final class ExtenderException extends Exception {

    private static final long serialVersionUID = 1;

    public ExtenderException(String message) {
      super(message);
    }
  }
}
