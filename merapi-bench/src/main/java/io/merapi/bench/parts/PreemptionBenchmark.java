package io.merapi.bench.parts;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static io.merapi.testkit.TermBuilder.podsWith;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.NodeVerdicts;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.PostFilterOutcome;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.NodeSampling;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.placement.ReferencePlacement;
import io.merapi.kube.placement.TieBreak;
import io.merapi.kube.plugins.DefaultPlugins;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.kube.state.ClusterState;
import io.merapi.testkit.PodBuilder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What it costs to find victims for a pod that fits nowhere, by the number of nodes and the kind of
 * pod. All nodes are full of pods of lower priority, so that each is a candidate; the default
 * arguments stop the search at 100 nodes or a tenth of them.
 *
 * <p>Run: {@code java -jar merapi-bench/target/benchmarks.jar PreemptionBenchmark}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
public class PreemptionBenchmark {

  private static final int PODS_PER_NODE = 10;
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";

  @Param({"100", "1000", "5000"})
  public int nodes;

  @Param public Kind kind = Kind.PLAIN;

  private final ResourceDictionary dictionary = new ResourceDictionary();
  private final SchedulingProfile profile =
      new SchedulingProfile(
          DefaultPlugins.profile(FeatureGates.DEFAULTS),
          KubePlugins.IN_TREE.factories(SchedulerParts.forQuestions()),
          new ProfileContext(dictionary, FeatureGates.DEFAULTS, InstantSource.system()));
  private PodAttempt attempt = attempt();
  private @Nullable NodeVerdicts verdicts;

  /** What the pod asks of its node and of the pods around it. */
  public enum Kind {
    /** Resources only. */
    PLAIN,
    /** Evenly over hosts, of which each is a domain that a dry run may change. */
    SPREAD,
    /** On no host with the pods that are there. */
    ANTI_AFFINITY;

    private PodBuilder on(PodBuilder pod) {
      return switch (this) {
        case PLAIN -> pod;
        case SPREAD -> pod.spread(spreadOver(HOST).with("app", "low").build());
        case ANTI_AFFINITY -> pod.awayFrom(podsWith("app", "low").in(HOST).build());
      };
    }
  }

  @Setup
  public void build() {
    attempt = attempt();
    PlacementOutcome outcome =
        new ReferencePlacement(profile, NodeSampling.ALL_NODES, new NodeRotation(), new TieBreak(1))
            .place(attempt, Nominations.NONE);
    if (!(outcome instanceof PlacementOutcome.Unfit(var error))) {
      throw new IllegalStateException("the pod must fit nowhere: " + outcome);
    }
    verdicts = error.diagnosis();
    if (!preempt().result().isSuccess()) {
      throw new IllegalStateException("room must be found: " + preempt());
    }
  }

  private PodAttempt attempt() {
    var state = new ClusterState(dictionary, PodRequests.Rules.DEFAULT, PodClassReads.ALL);
    for (int i = 0; i < nodes; i++) {
      String name = "node-" + i;
      apply(
          state,
          node(name)
              .label(HOST, name)
              .label(ZONE, "zone-" + i % 3)
              .allocatable("cpu", PODS_PER_NODE + "")
              .allocatable("pods", "110")
              .build());
      for (int j = 0; j < PODS_PER_NODE; j++) {
        apply(
            state,
            pod("low-%d-%d".formatted(i, j))
                .on(name)
                .label("app", "low")
                .priority(j)
                .started(Instant.EPOCH.plusSeconds(i))
                .request("cpu", "1")
                .build());
      }
    }
    Pod pod = kind.on(pod("urgent").label("app", "low").priority(100).request("cpu", "4")).build();
    apply(state, pod);
    ClusterView cluster = new SnapshotView(state.snapshot());
    return profile.attempt(Objects.requireNonNull(state.snapshot().pod(pod.key())), cluster);
  }

  private static void apply(ClusterState state, ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
  }

  @Benchmark
  public PostFilterOutcome preempt() {
    return profile
        .filtering()
        .postFilter(attempt, Objects.requireNonNull(verdicts), Nominations.NONE);
  }
}
