package io.merapi.cluster.run;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.metrics.RunMetrics;
import io.merapi.cluster.thread.Threads;
import io.merapi.cluster.watch.ClusterListener;
import io.merapi.cluster.watch.UnreadableObject;
import io.merapi.kube.audit.Violation;
import io.merapi.kube.cycle.DrivenScheduler;
import io.merapi.kube.state.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The scheduling thread: takes in events and answers as they come, and between them does one piece
 * of work after the other: a pod, or a session.
 *
 * <p>Nothing is scheduled before the whole cluster is known, and this replica leads. What others
 * hand in waits in one list, which is emptied before each piece, so that a decision is made on the
 * newest state.
 */
final class SchedulingLoop implements ClusterListener, Executor, AutoCloseable {

  private static final Duration LONGEST_SLEEP = Duration.ofMinutes(1);

  private final DrivenScheduler scheduler;
  private final InstantSource clock;
  private final RunLog log;
  private final Troubles troubles;
  private final RunMetrics metrics;
  private final Thread thread;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition handedIn = lock.newCondition();
  private List<Runnable> waiting = new ArrayList<>();
  private boolean stopped;

  /** When the piece of work began that is being done; 0 while it rests. */
  private volatile long busySince;

  // Of the scheduling thread alone.
  private boolean synced;
  private boolean leading;
  private boolean anotherPiece;
  private long pieces;

  private volatile int checkEvery;
  private volatile Consumer<List<Violation>> onViolation = _ -> {};

  /**
   * @param maker makes the scheduler, given this as the executor of its thread
   */
  SchedulingLoop(
      Function<Executor, DrivenScheduler> maker,
      InstantSource clock,
      RunLog log,
      RunMetrics metrics) {
    this.clock = clock;
    this.log = log;
    this.troubles = new Troubles(log);
    this.metrics = metrics;
    this.thread = Thread.ofPlatform().daemon().name("scheduling").unstarted(this::run);
    this.scheduler = maker.apply(this);
  }

  void start() {
    thread.start();
  }

  @Override
  public void execute(Runnable work) {
    lock.lock();
    try {
      waiting.add(work);
      handedIn.signal();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void changed(List<ObjectEvent> events) {
    execute(() -> events.forEach(this::accept));
  }

  private void accept(ObjectEvent event) {
    try {
      scheduler.accept(event);
    } catch (RuntimeException e) {
      log.warn(
          "an event was not taken in",
          "kind",
          event.object().kind().kindName(),
          "object",
          event.object(),
          "err",
          e);
    }
  }

  @Override
  public void synced() {
    execute(() -> {
      synced = true;
      Snapshot known = scheduler.snapshot();
      log.info("the cluster is known", "nodes", known.nodeCount(), "pods", known.pods().size());
      ready.countDown();
    });
  }

  @Override
  public void setAside(UnreadableObject object) {
    metrics.setAside(object.kind().kindName());
    log.warn("set aside: " + object);
  }

  @Override
  public void interrupted(ObjectKind kind, String reason) {
    metrics.watchRestarted(kind.kindName());
    troubles.began(kind, reason);
  }

  @Override
  public void resumed(ObjectKind kind) {
    troubles.ended(kind);
  }

  /** Tells somebody of each trouble that keeps it from following the cluster. */
  void tellTroubles(Consumer<String> told) {
    troubles.tell(told);
  }

  /** What keeps it from following the cluster at the moment. */
  List<String> troubles() {
    return troubles.present();
  }

  /** Whether the cluster is known. */
  boolean ready() {
    return ready.getCount() == 0;
  }

  /** How long it has been at one piece of work; zero while it rests. */
  Duration busyFor() {
    long since = busySince;
    return since == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
  }

  /** Waits until the cluster is known; whether that came in time. */
  boolean awaitReady(Duration atMost) throws InterruptedException {
    return ready.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Has something done between two pieces of work, and waits for what comes of it.
   *
   * @return null if this has stopped before
   */
  <T> @Nullable T ask(Supplier<T> question) throws InterruptedException {
    var answer = new CompletableFuture<T>();
    execute(() -> {
      try {
        answer.complete(question.get());
      } catch (RuntimeException | LinkageError e) {
        answer.completeExceptionally(e);
      }
    });
    while (true) {
      try {
        return answer.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException _) {
        if (!thread.isAlive()) {
          return null;
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
  }

  /** Lets it schedule: of all replicas, this one is to act. */
  void lead() {
    execute(() -> leading = true);
  }

  private void run() {
    while (true) {
      List<Runnable> work = take();
      if (work == null) {
        return;
      }
      // Zero means rest, which the clock itself may say once in a few hundred years.
      busySince = System.nanoTime() | 1;
      work.forEach(this::safely);
      safely(this::schedule);
      busySince = 0;
    }
  }

  private void schedule() {
    if (!synced || !leading) {
      return;
    }
    Instant wakeUp = scheduler.nextWakeUp();
    if (wakeUp != null && !wakeUp.isAfter(clock.instant())) {
      scheduler.wakeUp();
    }
    anotherPiece = scheduler.proceed();
    int every = checkEvery;
    if (anotherPiece && every > 0 && ++pieces % every == 0) {
      check();
    }
  }

  /**
   * Has the books checked now and then.
   *
   * @param every after so many pieces of work; 0 for never
   * @param told of everything that does not agree, on the scheduling thread
   */
  void check(int every, Consumer<List<Violation>> told) {
    onViolation = told;
    checkEvery = every;
  }

  /** What it knows of the cluster, the decisions so far included; null if it has stopped. */
  @Nullable Snapshot snapshot() throws InterruptedException {
    return ask(scheduler::snapshot);
  }

  /** Has the books checked between two pieces of work; null if it has stopped. */
  @Nullable List<Violation> checkNow() throws InterruptedException {
    return ask(this::check);
  }

  private List<Violation> check() {
    List<Violation> found = synced ? scheduler.audit() : List.of();
    if (!found.isEmpty()) {
      onViolation.accept(found);
    }
    return found;
  }

  private void safely(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      log.warn("unexpected: " + e);
    }
  }

  /** What was handed in; waits for it while there is nothing else to do. Null when stopped. */
  private @Nullable List<Runnable> take() {
    lock.lock();
    try {
      long left = sleep().toNanos();
      while (!stopped && waiting.isEmpty() && !anotherPiece && left > 0) {
        left = handedIn.awaitNanos(left);
      }
      if (stopped) {
        return null;
      }
      List<Runnable> taken = waiting;
      waiting = new ArrayList<>();
      return taken;
    } catch (InterruptedException _) {
      return null;
    } finally {
      lock.unlock();
    }
  }

  private Duration sleep() {
    Instant wakeUp = synced && leading ? scheduler.nextWakeUp() : null;
    if (wakeUp == null) {
      return LONGEST_SLEEP;
    }
    Duration left = Duration.between(clock.instant(), wakeUp);
    return left.isNegative()
        ? Duration.ZERO
        : left.compareTo(LONGEST_SLEEP) < 0 ? left : LONGEST_SLEEP;
  }

  /** Ends the thread after what it is doing, and the scheduler with it. */
  @Override
  public void close() {
    lock.lock();
    try {
      stopped = true;
      handedIn.signal();
    } finally {
      lock.unlock();
    }
    Threads.awaitEnd(thread);
    scheduler.close();
  }
}
