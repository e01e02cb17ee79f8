package io.merapi.kube.claims;

import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceBuilder.device;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SliceBuilder.slice;
import static io.merapi.testkit.VolumeBuilder.volume;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolume.ClaimReference;
import io.merapi.api.storage.StorageClass;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.kube.devices.PendingAllocations;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ClusterState;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ClaimChangesTest {

  private static final String HOST = "kubernetes.io/hostname";

  private final ClusterState state = ClusterState.withDefaults();
  private final AssumedObjects assumed = new AssumedObjects();
  private final PendingAllocations pending = new PendingAllocations();
  private final ClaimChanges changes = new ClaimChanges(assumed, pending);
  private long seen;

  ClaimChangesTest() {
    for (String name : List.of("a", "b", "c")) {
      apply(node(name).label(HOST, name).build());
    }
    apply(slice("of-a").pool("a", 1).on("a").with(device("d")).build());
    apply(slice("of-b").pool("b", 1).on("b").with(device("d")).build());
    touched();
  }

  @Test
  void aClaimTouchesTheNodesOfItsPods() {
    apply(pod("p").on("b").claim("c").build());
    touched();
    apply(claim("c").build());
    assertThat(touched()).containsExactly("b");
    apply(claim("other").build());
    assertThat(touched()).isEmpty();
  }

  @Test
  void aFreeVolumeTouchesTheNodesThatReachIt() {
    apply(local("v", "b"));
    assertThat(touched()).containsExactly("b");
    PersistentVolume taken =
        local("v", "b")
            .claimedBy(new ClaimReference("default", "c", ""), ObjectMeta.named("", "v"));
    apply(taken);
    assertThat(touched()).containsExactly("b");
    apply(taken.claimedBy(new ClaimReference("default", "d", ""), ObjectMeta.named("", "v")));
    assertThat(touched()).isEmpty();
  }

  @Test
  void aFreeVolumeThatAnyNodeReachesTouchesAll() {
    apply(volume("v").build());
    assertThat(touched()).containsExactly("a", "b", "c");
  }

  @Test
  void nodesAreFoundByTheLabelsThatTheyHaveNow() {
    apply(local("v", "x"));
    assertThat(touched()).isEmpty();
    apply(node("c").label(HOST, "x").build());
    apply(local("w", "x"));
    assertThat(touched()).containsExactly("c");
  }

  @Test
  void whatAVolumeIsTouchesTheNodesThatItIsAttachedTo() {
    apply(new VolumeAttachment(ObjectMeta.named("", "at"), "driver", "c", "v"));
    assertThat(touched()).containsExactly("c");
    apply(local("v", "b"));
    assertThat(touched()).containsExactly("b", "c");
  }

  @Test
  void whatIsSaidOfANodeTouchesItAlone() {
    apply(new CsiNode(ObjectMeta.named("", "a"), List.of()));
    assertThat(touched()).containsExactly("a");
  }

  @Test
  void aStorageClassTouchesAllNodes() {
    apply(
        new StorageClass(
            ObjectMeta.named("", "s"), "driver", Labels.EMPTY, "Immediate", List.of()));
    assertThat(touched()).containsExactly("a", "b", "c");
  }

  @Test
  void aSliceTouchesTheNodesOfItsPool() {
    apply(slice("more-of-a").pool("a", 2).on("c").with(device("e")).build());
    assertThat(touched()).containsExactly("a", "c");
    apply(slice("of-all").pool("p", 1).onNodes("some", "label").with(device("e")).build());
    assertThat(touched()).containsExactly("a", "b", "c");
  }

  @Test
  void aDeviceThatIsTakenOrFreedTouchesTheNodesOfItsPool() {
    ResourceClaim waiting = deviceClaim("c").request("one", devices(1)).build();
    apply(waiting);
    assertThat(touched()).isEmpty();
    apply(waiting.withAllocation(onA()));
    assertThat(touched()).containsExactly("a");
    apply(waiting);
    assertThat(touched()).containsExactly("a");
  }

  @Test
  void whatIsDecidedTouchesNodesBeforeItIsWritten() {
    ResourceClaim waiting = deviceClaim("c").request("one", devices(1)).build();
    apply(waiting);
    touched();
    pending.add(waiting, onA());
    assertThat(touched()).containsExactly("a");
    pending.remove(waiting);
    assertThat(touched()).containsExactly("a");
    assumed.assume(local("v", "b"));
    assertThat(touched()).containsExactly("b");
    assumed.restore(local("v", "b"));
    assertThat(touched()).containsExactly("b");
  }

  @Test
  void anAssumptionThatBecomesVoidTouchesItsNodes() {
    ResourceClaim waiting = deviceClaim("c").resourceVersion("1").build();
    apply(waiting);
    assumed.assume(waiting.withAllocation(onA()));
    touched();
    apply(deviceClaim("c").resourceVersion("2").build());
    assertThat(touched()).containsExactly("a");
  }

  private static Allocation onA() {
    return requireNonNull(deviceClaim("holder").holding("a", "d").build().allocation());
  }

  private static PersistentVolume local(String name, String host) {
    var required = new SelectorRequirement(HOST, "In", List.of(host));
    return volume(name).requiringNodes(new NodeSelectorTerm(List.of(required), List.of())).build();
  }

  /** The nodes that were touched since this was last asked. */
  private SortedSet<String> touched() {
    changes.follow(state.present());
    var names = new TreeSet<String>();
    if (changes.touched().reachesBack(seen)) {
      changes
          .touched()
          .between(
              seen,
              changes.touched().position(),
              index -> names.add(requireNonNull(state.present().node(index)).name()));
    } else {
      state.present().forEachNode(node -> names.add(node.name()));
    }
    seen = changes.touched().position();
    return names;
  }

  private void apply(ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
  }
}
