package io.merapi.cluster.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.session.SessionOptions;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.kube.configuration.KubeConfiguration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WatchedKindsTest {

  @Test
  void theDefaultPluginsLookAtStorageDevicesAndBudgets() {
    KubeConfiguration defaults = new KubeConfigurationReader().defaults(FeatureGates.DEFAULTS);
    assertThat(WatchedKinds.of(defaults))
        .contains(WatchedKind.livePods())
        .extracting(WatchedKind::kind)
        .contains(
            ObjectKind.NODE,
            ObjectKind.NAMESPACE,
            ObjectKind.PERSISTENT_VOLUME_CLAIM,
            ObjectKind.CSI_STORAGE_CAPACITY,
            ObjectKind.RESOURCE_SLICE,
            ObjectKind.POD_DISRUPTION_BUDGET)
        .doesNotContain(ObjectKind.POD_GROUP, ObjectKind.QUEUE, ObjectKind.PRIORITY_CLASS)
        .doesNotHaveDuplicates();
  }

  @Test
  void whatNoPluginLooksAtIsNotWatched() {
    KubeConfiguration small =
        Objects.requireNonNull(
            new KubeConfigurationReader()
                .read(
                    "small.yaml",
                    """
                    apiVersion: kubescheduler.config.k8s.io/v1
                    kind: KubeSchedulerConfiguration
                    profiles:
                    - plugins:
                        multiPoint:
                          disabled: [{name: "*"}]
                          enabled:
                          - name: PrioritySort
                          - name: NodeResourcesFit
                          - name: DefaultBinder
                    """,
                    FeatureGates.DEFAULTS)
                .configuration());
    assertThat(WatchedKinds.of(small))
        .containsExactly(WatchedKind.livePods(), WatchedKind.all(ObjectKind.NODE));
  }

  @Test
  void sessionsLookAtGroupsQueuesAndEndedPodsToo() {
    assertThat(WatchedKinds.of(BatchConfiguration.byDefault(), SessionOptions.DEFAULTS))
        .contains(WatchedKind.all(ObjectKind.POD))
        .extracting(WatchedKind::kind)
        .contains(
            ObjectKind.POD_GROUP,
            ObjectKind.QUEUE,
            ObjectKind.HYPER_NODE,
            ObjectKind.PRIORITY_CLASS,
            ObjectKind.PERSISTENT_VOLUME_CLAIM)
        .doesNotContain(
            ObjectKind.CONFIG_MAP,
            ObjectKind.NODE_SHARD,
            ObjectKind.NUMATOPOLOGY,
            ObjectKind.RESOURCE_QUOTA)
        .doesNotHaveDuplicates();
  }
}
