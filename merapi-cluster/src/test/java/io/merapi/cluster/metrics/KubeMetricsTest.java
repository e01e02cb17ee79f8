package io.merapi.cluster.metrics;

import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.merapi.cluster.http.ApiRequest;
import io.merapi.kube.cycle.KubeGauges;
import io.merapi.kube.measures.AttemptResult;
import io.merapi.kube.measures.KubeMeasures;
import io.merapi.kube.measures.MeasuredPoint;
import io.merapi.kube.measures.ProfileMeasures;
import io.merapi.kube.measures.QueuePool;
import io.merapi.kube.queue.SchedulingQueue;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What kube-scheduler v1.36.1 shows, written down by hand from its source. */
class KubeMetricsTest {

  private static final String PROFILE = "default-scheduler";

  private final Metrics metrics = new Metrics("1.2.3");
  private final KubeMeasures kube =
      metrics.kube(() ->
          new KubeGauges(
              new SchedulingQueue.Sizes(1, 2, 3, 4), new TreeMap<>(Map.of("NodeAdd", 5)), 6, 7, 8));
  private final ProfileMeasures profile = kube.ofProfile(PROFILE);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          scheduler_schedule_attempts_total                          | counter   | result profile
          scheduler_scheduling_attempt_duration_seconds              | histogram | result profile
          scheduler_scheduling_algorithm_duration_seconds            | histogram | ''
          scheduler_preemption_victims                               | histogram | ''
          scheduler_preemption_attempts_total                        | counter   | ''
          scheduler_pending_pods                                     | gauge     | queue
          scheduler_inflight_events                                  | gauge     | event
          scheduler_pod_scheduling_sli_duration_seconds              | histogram | attempts
          scheduler_pod_scheduling_attempts                          | histogram | ''
          scheduler_pod_scheduled_after_flush_total                  | counter   | ''
          scheduler_framework_extension_point_duration_seconds       | histogram | extension_point status profile
          scheduler_plugin_execution_duration_seconds                | histogram | plugin extension_point status
          scheduler_queue_incoming_pods_total                        | counter   | queue event
          scheduler_permit_wait_duration_seconds                     | histogram | result
          scheduler_cache_size                                       | gauge     | type
          scheduler_unschedulable_pods                               | gauge     | plugin profile
          scheduler_plugin_evaluation_total                          | counter   | plugin extension_point profile
          scheduler_queueing_hint_execution_duration_seconds         | histogram | plugin event hint
          scheduler_async_api_call_execution_total                   | counter   | call_type result
          scheduler_async_api_call_execution_duration_seconds        | histogram | call_type result
          rest_client_requests_total                                 | counter   | code method host
          rest_client_request_duration_seconds                       | histogram | verb host
          process_cpu_seconds_total                                  | counter   | ''
          process_resident_memory_bytes                              | gauge     | ''
          process_start_time_seconds                                 | gauge     | ''
          leader_election_master_status                              | gauge     | name
          """)
  void hasTheNameTypeAndLabelsOfTheOriginal(String name, String type, String labels)
      throws IOException {
    everythingHappens();

    Exposition shown = Exposition.of(metrics);

    assertThat(shown.type(name)).isEqualTo(type);
    assertThat(shown.labels(name))
        .containsExactlyInAnyOrder(labels.isEmpty() ? new String[0] : labels.split(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "scheduler_scheduling_attempt_duration_seconds, 0.001, 2, 15",
    "scheduler_scheduling_algorithm_duration_seconds, 0.001, 2, 15",
    "scheduler_preemption_victims, 1, 2, 7",
    "scheduler_pod_scheduling_sli_duration_seconds, 0.01, 2, 20",
    "scheduler_pod_scheduling_attempts, 1, 2, 5",
    "scheduler_framework_extension_point_duration_seconds, 0.0001, 2, 12",
    "scheduler_plugin_execution_duration_seconds, 0.00001, 1.5, 20",
    "scheduler_permit_wait_duration_seconds, 0.001, 2, 15",
    "scheduler_queueing_hint_execution_duration_seconds, 0.00001, 1.5, 20",
    "scheduler_async_api_call_execution_duration_seconds, 0.001, 2, 15"
  })
  void hasTheBucketsOfTheOriginal(String name, double first, double factor, int count)
      throws IOException {
    everythingHappens();

    List<Double> bounds = Exposition.of(metrics).buckets(name);

    assertThat(bounds).hasSize(count);
    for (int i = 0; i < count; i++) {
      double expected = first * Math.pow(factor, i);
      assertThat(bounds.get(i)).isCloseTo(expected, within(expected * 1e-9));
    }
  }

  @Test
  void labelsCarryTheWordsOfTheOriginal() throws IOException {
    everythingHappens();

    Exposition shown = Exposition.of(metrics);

    assertThat(
            List.of(
                "scheduler_schedule_attempts_total{profile=\"default-scheduler\",result=\"scheduled\"}",
                "scheduler_schedule_attempts_total{profile=\"default-scheduler\",result=\"unschedulable\"}",
                "scheduler_schedule_attempts_total{profile=\"default-scheduler\",result=\"error\"}",
                "scheduler_queue_incoming_pods_total{event=\"UnschedulablePodAdd\",queue=\"active\"}",
                "scheduler_plugin_evaluation_total{extension_point=\"Filter\",plugin=\"NodeName\",profile=\"default-scheduler\"}",
                "scheduler_async_api_call_execution_total{call_type=\"pod_binding\",result=\"success\"}",
                "scheduler_async_api_call_execution_total{call_type=\"pod_status_patch\",result=\"error\"}",
                "rest_client_requests_total{code=\"201\",host=\"api:6443\",method=\"POST\"}",
                "rest_client_requests_total{code=\"<error>\",host=\"api:6443\",method=\"PATCH\"}"))
        .allSatisfy(sample -> assertThat(shown.value(sample)).as(sample).isEqualTo(1.0));
    assertThat(shown.value("scheduler_pending_pods{queue=\"gated\"}")).isEqualTo(4);
    assertThat(shown.value("scheduler_cache_size{type=\"assumed_pods\"}")).isEqualTo(8);
    assertThat(shown.value("scheduler_inflight_events{event=\"NodeAdd\"}")).isEqualTo(5);
    assertThat(shown.value("scheduler_pod_scheduling_sli_duration_seconds_count{attempts=\"15+\"}"))
        .isEqualTo(1);
    assertThat(shown.value("leader_election_master_status{name=\"kube-scheduler\"}")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 1",
    "64.0, 64",
    "0.001, 0.001",
    "1.0E-5, 1e-05",
    "2.25E-5, 2.25e-05",
    "1.0125E-4, 0.00010125",
    "16.384, 16.384",
    "120000.0, 120000"
  })
  void writesBoundsAsGoDoes(String java, String go) {
    assertThat(MetricsText.bound(java)).isEqualTo(go);
  }

  @Test
  void boundsOfTheTextAreWrittenSo() throws IOException {
    everythingHappens();

    assertThat(metrics.text(null).text())
        .contains("scheduler_preemption_victims_bucket{le=\"64\"}")
        .contains("le=\"1e-05\"")
        .contains("le=\"+Inf\"")
        .doesNotContain("le=\"1.0\"");
  }

  @Test
  void aSchedulerThatIsMadeAnewStartsWithNoPodThatWaits() throws IOException {
    profile.unschedulable(List.of("NodeResourcesFit"), 1);
    kube.started();

    assertThat(Exposition.of(metrics).labels("scheduler_unschedulable_pods")).isEmpty();
  }

  @Test
  void openMetricsAreThereForThoseWhoAskForThem() throws IOException {
    MetricsText open = metrics.text("application/openmetrics-text;version=1.0.0,text/plain;q=0.5");

    assertThat(open.contentType()).startsWith("application/openmetrics-text; version=1.0.0");
    assertThat(open.text()).endsWith("# EOF\n");
    assertThat(metrics.text("text/plain").contentType()).startsWith("text/plain; version=0.0.4");
    assertThat(metrics.text(null).text()).contains("merapi_build_info{", "version=\"1.2.3\"");
  }

  private void everythingHappens() {
    for (AttemptResult result : AttemptResult.values()) {
      profile.attempted(pod("p").build(), result, "", kube.now());
    }
    kube.searched(kube.now());
    kube.bound(1, true);
    kube.waitedForNode(20, Duration.ofSeconds(1));
    kube.entered(QueuePool.ACTIVE, "UnschedulablePodAdd");
    kube.hinted("NodeName", "NodeAdd", true, kube.now());
    kube.preemptionTried();
    kube.preempted(3);
    kube.permitWaited("Success", kube.now());
    profile.ran(MeasuredPoint.FILTER, "Success", kube.now());
    profile.called("NodeName", MeasuredPoint.PRE_FILTER, "Skip", kube.now());
    profile.unschedulable(List.of("NodeName"), 1);
    profile.tally(MeasuredPoint.FILTER, List.of("NodeName")).count();
    metrics.run().leads("kube-scheduler", true);
    String pod = "/api/v1/namespaces/default/pods/p";
    metrics
        .requests()
        .answered(ApiRequest.post(pod + "/binding", "{}"), "api:6443", 201, 1_000_000);
    metrics
        .requests()
        .answered(
            ApiRequest.patch(pod + "/status", ApiRequest.MERGE, "{}"), "api:6443", 0, 1_000_000);
  }
}
