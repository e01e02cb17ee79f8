package io.merapi.cluster.tracing;

import io.merapi.batch.measures.BatchMeasures;
import io.merapi.cluster.http.RequestObserver;
import io.merapi.kube.measures.KubeMeasures;
import java.util.function.Consumer;

/** The traces of one process, from when they are asked for until it ends. */
public final class Tracing implements AutoCloseable {

  private final SpanQueue queue;
  private final Spans spans;

  private Tracing(TracingSettings settings, Consumer<String> warn) {
    this.queue = new SpanQueue(settings, warn);
    this.spans = new Spans(settings.ratio(), queue::add);
  }

  /**
   * Begins to trace.
   *
   * @param warn told when the collector cannot be reached, and when it can be again
   */
  public static Tracing start(TracingSettings settings, Consumer<String> warn) {
    return new Tracing(settings, warn);
  }

  /** Follows a scheduler of single pods, and tells another who does. */
  public KubeMeasures over(KubeMeasures next) {
    return new KubeTraces(spans, next);
  }

  /** Follows a scheduler of groups of pods, and tells another who does. */
  public BatchMeasures over(BatchMeasures next) {
    return new BatchTraces(spans, next);
  }

  /** Follows requests to the API server, and tells another who does. */
  public RequestObserver over(RequestObserver next) {
    return new RequestTraces(spans, next);
  }

  /** Spans that the collector has taken. */
  public long sent() {
    return queue.sent();
  }

  /** Spans that the collector has not got: too many waited, or it did not take them. */
  public long dropped() {
    return queue.dropped();
  }

  @Override
  public void close() {
    queue.close();
  }
}
