package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.actions.bundles.GangEvictionArgs;
import io.merapi.batch.actions.preempt.PreemptArgs;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.batch.usage.MetricsConfiguration;
import io.merapi.batch.usage.MetricsSource;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BatchConfigurationReaderTest {

  @Test
  void theBuiltInDefaultIsWhatUpstreamsDefaultTextSays() {
    BatchReading reading =
        Readings.read(
            """
            actions: "enqueue, allocate, backfill"
            tiers:
            - plugins:
              - name: priority
              - name: gang
              - name: conformance
            - plugins:
              - name: overcommit
              - name: drf
              - name: predicates
              - name: proportion
              - name: nodeorder
            """);

    assertThat(Readings.accepted(reading)).isEqualTo(BatchConfiguration.byDefault());
    assertThat(reading.problems()).isEmpty();
  }

  @Test
  void switchesGovernWhatUpstreamLetsThemGovern() {
    PluginOption option =
        Readings.only(
            Readings.read(
                """
                actions: allocate
                tiers:
                - plugins:
                  - name: proportion
                    enablePredicate: no
                    enablePreemptable: false
                    enableJobEnqueued: ~
                    enableQueueOrder: NULL
                """));

    assertThat(option.takesPartIn(ExtensionPoint.PRE_PREDICATE)).isFalse();
    assertThat(option.takesPartIn(ExtensionPoint.SIMULATE_PREDICATE)).isFalse();
    assertThat(option.takesPartIn(ExtensionPoint.SIMULATE_ADD_TASK)).isTrue();
    assertThat(option.takesPartIn(ExtensionPoint.JOB_ENQUEUEABLE)).isTrue();
    assertThat(option.takesPartIn(ExtensionPoint.QUEUE_ORDER)).isFalse();
    assertThat(option.takesPartIn(ExtensionPoint.UNIFIED_EVICTABLE)).isTrue();
    assertThat(option.on()).doesNotContain(PluginSwitch.HIERARCHY, PluginSwitch.CLUSTER_ORDER);
  }

  @Test
  void actionsReadTheirOwnConfigurationAndGangActionsAlsoThatOfAllocate() {
    BatchConfiguration configuration =
        Readings.accepted(
            Readings.read(
                """
                actions: " preempt ,gangpreempt"
                tiers: [{plugins: [{name: gang}]}]
                configurations:
                - name: preempt
                  arguments:
                    predicateErrorCacheEnable: "false"
                    enableTopologyAwarePreemption: true
                    topologyAwarePreemptWorkerNum: 4
                    minCandidateNodesPercentage: "20"
                    maxCandidateNodesAbsolute: 0
                - name: gangpreempt
                  arguments: {maxDomains: 0, allowWholeBundle: false}
                - name: allocate
                  arguments: {predicateErrorCacheEnable: false}
                """));

    assertThat(configuration.actions())
        .containsExactly(BatchAction.PREEMPT, BatchAction.GANG_PREEMPT);
    assertThat(configuration.actionArguments().preempt())
        .isEqualTo(new PreemptArgs(false, true, 4, 10, 1, 0));
    assertThat(configuration.actionArguments().gangPreempt())
        .isEqualTo(new GangEvictionArgs(8, false, false));
    assertThat(configuration.actionArguments().backfill().predicateErrorCache()).isTrue();
  }

  @Test
  void metricsAreStringsWhateverIsWritten() {
    assertThat(
            metrics(
                "type: prometheus\n  address: http://example:9090\n  tls.insecureSkipVerify: true"))
        .isEqualTo(
            new MetricsConfiguration(
                new MetricsSource.Prometheus("http://example:9090", true), Duration.ofSeconds(30)));
    assertThat(metrics("type: elasticsearch\n  address: a\n  interval: 10s").source())
        .isEqualTo(
            new MetricsSource.Elasticsearch("a", false, "metricbeat-*", "host.hostname", "", ""));
    assertThat(metrics("type: prometheus_adaptor\n  interval: 10").interval())
        .isEqualTo(Duration.ofSeconds(30));
    assertThat(metrics("type: prometheus\n  tls.insecureSkipVerify: yes").source())
        .isEqualTo(new MetricsSource.None());
    assertThat(metrics("type: other").source()).isEqualTo(new MetricsSource.None());
  }

  @Test
  void aPasswordIsNotPrinted() {
    assertThat(metrics("type: elasticsearch\n  address: a\n  elasticsearch.password: secret"))
        .asString()
        .doesNotContain("secret");
  }

  private static MetricsConfiguration metrics(String text) {
    return Readings.accepted(Readings.read("actions: allocate\nmetrics:\n  " + text)).metrics();
  }
}
