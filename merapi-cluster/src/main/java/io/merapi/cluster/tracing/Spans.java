package io.merapi.cluster.tracing;

import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where spans begin, and what each thread is at. Which traces are kept is drawn by chance when they
 * begin; of the others no span is made.
 */
final class Spans {

  private static final HexFormat HEX = HexFormat.of();
  private static final ThreadLocal<@Nullable Span> CURRENT = new ThreadLocal<>();

  private final double ratio;
  private final Consumer<Span> ended;

  Spans(double ratio, Consumer<Span> ended) {
    this.ratio = ratio;
    this.ended = ended;
  }

  /**
   * The first span of a trace; null where that trace is not kept.
   *
   * @param begun in nanoseconds of {@link System#nanoTime}
   */
  @Nullable Span begin(String name, long begun) {
    ThreadLocalRandom chance = ThreadLocalRandom.current();
    if (ratio < 1 && chance.nextDouble() >= ratio) {
      return null;
    }
    String id = hex(chance.nextLong()) + hex(chance.nextLong() | 1);
    Instant now = Instant.now();
    long epoch = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    // The two clocks drift apart, so they are held against each other in each trace.
    var trace = new Span.Trace(id, epoch - System.nanoTime());
    return new Span(this, trace, "", name, Span.Kind.INTERNAL, begun);
  }

  /** What the calling thread is at; null for nothing that is traced. */
  @Nullable Span current() {
    return CURRENT.get();
  }

  /** The calling thread turns to something else; null for nothing that is traced. */
  void turnTo(@Nullable Span span) {
    if (span == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(span);
    }
  }

  /** An identifier that is not zero, which would mean none. */
  String newId() {
    return hex(ThreadLocalRandom.current().nextLong() | 1);
  }

  void offer(Span span) {
    ended.accept(span);
  }

  private static String hex(long value) {
    return HEX.toHexDigits(value);
  }
}
