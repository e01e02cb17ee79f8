package io.merapi.cluster.reload;

import io.merapi.cluster.thread.Threads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Looks at files every few seconds, and has a change tried once when they say something else.
 *
 * <p>Contents are tried when two looks in a row have found the same, so that a file which is being
 * written is rarely seen half. Contents that were refused for what they say are not tried again;
 * those before them are, for they are a change again.
 */
public final class FileFollower implements AutoCloseable {

  /** Soon enough for who changes a file and waits, and next to no work. */
  public static final Duration INTERVAL = Duration.ofSeconds(2);

  private final List<Path> files;
  private final Duration interval;
  private final Thread thread;
  private @Nullable Attempt attempt;
  private @Nullable ReloadListener listener;
  private Fingerprint tried;
  private Fingerprint seen;

  /**
   * Takes note of what files say; they are read for the first time only after that, so that no
   * change is missed.
   *
   * @param files at least one; the first one stands for all where people are told; directories are
   *     followed with the files in them
   */
  public FileFollower(List<Path> files, Duration interval) {
    this.files = List.copyOf(files);
    this.interval = interval;
    this.tried = Fingerprint.of(files);
    this.seen = tried;
    this.thread = Thread.ofPlatform().daemon().name("reload").unstarted(this::run);
  }

  /** Starts to look; called once. */
  public void start(Attempt with, ReloadListener told) {
    attempt = with;
    listener = told;
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(interval);
        look();
      }
    } catch (InterruptedException _) {
      // Closed.
    }
  }

  private void look() throws InterruptedException {
    Fingerprint now = Fingerprint.of(files);
    boolean settled = now.equals(seen);
    seen = now;
    if (settled && !now.equals(tried)) {
      ReloadResult result = result();
      if (!(result instanceof ReloadResult.Refused(_, boolean mayPass) && mayPass)) {
        tried = now;
      }
      Objects.requireNonNull(listener).tried(files.getFirst().toString(), result);
    }
  }

  private ReloadResult result() throws InterruptedException {
    try {
      return Objects.requireNonNull(attempt).run();
    } catch (RuntimeException | LinkageError e) {
      return new ReloadResult.Refused("unexpected: " + e);
    }
  }

  /** Stops looking; a swap that has been handed over may still be done. */
  @Override
  public void close() {
    thread.interrupt();
    Threads.awaitEnd(thread);
  }

  /** Reads the files and has a scheduler go on with what they say, if nothing speaks against it. */
  @FunctionalInterface
  public interface Attempt {
    ReloadResult run() throws InterruptedException;
  }
}
