package io.merapi.cluster.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import java.util.Locale;
import java.util.function.LongSupplier;

/** What Merapi tells of itself beside what the originals tell; safe for use by many threads. */
public final class RunMetrics {

  private final Families families;
  private final Gauge leading;
  private final Counter reloads;
  private final Counter violations;
  private final Counter setAside;
  private final Counter watchRestarts;

  RunMetrics(Families families) {
    this.families = families;
    leading =
        families.gauge(
            "leader_election_master_status",
            "1 while this replica leads by the lease of this name, 0 while it stands by.",
            "name");
    reloads =
        families.counter(
            "merapi_configuration_reloads_total",
            "Changed configurations: 'success', or 'refused' where the old one stays.",
            "result");
    violations =
        families.counter(
            "merapi_invariant_violations_total",
            "Books that did not add up, by the rule that was broken.",
            "invariant");
    setAside =
        families.counter(
            "merapi_unreadable_objects_total",
            "Objects that were set aside because they cannot be read.",
            "kind");
    watchRestarts =
        families.counter(
            "merapi_watch_restarts_total",
            "Watches that broke before their time and were resumed.",
            "kind");
  }

  /** Says which program this is. */
  void build(String version) {
    families
        .gauge(
            "merapi_build_info",
            "1, with the version of the program and of the Java that it runs on.",
            "version",
            "java_version",
            "platform")
        .labelValues(
            version,
            Runtime.version().toString(),
            System.getProperty("os.name").toLowerCase(Locale.ROOT)
                + "/"
                + System.getProperty("os.arch"))
        .set(1);
  }

  /** Whether this replica leads by a lease. */
  public void leads(String lease, boolean now) {
    leading.labelValues(lease).set(now ? 1 : 0);
  }

  /** A changed configuration was taken, or refused. */
  public void reloaded(boolean taken) {
    reloads.labelValues(taken ? "success" : "refused").inc();
  }

  /** A check of the books found that a rule does not hold. */
  public void violated(String invariant) {
    violations.labelValues(invariant).inc();
  }

  /** An object of a kind cannot be read. */
  public void setAside(String kind) {
    setAside.labelValues(kind).inc();
  }

  /** The watch of a kind begins again. */
  public void watchRestarted(String kind) {
    watchRestarts.labelValues(kind).inc();
  }

  /**
   * What was not reported to users, as long as the program runs.
   *
   * @param droppedEvents Events that were not written
   * @param failedReports changes of statuses that the server did not take
   */
  void reports(LongSupplier droppedEvents, LongSupplier failedReports) {
    total("merapi_dropped_events_total", "Events that were not written.", droppedEvents);
    total(
        "merapi_failed_reports_total",
        "Changes of statuses that the API server did not take.",
        failedReports);
  }

  /**
   * What became of the spans of traces.
   *
   * @param sent those that the collector has taken
   * @param dropped those that it has not got
   */
  void traces(LongSupplier sent, LongSupplier dropped) {
    total("merapi_trace_spans_sent_total", "Spans that the collector has taken.", sent);
    total(
        "merapi_trace_spans_dropped_total",
        "Spans that were dropped: too many waited, or the collector did not take them.",
        dropped);
  }

  private void total(String name, String help, LongSupplier value) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .callback(out -> out.call((double) value.getAsLong()))
        .register(families.registry());
  }
}
