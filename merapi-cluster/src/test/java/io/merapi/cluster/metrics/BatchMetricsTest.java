package io.merapi.cluster.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.Resources;
import io.merapi.batch.measures.BatchGauges;
import io.merapi.batch.measures.BatchGauges.JobFigures;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.measures.BatchMeasures.Milestone;
import io.merapi.batch.measures.BatchMeasures.Stage;
import io.merapi.batch.measures.BatchMeasures.UnreadyJob;
import io.merapi.batch.measures.QueueFigures;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Volcano (master, August 2026) shows, written down by hand from its source. */
class BatchMetricsTest {

  private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

  private final ResourceDictionary dictionary = new ResourceDictionary();
  private final Metrics metrics = new Metrics("1.2.3");
  private BatchGauges gauges = new BatchGauges(List.of(queue("q", 2)), List.of(job("train")));
  private final BatchMeasures batch = metrics.batch(() -> gauges);

  private Resources amount(Map<String, String> amounts) {
    var list = new TreeMap<String, Quantity>();
    amounts.forEach((name, text) -> list.put(name, Quantity.parse(text)));
    return Resources.of(new ResourceList(list), dictionary, Set.of());
  }

  private QueueFigures queue(String name, int gpus) {
    Resources held =
        amount(Map.of("cpu", "1500m", "memory", "1Ki", "nvidia.com/gpu", Integer.toString(gpus)));
    Resources nothing = Resources.none(dictionary);
    return new QueueFigures(name, held, nothing, nothing, held, nothing, held, 0.5, true, 3);
  }

  private static JobFigures job(String name) {
    return new JobFigures("ns", name, "q", CREATED, 0.25);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          volcano_e2e_scheduling_latency_milliseconds      | histogram | ''
          volcano_open_session_duration_milliseconds       | histogram | ''
          volcano_e2e_job_scheduling_latency_milliseconds  | histogram | ''
          volcano_e2e_job_scheduling_duration              | gauge     | job_name queue job_namespace
          volcano_e2e_job_scheduling_start_time            | gauge     | job_name queue job_namespace
          volcano_e2e_job_scheduling_last_time             | gauge     | job_name queue job_namespace
          volcano_plugin_scheduling_latency_milliseconds   | histogram | plugin OnSession
          volcano_action_scheduling_latency_milliseconds   | histogram | action
          volcano_task_scheduling_latency_milliseconds     | histogram | stage
          volcano_scheduling_stage_duration_milliseconds   | histogram | stage
          volcano_schedule_attempts_total                  | counter   | result
          volcano_pod_preemption_victims                   | gauge     | ''
          volcano_total_preemption_attempts                | counter   | ''
          volcano_eviction_transactions_total              | counter   | action
          volcano_unschedule_task_count                    | gauge     | job_id
          volcano_unschedule_job_count                     | gauge     | ''
          volcano_job_share                                | gauge     | job_ns job_id
          volcano_job_retry_counts                         | counter   | job_id
          volcano_queue_allocated_milli_cpu                | gauge     | queue_name
          volcano_queue_allocated_memory_bytes             | gauge     | queue_name
          volcano_queue_allocated_scalar_resources         | gauge     | queue_name resource
          volcano_queue_request_milli_cpu                  | gauge     | queue_name
          volcano_queue_request_memory_bytes               | gauge     | queue_name
          volcano_queue_request_scalar_resources           | gauge     | queue_name resource
          volcano_queue_deserved_milli_cpu                 | gauge     | queue_name
          volcano_queue_deserved_memory_bytes              | gauge     | queue_name
          volcano_queue_deserved_scalar_resources          | gauge     | queue_name resource
          volcano_queue_capacity_milli_cpu                 | gauge     | queue_name
          volcano_queue_capacity_memory_bytes              | gauge     | queue_name
          volcano_queue_capacity_scalar_resources          | gauge     | queue_name resource
          volcano_queue_real_capacity_milli_cpu            | gauge     | queue_name
          volcano_queue_real_capacity_memory_bytes         | gauge     | queue_name
          volcano_queue_real_capacity_scalar_resources     | gauge     | queue_name resource
          volcano_queue_inqueue_milli_cpu                  | gauge     | queue_name
          volcano_queue_inqueue_memory_bytes               | gauge     | queue_name
          volcano_queue_inqueue_scalar_resources           | gauge     | queue_name resource
          volcano_queue_share                              | gauge     | queue_name
          volcano_queue_weight                             | gauge     | queue_name
          volcano_queue_overused                           | gauge     | queue_name
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
    "volcano_e2e_scheduling_latency_milliseconds, 1, 5000, 20",
    "volcano_open_session_duration_milliseconds, 1, 5000, 20",
    "volcano_e2e_job_scheduling_latency_milliseconds, 100, 120000, 30",
    "volcano_plugin_scheduling_latency_milliseconds, 0.1, 100, 15",
    "volcano_action_scheduling_latency_milliseconds, 1, 2000, 20",
    "volcano_task_scheduling_latency_milliseconds, 50, 60000, 30",
    "volcano_scheduling_stage_duration_milliseconds, 0.1, 500, 20"
  })
  void hasTheBucketsOfTheOriginal(String name, double least, double greatest, int count)
      throws IOException {
    everythingHappens();

    List<Double> bounds = Exposition.of(metrics).buckets(name);

    assertThat(bounds).hasSize(count);
    assertThat(bounds.getFirst()).isCloseTo(least, within(least * 1e-9));
    assertThat(bounds.getLast()).isCloseTo(greatest, within(greatest * 1e-9));
    double factor = Math.pow(greatest / least, 1.0 / (count - 1));
    for (int i = 1; i < count; i++) {
      assertThat(bounds.get(i) / bounds.get(i - 1)).isCloseTo(factor, within(1e-9));
    }
  }

  @Test
  void amountsAreThoseOfTheOriginal() throws IOException {
    Exposition shown = Exposition.of(metrics);

    assertThat(shown.value("volcano_queue_allocated_milli_cpu{queue_name=\"q\"}")).isEqualTo(1500);
    assertThat(shown.value("volcano_queue_allocated_memory_bytes{queue_name=\"q\"}"))
        .isEqualTo(1024);
    String gpus = "_scalar_resources{queue_name=\"q\",resource=\"nvidia.com/gpu\"}";
    assertThat(shown.value("volcano_queue_allocated" + gpus)).isEqualTo(2000);
    assertThat(shown.value("volcano_queue_request" + gpus)).isEqualTo(0);
    assertThat(shown.value("volcano_queue_share{queue_name=\"q\"}")).isEqualTo(0.5);
    assertThat(shown.value("volcano_queue_overused{queue_name=\"q\"}")).isEqualTo(1);
    assertThat(shown.value("volcano_queue_weight{queue_name=\"q\"}")).isEqualTo(3);
  }

  @Test
  void jobsThatLackTasksAreCountedAndTheirRetriesToo() throws IOException {
    batch.unready(List.of(new UnreadyJob("ns", "train", 3)));
    batch.unready(List.of(new UnreadyJob("ns", "train", 2)));

    Exposition shown = Exposition.of(metrics);
    assertThat(shown.value("volcano_unschedule_task_count{job_id=\"train\"}")).isEqualTo(2);
    assertThat(shown.value("volcano_unschedule_job_count{}")).isEqualTo(1);
    assertThat(shown.value("volcano_job_retry_counts{job_id=\"train\"}")).isEqualTo(2);

    batch.unready(List.of());
    shown = Exposition.of(metrics);
    assertThat(shown.value("volcano_unschedule_task_count{job_id=\"train\"}")).isEqualTo(0);
    assertThat(shown.value("volcano_unschedule_job_count{}")).isEqualTo(0);
  }

  @Test
  void seriesDieWithTheirObject() throws IOException {
    everythingHappens();
    gauges = new BatchGauges(List.of(), List.of());
    batch.jobGone("ns", "train");

    assertThat(metrics.text(null).text()).doesNotContain("\"train\"", "\"q\"");

    // A job of the same name that comes later has not been tried yet.
    gauges = new BatchGauges(List.of(), List.of(job("train")));
    assertThat(Exposition.of(metrics).value("volcano_job_retry_counts{job_id=\"train\"}")).isNull();
  }

  @Test
  void manyJobsThatComeAndGoLeaveNothingBehind() throws IOException {
    gauges = BatchGauges.NONE;
    int before = metrics.text(null).text().length();
    for (int i = 0; i < 10_000; i++) {
      batch.assumed("ns", "job-" + i, CREATED);
      batch.unready(List.of(new UnreadyJob("ns", "job-" + i, 1)));
      batch.jobGone("ns", "job-" + i);
    }
    batch.unready(List.of());

    assertThat(metrics.text(null).text()).doesNotContain("job-");
    assertThat(metrics.text(null).text().length()).isLessThan(before + 1000);
  }

  @Test
  void evictionsOfOtherActionsAreNotCounted() throws IOException {
    batch.evicted("shuffle", 1);

    assertThat(Exposition.of(metrics).labels("volcano_eviction_transactions_total")).isEmpty();
  }

  private void everythingHappens() {
    batch.sessionOpened(batch.now());
    batch.sessionEnded(batch.now(), 1, () -> 0);
    batch.pluginOpened("gang", batch.now());
    batch.pluginClosed("gang", batch.now());
    batch.acted("allocate", batch.now());
    batch.staged(Stage.BIND, batch.now());
    batch.reached(Milestone.BOUND, CREATED);
    batch.assumed("ns", "train", CREATED);
    batch.bound(true);
    batch.unready(List.of(new UnreadyJob("ns", "train", 1)));
    batch.preemptionTried();
    batch.preemptionVictims(2);
    batch.evicted("reclaim", 2);
  }
}
