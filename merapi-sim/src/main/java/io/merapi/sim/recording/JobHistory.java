package io.merapi.sim.recording;

import io.merapi.api.resource.ResourceAmounts;
import io.merapi.sim.report.JobRecord;
import io.merapi.sim.report.JobState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job so far. There is one for every job that ever came, so it holds no more than it must: about
 * 130 bytes beside its name. Times are in milliseconds since the start of the simulation.
 */
final class JobHistory {

  private static final long NEVER = -1;

  final String kind;
  final String namespace;
  final String name;

  /** Null where pods are scheduled one by one. */
  final @Nullable QueueTally queue;

  private final int minimum;
  private final long arrival;
  private long start = NEVER;
  private long end = NEVER;
  private long busySince;
  private long run;
  private long cpuMillis;
  private long memoryBytes;
  private long gpus;
  private int pods;
  private int pending;
  private int placed;
  private int succeeded;
  private int failed;
  private int evictions;
  private int restarts;
  private boolean closed;

  JobHistory(
      String kind,
      String namespace,
      String name,
      @Nullable QueueTally queue,
      int minimum,
      long arrival) {
    this.kind = kind;
    this.namespace = namespace;
    this.name = name;
    this.queue = queue;
    this.minimum = minimum;
    this.arrival = arrival;
  }

  /** Says what it asks for before it has pods. */
  void expect(ResourceAmounts amounts) {
    cpuMillis = amounts.cpuMillis();
    memoryBytes = amounts.memoryBytes();
    gpus = Gpus.of(amounts);
  }

  /** A pod has come: one more than ever, or in place of one that is gone. */
  void podCame(RequestClass request) {
    pending++;
    if (pending + placed + succeeded <= pods) {
      restarts++;
      return;
    }
    if (pods == 0) {
      expect(request.amounts);
    } else {
      cpuMillis += request.amounts.cpuMillis();
      memoryBytes += request.amounts.memoryBytes();
      gpus += request.gpus;
    }
    pods++;
  }

  /** A pod has got a node. */
  void podPlaced(long now) {
    pending--;
    placed++;
    if (placed == 1) {
      busySince = now;
    }
  }

  /** Starts it if its minimum of pods has nodes; whether it starts now. */
  boolean start(long now) {
    if (start != NEVER || placed + succeeded < minimum) {
      return false;
    }
    start = now;
    return true;
  }

  void podEnded(long now, boolean well) {
    placed--;
    if (well) {
      succeeded++;
    } else {
      failed++;
    }
    if (placed == 0) {
      run += now - busySince;
    }
    end = now;
  }

  void podEvicted() {
    placed--;
    evictions++;
  }

  /** A pod is taken off its node because the job is done. */
  void podWoundUp(long now) {
    placed--;
    if (placed == 0) {
      run += now - busySince;
    }
  }

  /** A pod that waited for a node is gone. */
  void podWithdrawn() {
    pending--;
  }

  /** It begins anew; pods that had finished will be made again. */
  void begunAnew() {
    succeeded = 0;
    failed = 0;
  }

  /** Nothing more will come of it. */
  void close() {
    closed = true;
  }

  boolean hasStarted() {
    return start != NEVER;
  }

  boolean hasPods() {
    return pods > 0;
  }

  boolean hasFinishedPods() {
    return succeeded > 0;
  }

  /** Whether pods of it wait or are on nodes. */
  boolean isAlive() {
    return pending + placed > 0;
  }

  int minimum() {
    return minimum;
  }

  long arrival() {
    return arrival;
  }

  /** When the last of its pods ended by itself; negative where none has. */
  long lastEnd() {
    return end;
  }

  long waited(long now) {
    return (start == NEVER ? now : start) - arrival;
  }

  long turnaround() {
    return end - arrival;
  }

  double boundedSlowdown() {
    return JobRecord.boundedSlowdown(turnaround(), run);
  }

  JobState state(long now) {
    if (placed > 0) {
      return JobState.RUNNING;
    }
    if (pending == 0) {
      if (succeeded > 0 && (failed == 0 || succeeded >= minimum)) {
        return JobState.FINISHED;
      }
      if (closed || failed > 0) {
        return JobState.FAILED;
      }
    }
    return start == NEVER && waited(now) > JobState.STARVED_AFTER.toMillis()
        ? JobState.STARVED
        : JobState.WAITING;
  }

  JobRecord record(Instant origin, long now) {
    JobState state = state(now);
    boolean over = end != NEVER && (state == JobState.FINISHED || state == JobState.FAILED);
    return new JobRecord(
        kind,
        namespace,
        name,
        queue == null ? "" : queue.name,
        state,
        origin.plusMillis(arrival),
        start == NEVER ? null : origin.plusMillis(start),
        over ? origin.plusMillis(end) : null,
        pods,
        minimum,
        cpuMillis,
        memoryBytes,
        gpus,
        evictions,
        restarts,
        Duration.ofMillis(waited(now)),
        Duration.ofMillis(placed > 0 ? run + now - busySince : run));
  }
}
