package io.merapi.bench.parts;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static io.merapi.testkit.TermBuilder.podsWith;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.kube.configuration.EnabledPlugin;
import io.merapi.kube.configuration.PluginExpansion;
import io.merapi.kube.configuration.PluginSet;
import io.merapi.kube.configuration.PluginSets;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.framework.Filtering;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.Scoring;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.plugins.DefaultPlugins;
import io.merapi.kube.plugins.InTreePlugin;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.kube.state.ClusterState;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What the filter and the score of each kube plugin cost for one node, by the definition: with what
 * is prepared for a pod shared out over 1,000 nodes that have five pods each.
 *
 * <p>The pod asks for a little of everything but volumes and devices, for which there is {@link
 * ClaimBenchmark}. A plugin that has no filter or no score costs what asking nobody costs. Run:
 * {@code java -jar merapi-bench/target/benchmarks.jar KubePluginBenchmark -prof gc}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class KubePluginBenchmark {

  private static final int NODES = 1_000;
  private static final int PODS_PER_NODE = 5;
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";

  /** All plugins that filter or score; a test holds this list complete. */
  @Param({
    "DynamicResources",
    "ImageLocality",
    "InterPodAffinity",
    "NodeAffinity",
    "NodeDeclaredFeatures",
    "NodeName",
    "NodePorts",
    "NodeResourcesBalancedAllocation",
    "NodeResourcesFit",
    "NodeUnschedulable",
    "NodeVolumeLimits",
    "PodTopologySpread",
    "TaintToleration",
    "VolumeBinding",
    "VolumeRestrictions",
    "VolumeZone"
  })
  public String plugin = "";

  private @Nullable SchedulingProfile profile;
  private @Nullable PodAttempt attempt;

  @Setup
  public void build() {
    var dictionary = new ResourceDictionary();
    var state = new ClusterState(dictionary, PodRequests.Rules.DEFAULT, PodClassReads.ALL);
    objects().forEach(object -> state.apply(new ObjectEvent.Applied(object)));
    Pod pod = busyPod();
    state.apply(new ObjectEvent.Applied(pod));
    profile =
        new SchedulingProfile(
            profile(plugin),
            KubePlugins.IN_TREE.factories(SchedulerParts.forQuestions()),
            new ProfileContext(dictionary, FeatureGates.DEFAULTS, InstantSource.system()));
    PodInfo info = Objects.requireNonNull(state.snapshot().pod(pod.key()));
    attempt = profile.attempt(info, new SnapshotView(state.snapshot()));
  }

  /** A profile of one plugin that filters or scores, with its default arguments. */
  private static Profile profile(String plugin) {
    Profile usual = DefaultPlugins.profile(FeatureGates.DEFAULTS);
    var enabled =
        List.of(
            EnabledPlugin.of(InTreePlugin.PRIORITY_SORT.name()),
            new EnabledPlugin(plugin, 1),
            EnabledPlugin.of(InTreePlugin.DEFAULT_BINDER.name()));
    var sets = new PluginSets(new PluginSet(enabled, List.of()), Map.of());
    return new Profile(
        usual.schedulerName(),
        null,
        PluginExpansion.expand(usual.schedulerName(), sets, KubePlugins.IN_TREE.registry())
            .plugins(),
        usual.arguments());
  }

  private static List<ClusterObject> objects() {
    var objects = new ArrayList<ClusterObject>();
    for (int i = 0; i < NODES; i++) {
      String name = "node-" + i;
      objects.add(
          node(name)
              .label(HOST, name)
              .label(ZONE, "zone-" + i % 3)
              .allocatable("cpu", "32")
              .allocatable("memory", "256Gi")
              .allocatable("pods", "110")
              .taint("rather", "not", "PreferNoSchedule")
              .image(500_000_000, "example.com/app")
              .build());
      for (int j = 0; j < PODS_PER_NODE; j++) {
        objects.add(
            pod("pod-%d-%d".formatted(i, j))
                .on(name)
                .label("app", "app-" + j)
                .hostPort(9000 + j)
                .request("cpu", "1")
                .build());
      }
    }
    return objects;
  }

  /** A pod about which most plugins have something to think. */
  private static Pod busyPod() {
    var inSomeZone =
        new NodeSelectorTerm(
            List.of(new SelectorRequirement(ZONE, "In", List.of("zone-0", "zone-1", "zone-2"))),
            List.of());
    return pod("busy")
        .label("app", "app-0")
        .request("cpu", "2")
        .request("memory", "4Gi")
        .hostPort(8080)
        .tolerating("dedicated")
        .requiringNodes(inSomeZone)
        .preferringNodes(10, inSomeZone)
        .near(podsWith("app", "app-1").in(ZONE).build())
        .ratherAwayFrom(10, podsWith("app", "app-2").build())
        .spread(spreadOver(ZONE).maxSkew(5).with("app", "app-0").build())
        .spread(spreadOver(HOST).soft().with("app", "app-0").build())
        .build();
  }

  /** The pre-filter once, and the filter for every node. */
  @Benchmark
  @OperationsPerInvocation(NODES)
  public void filter(Blackhole blackhole) {
    PodAttempt one = Objects.requireNonNull(attempt);
    Filtering filtering = Objects.requireNonNull(profile).filtering();
    blackhole.consume(filtering.preFilter(one));
    for (NodeInfo node : one.cluster().nodes()) {
      blackhole.consume(filtering.filter(one, node));
    }
  }

  /** The pre-score once, the score for every node, and its normalisation. */
  @Benchmark
  @OperationsPerInvocation(NODES)
  public void score(Blackhole blackhole) {
    PodAttempt one = Objects.requireNonNull(attempt);
    Scoring scoring = Objects.requireNonNull(profile).scoring();
    List<NodeInfo> nodes = one.cluster().nodes();
    blackhole.consume(scoring.preScore(one, nodes));
    blackhole.consume(scoring.score(one, nodes));
  }
}
