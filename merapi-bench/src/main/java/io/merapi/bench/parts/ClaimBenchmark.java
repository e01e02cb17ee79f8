package io.merapi.bench.parts;

import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceBuilder.device;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SliceBuilder.slice;
import static io.merapi.testkit.VolumeBuilder.volume;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.DeviceSelector;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.StorageClass;
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
import io.merapi.kube.placement.TieBreak;
import io.merapi.kube.plugins.DefaultPlugins;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import java.time.InstantSource;
import java.util.List;
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
 * What it costs to find a node for a pod that claims a volume or a device, by the number of nodes;
 * another pod moves before each decision. Every node has a volume and eight devices of its own.
 *
 * <p>Run: {@code java -jar merapi-bench/target/benchmarks.jar ClaimBenchmark}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
public class ClaimBenchmark {

  private static final String HOST = "kubernetes.io/hostname";
  private static final int DEVICES = 8;

  @Param({"100", "1000", "5000"})
  public int nodes;

  @Param public Kind kind = Kind.NOTHING;

  private ClusterState state = ClusterState.withDefaults();
  private SchedulingProfile profile = profile(new ResourceDictionary());
  private Placement placement = placement();
  private int turn;

  /** What the pod claims. */
  public enum Kind {
    /** For comparison. */
    NOTHING,
    /** A volume that can be reached from everywhere and is bound. */
    BOUND_VOLUME,
    /** A volume that is made where the pod goes. */
    NEW_VOLUME,
    /** One of the volumes that the nodes have. */
    LOCAL_VOLUME,
    /** A device that an expression selects. */
    DEVICE
  }

  @Setup
  public void build() {
    var dictionary = new ResourceDictionary();
    state = new ClusterState(dictionary, PodRequests.Rules.DEFAULT, PodClassReads.ALL);
    profile = profile(dictionary);
    placement = placement();
    for (int i = 0; i < nodes; i++) {
      String name = "node-" + i;
      apply(
          node(name).label(HOST, name).allocatable("cpu", "64").allocatable("pods", "110").build());
      apply(volumeOf(name));
      apply(devicesOf(name));
    }
    apply(storageClass("local", "kubernetes.io/no-provisioner"));
    apply(storageClass("new", "csi.example.com"));
    apply(volume("everywhere").csi("csi.example.com", "everywhere").build());
    apply(completed(claim("bound").boundTo("everywhere").build()));
    apply(claim("new").ofClass("new").build());
    apply(claim("local").ofClass("local").build());
    apply(
        new DeviceClass(
            ObjectMeta.named("", "gpu"),
            List.of(
                new DeviceSelector("device.attributes[\"driver.example.com\"].model == \"large\"")),
            null));
    apply(deviceClaim("device").request("one", devices(1).ofClass("gpu")).build());
    decide();
  }

  private static PersistentVolumeClaim completed(PersistentVolumeClaim claim) {
    return claim.withMeta(
        claim.meta().withAnnotations(Labels.of(WellKnownKeys.BIND_COMPLETED, "yes")));
  }

  private static ClusterObject volumeOf(String node) {
    return volume("volume-of-" + node)
        .ofClass("local")
        .requiringNodes(
            new NodeSelectorTerm(
                List.of(new SelectorRequirement(HOST, "In", List.of(node))), List.of()))
        .build();
  }

  private static ClusterObject devicesOf(String node) {
    var devices = slice("devices-of-" + node).driver("driver.example.com").pool(node, 1).on(node);
    for (int i = 0; i < DEVICES; i++) {
      devices.with(
          device("gpu-" + i)
              .attribute("driver.example.com/model", i < DEVICES / 2 ? "small" : "large"));
    }
    return devices.build();
  }

  private static StorageClass storageClass(String name, String provisioner) {
    return new StorageClass(
        ObjectMeta.named("", name), provisioner, Labels.EMPTY, "WaitForFirstConsumer", List.of());
  }

  private void apply(ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
  }

  private static SchedulingProfile profile(ResourceDictionary dictionary) {
    return new SchedulingProfile(
        DefaultPlugins.profile(FeatureGates.DEFAULTS),
        KubePlugins.IN_TREE.factories(SchedulerParts.forQuestions()),
        new ProfileContext(dictionary, FeatureGates.DEFAULTS, InstantSource.system()));
  }

  private Placement placement() {
    return new IncrementalPlacement(
        profile, NodeSampling.ALL_NODES, new NodeRotation(), new TieBreak(1));
  }

  private Pod wish() {
    var pod = pod("bench").request("cpu", "1");
    return (switch (kind) {
          case NOTHING -> pod;
          case BOUND_VOLUME -> pod.claim("bound");
          case NEW_VOLUME -> pod.claim("new");
          case LOCAL_VOLUME -> pod.claim("local");
          case DEVICE -> pod.resourceClaim("device");
        })
        .build();
  }

  @Benchmark
  public PlacementOutcome decide() {
    apply(pod("other").on("node-" + turn++ % nodes).request("cpu", "1").build());
    apply(wish());
    Snapshot snapshot = state.snapshot();
    PodInfo info = Objects.requireNonNull(snapshot.pod("default/bench"));
    PlacementOutcome outcome =
        placement.place(profile.attempt(info, new SnapshotView(snapshot)), Nominations.NONE);
    if (!(outcome instanceof PlacementOutcome.Placed)) {
      throw new IllegalStateException("the pod must fit: " + outcome);
    }
    return outcome;
  }
}
