package io.merapi.kube.preemption;

import static java.util.Objects.requireNonNull;

import io.merapi.api.pod.Pod;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Evictor;
import io.merapi.kube.effects.LivePods;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.PodReporter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Effects that answer when a test says so, and a list of all that was asked and told. */
public final class RecordedEffects implements Evictor, PodReporter, LivePods {

  private final List<String> calls = new ArrayList<>();
  private final Map<String, CompletableFuture<Outcome>> evictions = new HashMap<>();
  private final Map<String, Pod> live = new HashMap<>();

  public Effects effects() {
    Effects refused = Effects.refused();
    return new Effects(refused.binder(), refused.volumes(), refused.claims(), this, this);
  }

  /** What happened so far, in order. */
  public List<String> calls() {
    return calls;
  }

  /** Lets an eviction be done. */
  public void done(String key) {
    requireNonNull(evictions.get(key), key).complete(Outcome.done().toCompletableFuture().join());
  }

  /** Lets an eviction fail. */
  public void fail(String key) {
    requireNonNull(evictions.get(key), key).complete(new Outcome.Failed("conflict"));
  }

  /** What the cluster has from now on under the pod's key. */
  public void live(Pod pod) {
    live.put(pod.key(), pod);
  }

  @Override
  public CompletionStage<Outcome> evict(Pod victim, Pod preemptor) {
    calls.add("evict " + victim.key());
    return evictions.computeIfAbsent(victim.key(), _ -> new CompletableFuture<>());
  }

  @Override
  public void expected(Pod pod, String nodeName) {
    calls.add("%s expected on %s".formatted(pod.key(), nodeName));
  }

  @Override
  public void preempted(Pod victim, Pod preemptor, String nodeName) {
    calls.add("%s made room for %s on %s".formatted(victim.key(), preemptor.key(), nodeName));
  }

  @Override
  public void nominationCleared(Pod pod) {
    calls.add("cleared " + pod.key());
  }

  @Override
  public void activate(Pod pod) {
    calls.add("activate " + pod.key());
  }

  @Override
  public void reconsider(Pod pod) {}

  @Override
  public @Nullable Pod pod(String key) {
    return live.get(key);
  }

  @Override
  public void scheduled(Pod pod, String nodeName) {
    throw new AssertionError("preemption schedules nobody");
  }

  @Override
  public void unscheduled(Pod pod, String reason, String message, @Nullable String nominatedNode) {
    throw new AssertionError("preemption reports nobody as unscheduled");
  }
}
