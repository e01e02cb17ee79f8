package io.merapi.kube.framework;

import java.io.Serial;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Spreads work on many nodes over several threads; what comes of it is what would come of it on one
 * thread.
 *
 * <p>Implementation note: each thread gets one run of neighbouring nodes. Work on a node is short
 * and much alike, so that smaller pieces would cost more than they even out. The thread that asks
 * takes the first run; the others are started when there is work for them and end when this is
 * closed, or else after a while without any.
 */
public final class FanOut implements AutoCloseable {

  /** All work is done by the thread that asks for it. */
  public static final FanOut NONE = new FanOut(1, Integer.MAX_VALUE);

  /** Work on fewer nodes takes no longer than to wake another thread. */
  private static final int LEAST_SHARE = 256;

  private final int threads;
  private final int leastShare;
  private final @Nullable ForkJoinPool others;

  /**
   * @param threads that work at once, the one that asks included
   * @param leastShare how many nodes are worth a thread
   */
  public FanOut(int threads, int leastShare) {
    if (threads < 1 || leastShare < 1) {
      throw new IllegalArgumentException(
          "threads (%d) and leastShare (%d) must be at least 1".formatted(threads, leastShare));
    }
    this.threads = threads;
    this.leastShare = leastShare;
    this.others = threads == 1 ? null : new ForkJoinPool(threads - 1);
  }

  /**
   * As many threads as are allowed and as the machine has use for.
   *
   * @param parallelism what the configuration allows
   */
  public static FanOut of(int parallelism) {
    int useful = Math.min(parallelism, Runtime.getRuntime().availableProcessors());
    return useful <= 1 ? NONE : new FanOut(useful, LEAST_SHARE);
  }

  /** Whether work for so many numbers is done by more threads than the one that asks for it. */
  public boolean spreads(int count) {
    return shares(count) > 1;
  }

  private int shares(int count) {
    return Math.min(threads, count / leastShare);
  }

  /**
   * Does some work for each number from 0 to below the count, and returns when all is done. Where
   * it throws, that for the lowest number is thrown; higher numbers may have been worked on.
   *
   * @param work must not depend on other numbers' work
   */
  public void forEach(int count, IntConsumer work) {
    int shares = shares(count);
    if (others == null || shares <= 1) {
      for (int i = 0; i < count; i++) {
        work.accept(i);
      }
      return;
    }
    var handedOut = new Share[shares];
    for (int i = 0; i < shares; i++) {
      int from = (int) ((long) count * i / shares);
      int to = (int) ((long) count * (i + 1) / shares);
      handedOut[i] = new Share(from, to, work);
      if (i > 0) {
        others.execute(handedOut[i]);
      }
    }
    handedOut[0].compute();
    for (int i = 1; i < shares; i++) {
      handedOut[i].quietlyJoin();
    }
    for (Share share : handedOut) {
      share.rethrow();
    }
  }

  /** Ends the threads; called when no work is under way, and no more is to come. */
  @Override
  public void close() {
    if (others != null) {
      others.close();
    }
  }

  /** The work for a run of numbers; ends at the first that throws. */
  private static final class Share extends RecursiveAction {

    @Serial private static final long serialVersionUID = 1;

    private final int from;
    private final int to;
    private final transient IntConsumer work;
    private @Nullable RuntimeException thrown;
    private @Nullable Error error;

    Share(int from, int to, IntConsumer work) {
      this.from = from;
      this.to = to;
      this.work = work;
    }

    @Override
    protected void compute() {
      try {
        for (int i = from; i < to; i++) {
          work.accept(i);
        }
      } catch (RuntimeException e) {
        thrown = e;
      } catch (Error e) {
        error = e;
      }
    }

    /** Throws what was thrown, as itself: waiting for it would give a copy or a wrapper. */
    void rethrow() {
      if (thrown != null) {
        throw thrown;
      }
      if (error != null) {
        throw error;
      }
    }
  }
}
