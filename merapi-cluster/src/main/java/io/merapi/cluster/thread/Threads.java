package io.merapi.cluster.thread;

/** Waits for threads that have been told to end. */
public final class Threads {

  private Threads() {}

  /** Waits until a thread has ended, whoever interrupts; the thread itself does not wait. */
  public static void awaitEnd(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive() && !thread.equals(Thread.currentThread())) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
