package io.merapi.explain.pod;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.explain.cluster.OfflineCluster;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.placement.PlacementOutcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is explained offline does not depend on how fast the machine is. */
class SlowMachineTest {

  private static final String IMPATIENT =
      """
      apiVersion: kubescheduler.config.k8s.io/v1
      kind: KubeSchedulerConfiguration
      profiles:
        - schedulerName: default-scheduler
          pluginConfig:
            - name: DynamicResources
              args: {filterTimeout: 1ns}
      """;

  private static final String CLUSTER =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: a}
      status: {allocatable: {cpu: "4", memory: 8Gi, pods: "10"}}
      ---
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu}
      spec: {}
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: gpus}
      spec:
        driver: gpu.example.com
        pool: {name: a, generation: 1, resourceSliceCount: 1}
        nodeName: a
        devices: [{name: gpu-0}, {name: gpu-1}, {name: gpu-2}]
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: gpus, namespace: default}
      spec:
        devices:
          requests: [{name: gpus, exactly: {deviceClassName: gpu, allocationMode: ExactCount, count: 3}}]
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: trainer, namespace: default}
      spec:
        schedulerName: default-scheduler
        resourceClaims: [{name: gpus, resourceClaimName: gpus}]
        containers: [{name: main}]
      """;

  @Test
  void aSearchForDevicesIsNotCutOffHoweverLittleTimeItHas() throws IOException {
    KubeConfiguration configuration =
        requireNonNull(
            new KubeConfigurationReader()
                .read("scheduler.yaml", IMPATIENT, FeatureGates.DEFAULTS)
                .configuration());
    var cluster =
        new OfflineCluster(configuration, FeatureGates.DEFAULTS, false, Fixes.NONE, Instant.EPOCH);
    var input = new ByteArrayInputStream(CLUSTER.getBytes(StandardCharsets.UTF_8));
    assertThat(new SnapshotLoader(input).load(List.of("-"), cluster::add).problems()).isEmpty();

    assertThat(PodExplanation.of(cluster, "default/trainer").findings().placement())
        .isInstanceOf(PlacementOutcome.Placed.class);
  }
}
