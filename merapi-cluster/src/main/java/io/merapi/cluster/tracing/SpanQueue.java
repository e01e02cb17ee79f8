package io.merapi.cluster.tracing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Spans that have ended and wait to be sent. Nobody who adds one ever waits: what is too much, or
 * is not taken by the collector, is dropped and counted.
 *
 * <p>The thread that sends sleeps for a while after each round, rather than being woken for each
 * span, which would cost more than the span itself.
 */
final class SpanQueue implements AutoCloseable {

  private static final long LAST_ROUND_MILLIS = 3000;

  private final TracingSettings settings;
  private final Collector collector;
  private final Consumer<String> warn;
  private final ArrayBlockingQueue<Span> waiting;
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();
  private final Thread sender;
  private boolean failing;
  private volatile boolean closed;

  SpanQueue(TracingSettings settings, Consumer<String> warn) {
    this.settings = settings;
    this.collector = new Collector(settings);
    this.warn = warn;
    this.waiting = new ArrayBlockingQueue<>(settings.longestQueue());
    this.sender = Thread.ofPlatform().name("traces").daemon().unstarted(this::send);
    sender.start();
  }

  void add(Span span) {
    if (closed || !waiting.offer(span)) {
      dropped.incrementAndGet();
    } else if (waiting.size() == settings.largestBatch()) {
      LockSupport.unpark(sender);
    }
  }

  /** Spans that the collector has not got and never will. */
  long dropped() {
    return dropped.get();
  }

  /** Spans that the collector has taken. */
  long sent() {
    return sent.get();
  }

  private void send() {
    try {
      while (!closed) {
        LockSupport.parkNanos(this, settings.delay().toNanos());
        sendAll();
      }
      sendAll();
    } catch (InterruptedException _) {
      dropped.addAndGet(waiting.size());
    }
  }

  private void sendAll() throws InterruptedException {
    while (!waiting.isEmpty()) {
      var batch = new ArrayList<Span>();
      waiting.drainTo(batch, settings.largestBatch());
      send(batch);
    }
  }

  private void send(List<Span> batch) throws InterruptedException {
    try {
      collector.take(batch);
      sent.addAndGet(batch.size());
      if (failing) {
        failing = false;
        warn.accept("traces are taken again by " + settings.endpoint());
      }
    } catch (IOException e) {
      dropped.addAndGet(batch.size());
      if (!failing) {
        // Once, until it goes well again: the counter says how many.
        failing = true;
        warn.accept(
            "traces cannot be sent to %s, so they are dropped until that changes: %s"
                .formatted(settings.endpoint(), e.getMessage() == null ? e : e.getMessage()));
      }
    }
  }

  /** Sends what waits, if that is possible soon. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(sender);
    try {
      sender.join(LAST_ROUND_MILLIS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    collector.close();
    sender.interrupt();
  }
}
