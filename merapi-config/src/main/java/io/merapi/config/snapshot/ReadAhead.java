package io.merapi.config.snapshot;

import io.merapi.api.cluster.ClusterObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads objects on a thread of its own while the caller's thread takes in those that came before,
 * in the same order. Making a cluster of objects takes time too, and neither need wait for the
 * other.
 */
final class ReadAhead {

  /** Objects go from thread to thread by so many, because each handing over has its price. */
  private static final int BATCH = 128;

  /** How many batches may be read ahead: enough to keep both busy, few enough to hold little. */
  private static final int BATCHES = 8;

  /** An empty batch is the end. */
  private final BlockingQueue<List<ClusterObject>> read = new ArrayBlockingQueue<>(BATCHES);

  private List<ClusterObject> batch = new ArrayList<>(BATCH);

  private ReadAhead() {}

  /**
   * Reads, and has every object taken in.
   *
   * @param reading hands on the objects that it reads; called on the thread that reads
   * @param consumer takes them in; called on the caller's thread
   * @return what came of the reading
   */
  static LoadResult run(
      Function<Consumer<ClusterObject>, LoadResult> reading, Consumer<ClusterObject> consumer) {
    var ahead = new ReadAhead();
    var task = new FutureTask<>(() -> ahead.readAll(reading));
    Thread thread = Thread.ofPlatform().name("merapi-reading").daemon().start(task);
    try {
      for (var next = ahead.read.take(); !next.isEmpty(); next = ahead.read.take()) {
        next.forEach(consumer);
      }
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw stopped(e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    } finally {
      thread.interrupt();
    }
  }

  private LoadResult readAll(Function<Consumer<ClusterObject>, LoadResult> reading)
      throws InterruptedException {
    try {
      return reading.apply(this::add);
    } finally {
      if (!batch.isEmpty()) {
        read.put(batch);
      }
      read.put(List.of());
    }
  }

  private void add(ClusterObject object) {
    batch.add(object);
    if (batch.size() == BATCH) {
      try {
        read.put(batch);
      } catch (InterruptedException e) {
        throw stopped(e);
      }
      batch = new ArrayList<>(BATCH);
    }
  }

  private static CancellationException stopped(InterruptedException cause) {
    var stopped = new CancellationException("reading was stopped");
    stopped.initCause(cause);
    return stopped;
  }
}
