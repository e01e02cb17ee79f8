package io.merapi.kube.cycle;

import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.framework.WaitingPods;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.configuration.GoDuration;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.measures.KubeMeasures;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Pods that plugins hold back before they are bound, each for a limited time. */
final class PermitWaits implements WaitingPods {

  private final InstantSource clock;
  private final KubeMeasures measures;
  private final Map<String, Waiter> waiters = new LinkedHashMap<>();

  PermitWaits(InstantSource clock, KubeMeasures measures) {
    this.clock = clock;
    this.measures = measures;
  }

  /** Lets a pod wait; the answer is a success when every plugin has allowed it. */
  CompletionStage<PluginVerdict> add(PodInfo pod, String nodeName, Map<String, Duration> waits) {
    var waiter = new Waiter(pod, nodeName);
    Instant now = clock.instant();
    waits.forEach((plugin, atMost) -> waiter.waits.put(plugin, new Limit(atMost, now)));
    waiters.put(pod.key(), waiter);
    return waiter.answer;
  }

  @Override
  public Collection<Waiter> all() {
    return List.copyOf(waiters.values());
  }

  @Override
  public @Nullable Waiter find(String podKey) {
    return waiters.get(podKey);
  }

  /** Ends the waits that have lasted too long. */
  void expire() {
    Instant now = clock.instant();
    for (Waiter waiter : all()) {
      waiter.waits.entrySet().stream()
          .filter(entry -> !entry.getValue().deadline().isAfter(now))
          .findFirst()
          .ifPresent(entry ->
              waiter.reject(
                  entry.getKey(),
                  "rejected due to timeout after waiting %s at plugin %s"
                      .formatted(GoDuration.format(entry.getValue().atMost), entry.getKey())));
    }
  }

  @Nullable Instant nextDeadline() {
    Instant next = null;
    for (Waiter waiter : waiters.values()) {
      for (Limit limit : waiter.waits.values()) {
        next = next == null || limit.deadline().isBefore(next) ? limit.deadline() : next;
      }
    }
    return next;
  }

  /** How long a pod waits for one plugin. */
  private record Limit(Duration atMost, Instant since) {

    Instant deadline() {
      return since.plus(atMost);
    }
  }

  /** One of the pods. */
  final class Waiter implements WaitingPod {

    private final PodInfo pod;
    private final String nodeName;
    private final long begun = measures.now();
    private final Map<String, Limit> waits = new TreeMap<>();
    private final CompletableFuture<PluginVerdict> answer = new CompletableFuture<>();

    Waiter(PodInfo pod, String nodeName) {
      this.pod = pod;
      this.nodeName = nodeName;
    }

    @Override
    public PodInfo pod() {
      return pod;
    }

    @Override
    public String nodeName() {
      return nodeName;
    }

    @Override
    public Set<String> waitsFor() {
      return new TreeSet<>(waits.keySet());
    }

    @Override
    public void allow(String plugin) {
      waits.remove(plugin);
      if (waits.isEmpty() && leave()) {
        answered(PluginVerdict.SUCCESS);
      }
    }

    @Override
    public void reject(String plugin, String message) {
      if (leave()) {
        answered(
            new PluginVerdict(Verdict.unschedulable(Reason.of("PermitRejected", message)), plugin));
      }
    }

    private void answered(PluginVerdict verdict) {
      measures.permitWaited(verdict.verdict().code(), begun);
      answer.complete(verdict);
    }

    private boolean leave() {
      return waiters.remove(pod.key(), this);
    }
  }
}
