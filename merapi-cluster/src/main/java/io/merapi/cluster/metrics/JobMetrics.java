package io.merapi.cluster.metrics;

import io.merapi.batch.measures.BatchGauges.JobFigures;
import io.merapi.batch.measures.BatchMeasures.UnreadyJob;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What is known of single jobs beside what their objects say. It is forgotten with the job, so that
 * series do not pile up. Written by the scheduling thread, read by scrapes.
 */
final class JobMetrics {

  private final Map<String, Seen> records = new ConcurrentHashMap<>();
  private volatile List<UnreadyJob> unready = List.of();

  private static String key(String namespace, String name) {
    return namespace + "/" + name;
  }

  private Seen of(String namespace, String name) {
    return records.computeIfAbsent(key(namespace, name), _ -> new Seen());
  }

  /** A task of a job got a node. */
  void assumed(String namespace, String name, long atSeconds, double millis) {
    Seen record = of(namespace, name);
    record.lastSeconds = atSeconds;
    record.durationMillis = millis;
  }

  /** The jobs that were not complete at the end of a session. */
  void unready(List<UnreadyJob> jobs) {
    jobs.forEach(job -> of(job.namespace(), job.name()).retries.incrementAndGet());
    unready = List.copyOf(jobs);
  }

  void gone(String namespace, String name) {
    records.remove(key(namespace, name));
    unready =
        unready.stream()
            .filter(job -> !job.namespace().equals(namespace) || !job.name().equals(name))
            .toList();
  }

  /** All series of jobs. */
  List<MetricSnapshot> snapshots(List<JobFigures> jobs) {
    String[] labels = {"job_name", "queue", "job_namespace"};
    var duration =
        new GaugeFamily(
            "volcano_e2e_job_scheduling_duration",
            "Time in milliseconds from the creation of the job until the last of its tasks that"
                + " did got a node.",
            labels);
    var start =
        new GaugeFamily(
            "volcano_e2e_job_scheduling_start_time", "When the job was created.", labels);
    var last =
        new GaugeFamily(
            "volcano_e2e_job_scheduling_last_time",
            "When a task of the job last got a node.",
            labels);
    var share = new GaugeFamily("volcano_job_share", "Share of the job.", "job_ns", "job_id");
    var tasks =
        new GaugeFamily(
            "volcano_unschedule_task_count", "Tasks that the gang of the job lacks.", "job_id");
    var count = new GaugeFamily("volcano_unschedule_job_count", "Jobs whose gang is not complete.");
    var retries = new TreeMap<String, Long>();
    for (JobFigures job : jobs) {
      String[] of = {job.name(), job.queue(), job.namespace()};
      start.set((double) job.created().getEpochSecond(), of);
      tasks.set(0, job.name());
      @Nullable Seen record = records.get(key(job.namespace(), job.name()));
      if (record != null && record.lastSeconds > 0) {
        duration.set(record.durationMillis, of);
        last.set((double) record.lastSeconds, of);
      }
      if (record != null && record.retries.get() > 0) {
        retries.merge(job.name(), record.retries.get(), Long::sum);
      }
      if (job.share() != null) {
        share.set(job.share(), job.namespace(), job.name());
      }
    }
    List<UnreadyJob> lacking = unready;
    lacking.forEach(job -> tasks.set(job.tasks(), job.name()));
    count.set(lacking.size());
    var all = new ArrayList<MetricSnapshot>();
    List.of(duration, start, last, share, tasks, count).forEach(one -> all.add(one.snapshot()));
    all.add(retries(retries));
    return all;
  }

  private static CounterSnapshot retries(Map<String, Long> counts) {
    CounterSnapshot.Builder counter =
        CounterSnapshot.builder()
            .name(MetricsText.JOB_RETRIES)
            .help("Sessions that ended while the gang of the job was not complete.");
    counts.forEach((job, count) ->
        counter.dataPoint(
            CounterDataPointSnapshot.builder()
                .labels(Labels.of("job_id", job))
                .value(count)
                .build()));
    return counter.build();
  }

  /** What has been seen of one job. */
  private static final class Seen {

    private volatile long lastSeconds;
    private volatile double durationMillis;
    private final AtomicLong retries = new AtomicLong();
  }
}
