package io.merapi.cluster.run;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.thread.Threads;
import io.merapi.cluster.watch.ClusterListener;
import io.merapi.cluster.watch.UnreadableObject;
import io.merapi.kube.cycle.DrivenScheduler;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
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
  private final Thread thread;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition handedIn = lock.newCondition();
  private List<Runnable> waiting = new ArrayList<>();
  private boolean stopped;

  // Of the scheduling thread alone.
  private boolean synced;
  private boolean leading;
  private boolean anotherPiece;

  /**
   * @param maker makes the scheduler, given this as the executor of its thread
   */
  SchedulingLoop(Function<Executor, DrivenScheduler> maker, InstantSource clock, RunLog log) {
    this.clock = clock;
    this.log = log;
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
          "an event of %s %s was not taken in: %s"
              .formatted(event.object().kind().kindName(), event.object().key(), e));
    }
  }

  @Override
  public void synced() {
    execute(() -> {
      synced = true;
      log.info("the cluster is known: " + scheduler.snapshot());
      ready.countDown();
    });
  }

  @Override
  public void setAside(UnreadableObject object) {
    log.warn("set aside: " + object);
  }

  @Override
  public void interrupted(ObjectKind kind, String reason) {
    log.warn("watching %s again: %s".formatted(kind.kindName(), reason));
  }

  /** Waits until the cluster is known; whether that came in time. */
  boolean awaitReady(Duration atMost) throws InterruptedException {
    return ready.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
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
      work.forEach(this::safely);
      safely(this::schedule);
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
  }

  private void safely(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
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
