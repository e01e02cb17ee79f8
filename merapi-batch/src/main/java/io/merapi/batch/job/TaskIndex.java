package io.merapi.batch.job;

import io.merapi.api.session.TaskStatus;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Supplier;

/**
 * Tasks by status, each status in the order of the job, with the counts that gangs go by.
 *
 * <p>Implementation note: a status is a set of bits, one for each task of the job, so that a move
 * of a task costs nothing to speak of.
 */
@SuppressWarnings("EnumOrdinal") // of places in arrays that nobody else sees
final class TaskIndex {

  private static final int STATUSES = TaskStatus.values().length;
  private static final long[] NO_BITS = {};

  private final Supplier<List<TaskState>> ofJob;
  private final long[][] places = new long[STATUSES][];
  private final int[] counts = new int[STATUSES];
  private int pendingBestEffort;

  /**
   * An index without tasks.
   *
   * @param ofJob all tasks of the job, in its order
   */
  TaskIndex(Supplier<List<TaskState>> ofJob) {
    this.ofJob = ofJob;
    Arrays.fill(places, NO_BITS);
  }

  void add(TaskState task) {
    int status = task.status().ordinal();
    int word = task.position() >>> 6;
    if (word >= places[status].length) {
      places[status] = Arrays.copyOf(places[status], word + 1);
    }
    places[status][word] |= 1L << task.position();
    counts[status]++;
    pendingBestEffort += isPendingBestEffort(task) ? 1 : 0;
  }

  /** Takes out a task that is in. */
  void remove(TaskState task) {
    int status = task.status().ordinal();
    places[status][task.position() >>> 6] &= ~(1L << task.position());
    counts[status]--;
    pendingBestEffort -= isPendingBestEffort(task) ? 1 : 0;
  }

  private static boolean isPendingBestEffort(TaskState task) {
    return task.status() == TaskStatus.PENDING && task.bestEffort();
  }

  /** A view that follows the moves of tasks. */
  Collection<TaskState> tasks(TaskStatus status) {
    return new OfStatus(status.ordinal());
  }

  /** The tasks of a status as it is now, but for those at some places. */
  List<TaskState> tasksBut(TaskStatus status, BitSet excluded) {
    BitSet left = BitSet.valueOf(places[status.ordinal()]);
    left.andNot(excluded);
    var tasks = new ArrayList<TaskState>(left.cardinality());
    for (int place = left.nextSetBit(0); place >= 0; place = left.nextSetBit(place + 1)) {
      tasks.add(ofJob.get().get(place));
    }
    return tasks;
  }

  int count(TaskStatus status) {
    return counts[status.ordinal()];
  }

  int ready() {
    return allocated() + count(TaskStatus.SUCCEEDED);
  }

  int allocated() {
    return count(TaskStatus.BOUND)
        + count(TaskStatus.BINDING)
        + count(TaskStatus.RUNNING)
        + count(TaskStatus.ALLOCATED);
  }

  int pendingBestEffort() {
    return pendingBestEffort;
  }

  /** The first place from a given one on whose task has a status; -1 where there is none. */
  private int next(int status, int from) {
    long[] bits = places[status];
    int word = from >>> 6;
    if (word >= bits.length) {
      return -1;
    }
    long rest = bits[word] & (-1L << from);
    while (rest == 0) {
      if (++word == bits.length) {
        return -1;
      }
      rest = bits[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(rest);
  }

  /** The tasks of one status. */
  private final class OfStatus extends AbstractCollection<TaskState> {

    private final int status;

    OfStatus(int status) {
      this.status = status;
    }

    @Override
    public int size() {
      return counts[status];
    }

    @Override
    public Iterator<TaskState> iterator() {
      return new Iterator<>() {

        private int next = TaskIndex.this.next(status, 0);

        @Override
        public boolean hasNext() {
          return next >= 0;
        }

        @Override
        public TaskState next() {
          if (next < 0) {
            throw new NoSuchElementException();
          }
          TaskState task = ofJob.get().get(next);
          next = TaskIndex.this.next(status, next + 1);
          return task;
        }
      };
    }
  }
}
