package io.merapi.kube.preemption;

import io.merapi.api.pod.Pod;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.LivePods;
import io.merapi.kube.effects.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Carries preemptions out, and knows which are under way; safe for use by several threads.
 *
 * <p>All victims but one are evicted at once, the last one when that is done: until it leaves, the
 * room is not there, and the pod that is to have it need not be tried. Upstream counterpart: {@code
 * Executor}.
 */
public final class Preemptions {

  private final Effects effects;
  private final LivePods pods;

  /** By key of the pod that gets the room. */
  private final Map<String, Run> underWay = new ConcurrentHashMap<>();

  public Preemptions(Effects effects, LivePods pods) {
    this.effects = effects;
    this.pods = pods;
  }

  /**
   * Begins to evict pods and does not wait for it. If an eviction fails, the pod that was to get
   * the room is activated, for no event may come that would wake it.
   *
   * @param nominated the pods that are nominated to the node: those of lower priority lose that
   */
  public void begin(Pod preemptor, String nodeName, List<Pod> victims, List<Pod> nominated) {
    List<Pod> staying =
        victims.stream().filter(victim -> victim.meta().deletionTimestamp() == null).toList();
    if (staying.isEmpty()) {
      return;
    }
    int priority = preemptor.spec().priorityOrZero();
    for (Pod pod : nominated) {
      if (pod.spec().priorityOrZero() < priority && !pod.status().nominatedNodeName().isEmpty()) {
        effects.reporter().nominationCleared(pod);
      }
    }
    var run = new Run(preemptor, nodeName, staying.getLast());
    underWay.put(preemptor.key(), run);
    run.evict(staying.subList(0, staying.size() - 1))
        .thenCompose(outcome ->
            outcome instanceof Outcome.Done
                ? run.evictLast()
                : CompletableFuture.completedStage(outcome))
        .whenComplete(
            (outcome, thrown) -> run.ended(thrown == null && outcome instanceof Outcome.Done));
  }

  /** Whether room is still being made for a pod, so that it is of no use to try it. */
  public boolean underWay(Pod preemptor) {
    Run run = underWay.get(preemptor.key());
    return run != null && run.preemptor.isSameAs(preemptor) && !run.lastIsLeaving();
  }

  /** The evictions for one pod. */
  private final class Run {

    private final Pod preemptor;
    private final String nodeName;
    private final Pod last;
    private volatile boolean onlyLastIsLeft;

    Run(Pod preemptor, String nodeName, Pod last) {
      this.preemptor = preemptor;
      this.nodeName = nodeName;
      this.last = last;
    }

    /** Evicts pods at once; done when all are, with a failure if there was one. */
    CompletionStage<Outcome> evict(List<Pod> victims) {
      var evictions = new ArrayList<CompletionStage<Outcome>>();
      victims.forEach(victim -> evictions.add(evict(victim)));
      CompletionStage<Outcome> all = Outcome.done();
      for (CompletionStage<Outcome> eviction : evictions) {
        all = all.thenCombine(eviction, (one, other) -> one instanceof Outcome.Done ? other : one);
      }
      return all;
    }

    private CompletionStage<Outcome> evict(Pod victim) {
      CompletionStage<Outcome> eviction;
      try {
        eviction = effects.evictor().evict(victim, preemptor);
      } catch (RuntimeException e) {
        return CompletableFuture.failedStage(e);
      }
      return eviction.thenApply(outcome -> {
        if (outcome instanceof Outcome.Done) {
          effects.reporter().preempted(victim, preemptor, nodeName);
        }
        return outcome;
      });
    }

    CompletionStage<Outcome> evictLast() {
      onlyLastIsLeft = true;
      return evict(last);
    }

    /**
     * Whether the cluster already has the last victim as leaving or gone, though the eviction has
     * not answered: whoever is woken by that must not be kept out.
     */
    boolean lastIsLeaving() {
      if (!onlyLastIsLeft) {
        return false;
      }
      @Nullable Pod now = pods.pod(last.key());
      return now == null || now.meta().deletionTimestamp() != null || !now.isSameAs(last);
    }

    /**
     * Differs from upstream where all victims were gone before their eviction was asked for: no
     * event comes then that would let the pod in, and upstream leaves it to wait for another.
     */
    void ended(boolean well) {
      underWay.remove(preemptor.key(), this);
      if (well) {
        pods.reconsider(preemptor);
      } else {
        pods.activate(preemptor);
      }
    }
  }
}
