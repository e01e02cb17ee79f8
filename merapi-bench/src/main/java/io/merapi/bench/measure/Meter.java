package io.merapi.bench.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Adds up what the measured parts of some work cost, and leaves out what lies between them: making
 * objects, and what the cluster around a scheduler does.
 *
 * <p>Reading the counters takes some microseconds, so a part should be longer than that.
 */
public final class Meter {

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private Cost total = Cost.NOTHING;

  public void measure(Runnable work) {
    long cpu = cpuNanos();
    long bytes = threads.getTotalThreadAllocatedBytes();
    long start = System.nanoTime();
    work.run();
    long nanos = System.nanoTime() - start;
    long allocated = threads.getTotalThreadAllocatedBytes() - bytes;
    total = total.plus(new Cost(nanos, cpuNanos() - cpu, allocated));
  }

  /** Counts the CPU time of a thread that has ended during the work, where nobody sees it. */
  public void addCpuOfEndedThread(long nanos) {
    total = total.plus(new Cost(0, nanos, 0));
  }

  Cost total() {
    return total;
  }

  private long cpuNanos() {
    long cpu = 0;
    for (long id : threads.getAllThreadIds()) {
      // A thread that has just ended answers with -1.
      cpu += Math.max(0, threads.getThreadCpuTime(id));
    }
    return cpu;
  }
}
