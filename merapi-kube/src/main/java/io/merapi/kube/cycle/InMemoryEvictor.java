package io.merapi.kube.cycle;

import io.merapi.api.pod.Pod;
import io.merapi.kube.effects.Evictor;
import io.merapi.kube.effects.Outcome;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Evicts pods that are not bound yet by giving their place back: the cluster need not lose them.
 *
 * <p>Such a pod waits for permission, or for the work before its binding; it goes back to the
 * queue.
 */
final class InMemoryEvictor implements Evictor {

  private static final String PLUGIN = "DefaultPreemption";

  private final Evictor cluster;
  private final PermitWaits permits;
  private final Map<String, BindingCycle> bindings;
  private final Executor loop;

  /**
   * @param bindings the pods for which work before their binding is under way, by key
   */
  InMemoryEvictor(
      Evictor cluster, PermitWaits permits, Map<String, BindingCycle> bindings, Executor loop) {
    this.cluster = cluster;
    this.permits = permits;
    this.bindings = bindings;
    this.loop = loop;
  }

  @Override
  public CompletionStage<Outcome> evict(Pod victim, Pod preemptor) {
    // The last of several victims is evicted from wherever the others were answered.
    return CompletableFuture.supplyAsync(() -> givenBack(victim), loop)
        .thenCompose(done -> done ? Outcome.done() : cluster.evict(victim, preemptor));
  }

  private boolean givenBack(Pod victim) {
    PermitWaits.Waiter waiter = permits.find(victim.key());
    if (waiter != null) {
      waiter.reject(PLUGIN, "preempted");
      return true;
    }
    BindingCycle binding = bindings.get(victim.key());
    return binding != null && binding.cancel("preempted by " + PLUGIN);
  }
}
