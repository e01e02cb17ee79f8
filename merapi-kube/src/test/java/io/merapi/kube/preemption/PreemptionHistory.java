package io.merapi.kube.preemption;

import static io.merapi.kube.preemption.PreemptionWorld.budget;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.DryRun;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.placement.Diagnosis;
import io.merapi.kube.placement.IncrementalPlacement;
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.NodeSampling;
import io.merapi.kube.placement.Placement;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.placement.ReferencePlacement;
import io.merapi.kube.placement.TieBreak;
import io.merapi.kube.plugins.DefaultPlugins;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.kube.state.ClusterState;
import io.merapi.testkit.PodBuilder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A random history of a full cluster, in which room is looked for both from memory and by the
 * definition; each step asserts that they agree.
 */
final class PreemptionHistory {

  private static final int NODES = 6;
  private static final int ENOUGH = 3;
  private static final int MOST_WAITING = 20;

  private final Random random;
  private final Kinds kinds;
  private final boolean caresForOthers;
  private final ResourceDictionary dictionary = new ResourceDictionary();
  private final ClusterState state =
      new ClusterState(dictionary, PodRequests.Rules.DEFAULT, PodClassReads.ALL);
  private final InstantSource clock = () -> this.now;
  private final SchedulingProfile profile =
      new SchedulingProfile(
          DefaultPlugins.profile(FeatureGates.DEFAULTS),
          KubePlugins.IN_TREE.factories(SchedulerParts.forQuestions()),
          new ProfileContext(dictionary, FeatureGates.DEFAULTS, clock));
  private final Placement reference =
      new ReferencePlacement(profile, NodeSampling.ALL_NODES, new NodeRotation(), new TieBreak(1));
  private final Placement incremental =
      new IncrementalPlacement(
          profile, NodeSampling.ALL_NODES, new NodeRotation(), new TieBreak(1));
  private final PreemptionEvaluator remembering =
      new PreemptionEvaluator(n -> Math.min(n, ENOUGH), List.of(), clock, new TieBreak(1));

  private final Map<String, Pod> running = new LinkedHashMap<>();
  private final List<Pod> waiting = new ArrayList<>();
  private final Map<String, List<PodInfo>> nominated = new LinkedHashMap<>();
  private Instant now = PreemptionWorld.NOW;
  private int next;
  private int step;

  PreemptionHistory(long seed, Kinds kinds) {
    this.random = new Random(seed);
    this.kinds = kinds;
    this.caresForOthers = seed % 4 == 0;
    for (int i = 0; i < NODES; i++) {
      apply(randomNode(i));
      for (int j = 0; j < 5; j++) {
        start(i);
      }
    }
  }

  void steps(int count) {
    for (int i = 0; i < count; i++) {
      for (int change = random.nextInt(3); change > 0; change--) {
        change();
      }
      step++;
      attempt();
    }
  }

  private void change() {
    switch (random.nextInt(18)) {
      case 0 -> apply(randomNode(random.nextInt(NODES)));
      case 1 -> apply(node("node-0").resourceVersion("" + next++).allocatable("cpu", "8").build());
      case 2 -> state.apply(new ObjectEvent.Deleted(randomNode(random.nextInt(NODES))));
      case 3 -> apply(budget("app", random.nextBoolean() ? "web" : "db", random.nextInt(3)));
      case 4 -> state.apply(new ObjectEvent.Deleted(budget("app", "web", 0)));
      case 5, 6 -> begin();
      case 7 -> nominate(randomPod("nominee-" + next++, 8).build(), random.nextInt(NODES));
      case 8 -> nominated.keySet().stream().findFirst().ifPresent(nominated::remove);
      case 9 -> now = now.plusSeconds(random.nextInt(-2, 5));
      case 10, 11 -> stop();
      default -> start(random.nextInt(NODES));
    }
  }

  private Node randomNode(int index) {
    var node = node("node-" + index).label("kubernetes.io/hostname", "node-" + index);
    node.allocatable("cpu", random.nextInt(6) == 0 ? "6" : "8").allocatable("pods", "10");
    return (random.nextInt(12) == 0 ? node.unschedulable() : node).build();
  }

  private PodBuilder randomPod(String name, int priorities) {
    PodBuilder pod =
        pod(name)
            .uid(name)
            .priority(random.nextInt(priorities))
            .label("app", random.nextBoolean() ? "web" : "db")
            .request("cpu", random.nextInt(1, 4) + "");
    if (random.nextInt(5) == 0) {
      pod.hostPort(8000 + random.nextInt(2));
    }
    if (caresForOthers && random.nextInt(10) == 0) {
      pod.awayFrom("app", random.nextBoolean() ? "web" : "db");
    }
    return pod;
  }

  private void start(int node) {
    String name = "pod-" + next++;
    PodBuilder pod = randomPod(name, 6).on("node-" + node);
    if (random.nextInt(3) > 0) {
      pod.started(now.minusSeconds(random.nextInt(-1, 4)));
    }
    Pod started = pod.build();
    running.put(name, started);
    apply(started);
  }

  private @Nullable Pod anyRunning() {
    return running.isEmpty()
        ? null
        : List.copyOf(running.values()).get(random.nextInt(running.size()));
  }

  private void stop() {
    Pod pod = anyRunning();
    if (pod != null) {
      running.remove(pod.name());
      state.apply(new ObjectEvent.Deleted(pod));
    }
  }

  /** A pod's start is reported, or corrected; its class stays as it is. */
  private void begin() {
    Pod pod = anyRunning();
    if (pod != null) {
      Pod begun =
          pod(pod.name())
              .uid(pod.name())
              .label("app", requireNonNull(pod.meta().labels().get("app")))
              .on(pod.nodeName())
              .started(now.minusSeconds(random.nextInt(-1, 4)))
              .build(pod.spec());
      running.put(pod.name(), begun);
      apply(begun);
    }
  }

  private void nominate(Pod pod, int node) {
    apply(pod);
    nominate(requireNonNull(state.snapshot().pod(pod.key())), "node-" + node);
    state.apply(new ObjectEvent.Deleted(pod));
  }

  private void nominate(PodInfo pod, String node) {
    var there = new ArrayList<>(nominated.getOrDefault(node, List.of()));
    there.add(pod);
    nominated.put(node, List.copyOf(there));
  }

  /** Tries a pod that comes, or one that waits, which may be nominated to a node. */
  private void attempt() {
    Pod pod =
        !waiting.isEmpty() && random.nextInt(3) == 0
            ? waiting.remove(random.nextInt(waiting.size()))
            : pod("urgent-" + next++)
                .priority(random.nextInt(8) == 0 ? 0 : 3 + random.nextInt(2) * 3)
                .request("cpu", random.nextInt(8) == 0 ? "7" : "4")
                .build();
    apply(pod);
    PodInfo info = requireNonNull(state.snapshot().pod(pod.key()));
    if (random.nextInt(4) == 0) {
      nominated
          .values()
          .removeIf(there -> there.stream().anyMatch(one -> one.key().equals(info.key())));
      nominate(info, "node-" + random.nextInt(NODES));
    }
    var view = new SnapshotView(state.snapshot());
    Nominations nominations = Nominations.of(nominated);
    PodAttempt wantedAttempt = profile.attempt(info, view);
    PodAttempt attempt = profile.attempt(info, view);
    PlacementOutcome wanted = reference.place(wantedAttempt, nominations);
    PlacementOutcome found = incremental.place(attempt, nominations);
    assertThat(found.getClass()).as(this::place).isEqualTo(wanted.getClass());
    if (wanted instanceof PlacementOutcome.Unfit(var expected)
        && found instanceof PlacementOutcome.Unfit(var error)) {
      assertThat(error.message("")).as(this::place).isEqualTo(expected.message(""));
      decide(wantedAttempt, expected.diagnosis(), attempt, error.diagnosis(), nominations);
    }
    // A class is forgotten with its last pod.
    waiting.add(pod);
    if (waiting.size() > MOST_WAITING) {
      state.apply(new ObjectEvent.Deleted(waiting.removeFirst()));
    }
  }

  private void decide(
      PodAttempt wantedAttempt,
      Diagnosis expected,
      PodAttempt attempt,
      Diagnosis diagnosis,
      Nominations nominations) {
    var plain =
        new PreemptionEvaluator(n -> Math.min(n, ENOUGH), List.of(), clock, new TieBreak(1));
    var all = new Counted(profile.filtering().dryRun(wantedAttempt, nominations));
    var few = new Counted(profile.filtering().dryRun(attempt, nominations));
    PreemptionDecision wanted =
        plain.decideByDefinition(wantedAttempt.pod(), wantedAttempt.cluster(), expected, all);
    PreemptionDecision found = remembering.decide(attempt.pod(), attempt.cluster(), diagnosis, few);
    assertThat(found).as(this::place).isEqualTo(wanted);
    kinds.seen(found, few.trials < all.trials);
    if (found instanceof PreemptionDecision.Evict(_, var victims) && random.nextInt(3) == 0) {
      for (PodInfo victim : victims.pods()) {
        running.remove(victim.pod().name());
        state.apply(new ObjectEvent.Deleted(victim.pod()));
      }
    }
  }

  private String place() {
    return "step " + step + " at " + now;
  }

  private void apply(ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
  }

  /** Counts how often a node is tried. */
  private static final class Counted implements DryRun {

    private final DryRun dryRun;
    private int trials;

    Counted(DryRun dryRun) {
      this.dryRun = dryRun;
    }

    @Override
    public Trial on(NodeInfo node) {
      trials++;
      return dryRun.on(node);
    }

    @Override
    public List<PodInfo> nominatedTo(String nodeName) {
      return dryRun.nominatedTo(nodeName);
    }

    @Override
    public Dependence dependence() {
      return dryRun.dependence();
    }
  }

  /** What histories came to. */
  static final class Kinds {

    private final Map<String, Integer> counts = new TreeMap<>();
    private int remembered;

    void seen(PreemptionDecision decision, boolean fromMemory) {
      counts.merge(decision.getClass().getSimpleName(), 1, Integer::sum);
      remembered += fromMemory ? 1 : 0;
    }

    Map<String, Integer> counts() {
      return counts;
    }

    int remembered() {
      return remembered;
    }
  }
}
