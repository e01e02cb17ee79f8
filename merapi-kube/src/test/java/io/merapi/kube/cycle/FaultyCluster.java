package io.merapi.kube.cycle;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.queue.PendingPod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in which everything goes wrong that can: news come late and twice, bindings fail, or
 * are done and seem to have failed, nodes and pods come and go meanwhile, and so do configurations.
 */
final class FaultyCluster {

  private static final int MOST_NODES = 6;

  private final SplittableRandom random;
  private final SchedulerHost host;
  private final KubeScheduler scheduler;
  private final Map<String, Pod> pods = new TreeMap<>();
  private final Map<String, Node> nodes = new TreeMap<>();
  private final Deque<ObjectEvent> news = new ArrayDeque<>();
  private final Deque<Runnable> loop = new ArrayDeque<>();
  private final List<Runnable> unanswered = new ArrayList<>();
  private final Map<String, String> boundOnce = new HashMap<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private boolean faults = true;

  /** Whether the scheduler was told that a place is free that is not. */
  private boolean misled;

  private int made;

  /** The first promise that was broken; absent while all are kept. */
  @Nullable String broken;

  FaultyCluster(long seed) {
    this.random = new SplittableRandom(seed);
    Effects refused = Effects.refused();
    var effects =
        new Effects(
            this::bind, refused.volumes(), refused.claims(), this::evict, refused.reporter());
    this.host = new SchedulerHost(effects, () -> now, loop::add);
    this.scheduler =
        new KubeScheduler(
            TestCluster.configuration(),
            FeatureGates.DEFAULTS,
            SchedulerSettings.DEFAULTS.withSeed(seed),
            host);
  }

  /** Lets things happen. */
  void live(int steps) {
    for (int i = 0; i < steps && broken == null; i++) {
      switch (random.nextInt(10)) {
        case 0 -> changeNodes();
        case 1, 2, 3 -> apply(newPod());
        case 4 -> losePod();
        case 5 -> answerOne();
        case 6 -> pass(Duration.ofMillis(random.nextInt(3_000)));
        case 7 -> scheduler.reconfigure(RandomProfiles.of(random, "default-scheduler"), host);
        default -> tellOne();
      }
      work();
      check();
    }
  }

  /** Lets the dust settle: everything is answered, told, and tried for long enough. */
  void settle() {
    faults = false;
    for (int i = 0; i < 40 && broken == null; i++) {
      while (!news.isEmpty() || !unanswered.isEmpty()) {
        tellOne();
        answerOne();
        work();
      }
      pass(Duration.ofMinutes(1));
      work();
      check();
    }
  }

  private Pod newPod() {
    String name = "pod-" + made++;
    var builder =
        pod(name)
            .uid("uid-" + made)
            .schedulerName("default-scheduler")
            .priority(random.nextInt(3))
            .request("cpu", Integer.toString(1 + random.nextInt(3)));
    return builder.build();
  }

  private void changeNodes() {
    String name = "node-" + random.nextInt(MOST_NODES);
    Node known = nodes.get(name);
    if (known != null && random.nextInt(3) == 0) {
      nodes.remove(name);
      news.add(new ObjectEvent.Deleted(known));
      // What ran there is gone with it.
      for (Pod pod : List.copyOf(pods.values())) {
        if (pod.nodeName().equals(name)) {
          remove(pod);
        }
      }
    } else {
      apply(
          node(name)
              .label("generation", Integer.toString(made++))
              .allocatable("cpu", "4")
              .allocatable("pods", "20")
              .build());
    }
  }

  private void losePod() {
    if (!pods.isEmpty()) {
      List<Pod> all = List.copyOf(pods.values());
      remove(all.get(random.nextInt(all.size())));
    }
  }

  private void remove(Pod pod) {
    pods.remove(pod.key());
    news.add(new ObjectEvent.Deleted(pod));
  }

  private void apply(ClusterObject object) {
    if (object instanceof Pod pod) {
      pods.put(pod.key(), pod);
    } else if (object instanceof Node node) {
      nodes.put(node.name(), node);
    }
    news.add(new ObjectEvent.Applied(object));
  }

  private void tellOne() {
    ObjectEvent event = news.poll();
    if (event != null) {
      scheduler.accept(event);
      if (faults && random.nextInt(4) == 0) {
        scheduler.accept(event);
      }
    }
  }

  private CompletionStage<Outcome> bind(Pod pod, String nodeName) {
    var answer = new CompletableFuture<Outcome>();
    unanswered.add(() -> answer.complete(carryOut(pod, nodeName)));
    return answer;
  }

  private Outcome carryOut(Pod pod, String nodeName) {
    if (faults && random.nextInt(5) == 0) {
      return new Outcome.Failed("etcd is away");
    }
    Pod real = pods.get(pod.key());
    if (real == null || !real.meta().uid().equals(pod.meta().uid())) {
      return new Outcome.Failed("not found");
    }
    if (real.assigned()) {
      return new Outcome.Failed("already assigned");
    }
    String before = boundOnce.put(pod.meta().uid(), nodeName);
    if (before != null) {
      broken = "%s was bound to %s and then to %s".formatted(pod.key(), before, nodeName);
    }
    apply(real.onNode(nodeName));
    if (faults && random.nextInt(8) == 0) {
      misled = true;
      return new Outcome.Failed("time-out, but it was done");
    }
    return new Outcome.Done();
  }

  private CompletionStage<Outcome> evict(Pod victim, Pod preemptor) {
    var answer = new CompletableFuture<Outcome>();
    unanswered.add(() -> {
      Pod real = pods.get(victim.key());
      boolean fails = faults && random.nextInt(4) == 0;
      if (real != null && !fails) {
        remove(real);
      }
      answer.complete(fails ? new Outcome.Failed("etcd is away") : new Outcome.Done());
    });
    return answer;
  }

  private void answerOne() {
    if (!unanswered.isEmpty()) {
      unanswered.remove(random.nextInt(unanswered.size())).run();
    }
  }

  private void pass(Duration time) {
    now = now.plus(time);
    scheduler.wakeUp();
  }

  private void work() {
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

  /** No node holds more than it has, in the eyes of the scheduler, as far as it can know. */
  private void check() {
    if (misled) {
      return;
    }
    for (NodeInfo node : scheduler.view().nodes()) {
      if (node.requested().cpuMillis() > node.allocatable().cpuMillis()) {
        broken = "node %s is overcommitted".formatted(node.name());
      }
    }
  }

  /** Where the scheduler and the cluster disagree once everything has been told. */
  List<String> disagreements() {
    var found = new ArrayList<String>();
    var known = new TreeMap<String, String>();
    scheduler
        .snapshot()
        .pods()
        .forEachValue((PodInfo pod) -> known.put(pod.key(), pod.pod().nodeName()));
    pods.forEach((key, pod) -> {
      if (!pod.nodeName().equals(known.get(key))) {
        found.add("%s is on (%s), not on (%s)".formatted(key, pod.nodeName(), known.get(key)));
      }
    });
    known.keySet().stream()
        .filter(key -> !pods.containsKey(key))
        .forEach(key -> found.add(key + " is gone"));
    return found;
  }

  /** Pods that wait in the cluster and that the scheduler has lost sight of. */
  List<String> lost() {
    var waiting = new ArrayList<String>();
    scheduler.queue().waiting().forEach((PendingPod pod) -> waiting.add(pod.pod().key()));
    scheduler.queue().inFlight().forEach((PendingPod pod) -> waiting.add(pod.pod().key()));
    return pods.values().stream()
        .filter(pod -> !pod.assigned() && !waiting.contains(pod.key()))
        .map(Pod::key)
        .toList();
  }

  /** Pods that wait though some node has room for them. */
  List<String> idle() {
    return pods.values().stream()
        .filter(pod -> !pod.assigned())
        .filter(pod -> scheduler.view().nodes().stream().anyMatch(node -> fits(pod, node)))
        .map(Pod::key)
        .toList();
  }

  private boolean fits(Pod pod, NodeInfo node) {
    PodInfo info = scheduler.view().contents().pod(pod.key());
    return info != null
        && node.requested().cpuMillis() + info.requests().requests().cpuMillis()
            <= node.allocatable().cpuMillis();
  }
}
