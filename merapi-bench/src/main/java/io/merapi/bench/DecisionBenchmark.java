package io.merapi.bench;

import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static io.merapi.testkit.TermBuilder.podsWith;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.placement.IncrementalPlacement;
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.NodeSampling;
import io.merapi.kube.placement.Placement;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.placement.ReferencePlacement;
import io.merapi.kube.placement.TieBreak;
import io.merapi.kube.plugins.DefaultPlugins;
import io.merapi.kube.plugins.InTreePlugin;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import io.merapi.testkit.GangCluster;
import io.merapi.testkit.PodBuilder;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
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
 * What one decision costs, from a pod that waits to a snapshot with the pod on its node, by the
 * number of nodes, the kind of pod and the way of placing. Nodes have five pods each.
 *
 * <p>The last 50 pods take turns: each decision takes one of them from its node, as if another pod
 * of its class had come and one had gone, and places it again. Run: {@code java -jar
 * merapi-bench/target/benchmarks.jar DecisionBenchmark -p kind=PLAIN}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
public class DecisionBenchmark {

  private static final int TURNS = 50;
  private static final int PODS_PER_NODE = 5;
  private static final String ZONE = "topology.kubernetes.io/zone";

  @Param({"100", "1000", "5000", "10000"})
  public int nodes;

  @Param public Kind kind = Kind.PLAIN;

  @Param public Way way = Way.INCREMENTAL;

  private ClusterState state = ClusterState.withDefaults();
  private SchedulingProfile profile = profile(new ResourceDictionary());
  private Placement placement = placement();
  private final Pod[] pods = new Pod[TURNS];
  private int turn;

  /** What the pod asks of its node and of the pods around it. */
  public enum Kind {
    /** Resources only. */
    PLAIN,
    /** Evenly over zones. */
    SPREAD,
    /** In a zone with its like. */
    AFFINITY,
    /** On no host with its like. */
    ANTI_AFFINITY;

    private PodBuilder on(PodBuilder pod) {
      return switch (this) {
        case PLAIN -> pod;
        case SPREAD -> pod.spread(spreadOver(ZONE).with("app", "bench").build());
        case AFFINITY -> pod.near(podsWith("app", "bench").in(ZONE).build());
        case ANTI_AFFINITY -> pod.awayFrom(podsWith("app", "bench").build());
      };
    }
  }

  /** How the pod is placed. */
  public enum Way {
    REFERENCE,
    INCREMENTAL
  }

  @Setup
  public void build() {
    var dictionary = new ResourceDictionary();
    state = new ClusterState(dictionary, PodRequests.Rules.DEFAULT, PodClassReads.ALL);
    profile = profile(dictionary);
    placement = placement();
    for (ClusterObject object : new GangCluster(nodes, nodes * PODS_PER_NODE, 100).objects()) {
      state.apply(new ObjectEvent.Applied(object));
    }
    var template = kind.on(pod("template").request("cpu", "500m").request("memory", "1Gi")).spec();
    for (int i = 0; i < TURNS; i++) {
      pods[i] = pod("bench-" + i).label("app", "bench").build(template);
      decide();
    }
  }

  private static SchedulingProfile profile(ResourceDictionary dictionary) {
    return new SchedulingProfile(
        DefaultPlugins.profile(FeatureGates.DEFAULTS),
        InTreePlugin.factories(SchedulerParts.forQuestions()),
        new ProfileContext(dictionary, FeatureGates.DEFAULTS, InstantSource.system()));
  }

  private Placement placement() {
    var rotation = new NodeRotation();
    var ties = new TieBreak(1);
    return way == Way.REFERENCE
        ? new ReferencePlacement(profile, NodeSampling.ALL_NODES, rotation, ties)
        : new IncrementalPlacement(profile, NodeSampling.ALL_NODES, rotation, ties);
  }

  @Benchmark
  public Snapshot decide() {
    Pod pod = pods[turn++ % TURNS];
    state.apply(new ObjectEvent.Applied(pod));
    Snapshot snapshot = state.snapshot();
    PodInfo info = Objects.requireNonNull(snapshot.pod(pod.key()));
    PlacementOutcome outcome =
        placement.place(profile.attempt(info, new SnapshotView(snapshot)), Nominations.NONE);
    if (!(outcome instanceof PlacementOutcome.Placed placed)) {
      throw new IllegalStateException("the pod must fit: " + outcome);
    }
    state.apply(new ObjectEvent.Applied(pod.onNode(placed.node())));
    return state.snapshot();
  }
}
