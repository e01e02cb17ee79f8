package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.pod.Pod;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pods of a real cluster get the devices that they claim. */
class DeviceIT {

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  private final Stage stage = new Stage(CLUSTER);

  @BeforeEach
  void createDevices() throws IOException {
    stage.create(
        ObjectKind.DEVICE_CLASS,
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: large-gpu}
        spec:
          selectors:
          - cel:
              expression: >-
                device.driver == "gpu.example.com" &&
                device.capacity["gpu.example.com"].memory.compareTo(quantity("40Gi")) >= 0
        """);
    gpuNode("node-1", "16Gi");
    gpuNode("node-2", "80Gi");
  }

  private void gpuNode(String name, String memory) throws IOException {
    stage.create(node(name).allocatable("cpu", "4").allocatable("pods", "110"));
    stage.create(
        ObjectKind.RESOURCE_SLICE,
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: %1$s}
        spec:
          driver: gpu.example.com
          nodeName: %1$s
          pool: {name: %1$s, generation: 1, resourceSliceCount: 1}
          devices:
          - name: gpu-0
            attributes: {model: {string: a100}}
            capacity: {memory: {value: %2$s}}
        """
            .formatted(name, memory));
  }

  private void claim(String name) throws IOException {
    stage.create(
        ObjectKind.RESOURCE_CLAIM,
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: %s}
        spec:
          devices:
            requests:
            - name: gpu
              exactly:
                deviceClassName: large-gpu
                selectors:
                - cel: {expression: 'device.attributes["gpu.example.com"].model == "a100"'}
        """
            .formatted(name));
  }

  @AfterEach
  void clear() throws IOException {
    stage.close();
    assertThat(stage.warnings()).isEmpty();
  }

  @Test
  void aClaimIsAllocatedAndReservedBeforeThePodIsBound() throws IOException {
    claim("gpu");
    stage.startMerapi();
    stage.create(pod("user").request("cpu", "1").resourceClaim("gpu"));
    assertThat(stage.nodeOf("user")).isEqualTo("node-2");

    ResourceClaim claim = CLUSTER.get(ResourceClaim.class, ObjectKind.RESOURCE_CLAIM, "gpu");
    Allocation allocation = Objects.requireNonNull(claim.allocation());
    assertThat(allocation.results()).hasSize(1);
    Allocation.Result device = allocation.results().getFirst();
    assertThat(device.request()).isEqualTo("gpu");
    assertThat(device.driver()).isEqualTo("gpu.example.com");
    assertThat(device.pool()).isEqualTo("node-2");
    assertThat(device.device()).isEqualTo("gpu-0");
    Pod user = stage.pod("user");
    assertThat(claim.reservedFor())
        .containsExactly(new ResourceClaim.Consumer("", "pods", "user", user.meta().uid()));
    assertThat(claim.meta().finalizers()).contains("resource.kubernetes.io/delete-protection");
    // Versions of one etcd grow with time: the claim was written before the pod was bound.
    assertThat(Long.parseLong(claim.meta().resourceVersion()))
        .isLessThan(Long.parseLong(user.meta().resourceVersion()));
  }

  @Test
  void podsThatNameOneClaimShareItsDevice() throws IOException {
    claim("gpu");
    stage.startMerapi();
    for (int i = 0; i < 3; i++) {
      stage.create(pod("user-" + i).request("cpu", "1").resourceClaim("gpu"));
    }
    for (int i = 0; i < 3; i++) {
      assertThat(stage.nodeOf("user-" + i)).isEqualTo("node-2");
    }
    ResourceClaim claim = CLUSTER.get(ResourceClaim.class, ObjectKind.RESOURCE_CLAIM, "gpu");
    assertThat(claim.reservedFor())
        .extracting(ResourceClaim.Consumer::name)
        .containsExactlyInAnyOrder("user-0", "user-1", "user-2");
  }

  @Test
  void aDeviceIsGivenToOneClaimUntilThatIsGone() throws IOException {
    claim("first");
    claim("second");
    stage.startMerapi();
    stage.create(pod("user").request("cpu", "1").resourceClaim("first"));
    assertThat(stage.nodeOf("user")).isEqualTo("node-2");

    stage.create(pod("waiting").request("cpu", "1").resourceClaim("second"));
    assertThat(stage.unscheduled("waiting").message())
        .isEqualTo(
            "0/2 nodes are available: 2 cannot allocate all claims. still not schedulable,"
                + " preemption: 0/2 nodes are available: 2 Preemption is not helpful for"
                + " scheduling.");

    stage.end("user");
    // The claim controller: takes the reservation, the devices and the finalizer away.
    stage.patch(ObjectKind.RESOURCE_CLAIM, "first/status", "{\"status\": null}");
    stage.patch(ObjectKind.RESOURCE_CLAIM, "first", "{\"metadata\": {\"finalizers\": null}}");
    assertThat(stage.nodeOf("waiting")).isEqualTo("node-2");
  }
}
