package io.merapi.kube.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.PodReporter;
import io.merapi.kube.state.Snapshot;
import io.merapi.testkit.RandomWorkload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold of a change of the configuration, whatever the cluster and the moment. */
class ReconfigurationProperties {

  private static final int CLUSTERS = 120;
  private static final int ROUNDS = 5;

  @ParameterizedTest(name = "by reference: {0}")
  @ValueSource(booleans = {false, true})
  void aSchedulerThatWasReconfiguredDecidesLikeOneThatWasStartedThatWay(boolean reference) {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      new Run(seed, reference).reconfigureAndCompare(true);
    }
  }

  @ParameterizedTest(name = "by reference: {0}")
  @ValueSource(booleans = {false, true})
  void aConfigurationThatIsOnlyTriedLeavesNoTrace(boolean reference) {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      new Run(seed, reference).reconfigureAndCompare(false);
    }
  }

  /** A cluster with two schedulers that each believe to be alone: one of them is changed. */
  private static final class Run {

    /** Longer than any backoff, so that how often a pod has failed makes no difference. */
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(20);

    private final String where;
    private final SplittableRandom random;
    private final boolean reference;
    private final RandomWorkload workload;
    private final KubeConfiguration before;
    private final KubeConfiguration after;
    private final Map<String, Node> nodes = new TreeMap<>();
    private final Map<String, Pod> pods = new TreeMap<>();
    private int made;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    Run(int seed, boolean reference) {
      this.where = "seed %d".formatted(seed);
      this.random = new SplittableRandom(seed);
      this.reference = reference;
      this.workload = new RandomWorkload(seed, random);
      this.before = configuration();
      this.after = configuration();
    }

    private KubeConfiguration configuration() {
      return switch (random.nextInt(3)) {
        case 0 -> RandomProfiles.of(random, "default-scheduler");
        case 1 -> RandomProfiles.of(random, "second");
        default -> RandomProfiles.of(random, "default-scheduler", "second");
      };
    }

    /**
     * @param takes whether the configuration is put in force, or only tried
     */
    void reconfigureAndCompare(boolean takes) {
      var changed = new Watched(before);
      var fresh = new Watched(takes ? after : before);
      List<Watched> both = List.of(changed, fresh);
      happen(both, 30);
      for (int round = random.nextInt(4); round > 0; round--) {
        changed.work();
        if (!takes) {
          fresh.work();
        }
        // Without it, pods are on their way when the configuration changes.
        if (round > 1 || random.nextBoolean()) {
          confirm(both);
          happen(both, random.nextInt(6));
        }
      }
      changed.tryOut();
      if (takes) {
        changed.scheduler.reconfigure(after, changed.host);
      }
      confirm(both);
      for (int round = 0; round < ROUNDS; round++) {
        both.forEach(Watched::work);
        assertThat(changed.calls).as("%s, round %d", where, round).isEqualTo(fresh.calls);
        confirm(both);
        happen(both, random.nextInt(8));
      }
      changed.scheduler.close();
      fresh.scheduler.close();
    }

    private void happen(List<Watched> to, int count) {
      for (int i = 0; i < count; i++) {
        tell(to, event());
      }
    }

    private ObjectEvent event() {
      if (random.nextInt(3) == 0) {
        String name = "node-" + random.nextInt(8);
        Node known = nodes.get(name);
        if (known != null && random.nextInt(4) == 0) {
          nodes.remove(name);
          return new ObjectEvent.Deleted(known);
        }
        Node node = known == null ? workload.node(name) : workload.changed(known);
        nodes.put(name, node);
        return new ObjectEvent.Applied(node);
      }
      if (!pods.isEmpty() && random.nextInt(6) == 0) {
        List<Pod> all = List.copyOf(pods.values());
        return new ObjectEvent.Deleted(all.get(random.nextInt(all.size())));
      }
      // No two have the same priority, so that it says alone which one is next.
      int number = made++;
      int priority = (number * 37) % 101;
      return new ObjectEvent.Applied(
          workload
              .pod("pod-" + number)
              .priority(priority)
              .schedulerName(random.nextInt(3) == 0 ? "second" : "default-scheduler")
              .build());
    }

    private void tell(List<Watched> to, ObjectEvent event) {
      if (event.object() instanceof Pod pod) {
        if (event instanceof ObjectEvent.Applied) {
          pods.put(pod.key(), pod);
        } else {
          pods.remove(pod.key());
        }
      }
      to.forEach(one -> one.scheduler.accept(event));
    }

    /** What the first of them has done comes true, for both. */
    private void confirm(List<Watched> to) {
      List.copyOf(to.getFirst().confirmations).forEach(event -> tell(to, event));
      to.forEach(Watched::forget);
      now = now.plus(LONG_ENOUGH);
      to.forEach(one -> one.scheduler.wakeUp());
    }

    /** A scheduler and what it has done. */
    private final class Watched implements PodReporter {

      final List<String> calls = new ArrayList<>();
      final List<ObjectEvent> confirmations = new ArrayList<>();
      final List<CompletableFuture<Outcome>> unanswered = new ArrayList<>();
      final ArrayDeque<Runnable> loop = new ArrayDeque<>();
      final SchedulerHost host;
      final KubeScheduler scheduler;

      Watched(KubeConfiguration configuration) {
        var refused = Effects.refused();
        this.host =
            new SchedulerHost(
                new Effects(this::bind, refused.volumes(), refused.claims(), this::evict, this),
                () -> now,
                loop::add);
        this.scheduler =
            new KubeScheduler(
                configuration,
                FeatureGates.DEFAULTS,
                SchedulerSettings.DEFAULTS.withReference(reference),
                host);
      }

      private CompletableFuture<Outcome> bind(Pod pod, String node) {
        var answer = new CompletableFuture<Outcome>();
        unanswered.add(answer);
        calls.add("bind %s to %s".formatted(pod.name(), node));
        confirmations.add(new ObjectEvent.Applied(pod.onNode(node)));
        return answer;
      }

      private CompletableFuture<Outcome> evict(Pod victim, Pod preemptor) {
        calls.add("evict %s for %s".formatted(victim.name(), preemptor.name()));
        confirmations.add(new ObjectEvent.Deleted(victim));
        return Outcome.done().toCompletableFuture();
      }

      void tryOut() {
        Snapshot cluster = scheduler.snapshot();
        List<String> done = List.copyOf(calls);
        assertThat(scheduler.objection(after, host)).as(where).isNull();
        assertThat(scheduler.snapshot()).as(where).isSameAs(cluster);
        assertThat(calls).as(where).isEqualTo(done);
        assertThat(loop).as(where).isEmpty();
      }

      void work() {
        boolean busy = true;
        while (busy) {
          Runnable next = loop.poll();
          if (next != null) {
            next.run();
          } else {
            busy = scheduler.scheduleOne();
          }
        }
      }

      /** All bindings are answered, and nothing is left of what was done. */
      void forget() {
        unanswered.forEach(answer -> answer.complete(new Outcome.Done()));
        for (Runnable next = loop.poll(); next != null; next = loop.poll()) {
          next.run();
        }
        unanswered.clear();
        calls.clear();
        confirmations.clear();
      }

      @Override
      public void scheduled(Pod pod, String nodeName) {}

      @Override
      public void unscheduled(
          Pod pod, String reason, String message, @Nullable String nominatedNode) {
        calls.add("%s %s: %s %s".formatted(pod.name(), reason, message, nominatedNode));
        if (nominatedNode != null) {
          confirmations.add(new ObjectEvent.Applied(nominated(pod, nominatedNode)));
        }
      }

      @Override
      public void preempted(Pod victim, Pod preemptor, String nodeName) {}

      @Override
      public void expected(Pod pod, String nodeName) {}

      @Override
      public void nominationCleared(Pod pod) {
        confirmations.add(new ObjectEvent.Applied(nominated(pod, "")));
      }
    }

    private static Pod nominated(Pod pod, String node) {
      PodStatus old = pod.status();
      return new Pod(
          pod.meta(),
          pod.nodeName(),
          pod.spec(),
          new PodStatus(
              old.phase(),
              node,
              old.startTime(),
              old.conditions(),
              old.containerStatuses(),
              old.initContainerStatuses(),
              old.claimStatuses(),
              old.extendedResourceClaim(),
              old.allocatedResources(),
              old.resources(),
              old.qosClass()));
    }
  }
}
