package io.merapi.cluster.leadership;

import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.leadership.LeaseLock.Attempt;
import io.merapi.cluster.run.RunLog;
import io.merapi.cluster.thread.Threads;
import io.merapi.kube.configuration.LeaderElection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Takes part in an election until it is closed: waits to be the leader, then renews, and tells when
 * that is over.
 *
 * <p>It has a connection of its own, so that a flood of other requests cannot keep a renewal
 * waiting, and it does not wait for an answer beyond the deadline: whoever leads must have stopped
 * before the lease can pass on.
 */
public final class Leadership implements AutoCloseable {

  private static final double MOST_JITTER = 1.2;
  private static final String NO_ANSWER = "no answer came in time";
  private static final Duration RELEASE_LIMIT = Duration.ofSeconds(2);

  /** Told what becomes of this replica, by one thread. */
  public interface Listener {

    /** This replica leads from now on. */
    void gained();

    /** It leads no more, and must not act again; the last that is told. */
    void lost(String why);
  }

  private final LeaderElection settings;
  private final ApiClient client;
  private final LeaseLock lock;
  private final Listener listener;
  private final RunLog log;
  private final Thread thread;
  private final Executor requests = task -> Thread.ofVirtual().name("lease").start(task);
  private String complaint = "";

  private Leadership(
      ApiServer server, LeaderElection settings, String identity, Listener listener, RunLog log) {
    this.settings = settings;
    this.client = new ApiClient(server);
    this.lock = new LeaseLock(client, settings, identity, InstantSource.system());
    this.listener = listener;
    this.log = log;
    this.thread = Thread.ofPlatform().daemon().name("leadership").unstarted(this::run);
  }

  /**
   * Starts to take part.
   *
   * @param identity tells this replica from all others
   */
  public static Leadership start(
      ApiServer server, LeaderElection settings, String identity, Listener listener, RunLog log) {
    var leadership = new Leadership(server, settings, identity, listener, log);
    leadership.thread.start();
    return leadership;
  }

  /** Whether it is still at it: waiting to lead, or leading. */
  public boolean isTakingPart() {
    return thread.isAlive();
  }

  private void run() {
    try {
      acquire();
      log.info("leading: " + lock);
      listener.gained();
      listener.lost(renew());
    } catch (InterruptedException _) {
      // Closed.
    }
  }

  private void acquire() throws InterruptedException {
    while (true) {
      switch (attempt(settings.renewDeadline())) {
        case Attempt.Held _ -> {
          return;
        }
        case Attempt.HeldBy(String holder) -> say("%s is held by %s".formatted(lock, holder));
        case Attempt.Failed(String why) -> say("%s cannot be had: %s".formatted(lock, why));
      }
      double jitter = 1 + ThreadLocalRandom.current().nextDouble() * MOST_JITTER;
      Thread.sleep(Duration.ofNanos((long) (settings.retryPeriod().toNanos() * jitter)));
    }
  }

  /** Renews as long as it can; says why it cannot any more. */
  private String renew() throws InterruptedException {
    long renewed = System.nanoTime();
    String why = NO_ANSWER;
    while (true) {
      Duration left = settings.renewDeadline().minusNanos(System.nanoTime() - renewed);
      if (!left.isPositive()) {
        return why;
      }
      long asked = System.nanoTime();
      switch (attempt(left)) {
        // The lease lasts from when it was asked for, whenever the answer came.
        case Attempt.Held _ -> {
          renewed = asked;
          why = NO_ANSWER;
        }
        case Attempt.HeldBy(String holder) -> {
          return "held by " + holder;
        }
        // The last try has little time, so what earlier ones were told says more.
        case Attempt.Failed(String complained) ->
            why = complained.equals(NO_ANSWER) ? why : complained;
      }
      Duration rest = settings.renewDeadline().minusNanos(System.nanoTime() - renewed);
      Duration pause = settings.retryPeriod();
      Thread.sleep(pause.compareTo(rest) < 0 || rest.isNegative() ? pause : rest);
    }
  }

  private Attempt attempt(Duration atMost) throws InterruptedException {
    CompletableFuture<Attempt> attempt = CompletableFuture.supplyAsync(lock::tryToHold, requests);
    try {
      return attempt.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException _) {
      return new Attempt.Failed(NO_ANSWER);
    } catch (ExecutionException e) {
      return new Attempt.Failed(String.valueOf(e.getCause()));
    }
  }

  /** Says what keeps this replica from leading, once. */
  private void say(String what) {
    if (!what.equals(complaint)) {
      complaint = what;
      log.info("waiting to lead: " + what);
    }
  }

  /** Stands back; call it when nothing is decided and sent any more. */
  @Override
  public void close() {
    thread.interrupt();
    Threads.awaitEnd(thread);
    // A server that does not answer must not keep anybody from stopping.
    CompletableFuture.runAsync(lock::release, requests)
        .completeOnTimeout(null, RELEASE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
        .join();
    client.close();
  }
}
