package io.merapi.batch.actions.eviction;

import io.merapi.api.fixes.Fix;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.tier.PluginFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Jobs that have less than they need to run, by queue, each with its tasks that wait. */
public final class StarvingJobs {

  private final SchedulingSession session;
  private final Map<String, List<JobState>> byQueue = new LinkedHashMap<>();
  private final Map<JobState, OrderedHeap<TaskState>> waiting = new HashMap<>();

  public StarvingJobs(SchedulingSession session) {
    this.session = session;
  }

  /**
   * Jobs that may have others evicted for them: admitted, valid, with tasks that wait, and in a
   * queue that exists. A plugin that throws costs the job its turn.
   */
  public static List<JobState> eligible(SchedulingSession session) {
    var eligible = new ArrayList<JobState>();
    for (JobState job : session.waitingJobs()) {
      try {
        if (!job.pending()
            && session.votes().valid(job).isValid()
            && session.queue(job.queue()) != null) {
          eligible.add(job);
        }
      } catch (PluginFailure failure) {
        session.failures().add(failure);
      }
    }
    return eligible;
  }

  /** Takes a job in if it starves, with those of its tasks that wait for nothing but a node. */
  public void addIfStarving(JobState job) {
    try {
      if (session.votes().starving(job)) {
        waiting.put(job, waitingTasks(job, session));
        byQueue.computeIfAbsent(job.queue(), _ -> new ArrayList<>()).add(job);
      }
    } catch (PluginFailure failure) {
      session.failures().add(failure);
    }
  }

  /** The pending tasks of a job that no gate holds back, in the order of tasks. */
  public static OrderedHeap<TaskState> waitingTasks(JobState job, SchedulingSession session) {
    var tasks = new OrderedHeap<TaskState>(session.orders()::task);
    job.tasks(TaskStatus.PENDING).stream().filter(task -> !task.gated()).forEach(tasks::push);
    return tasks;
  }

  /** The names of queues with starving jobs, in the order in which these were taken in. */
  public Set<String> queues() {
    return byQueue.keySet();
  }

  /** The starving jobs of a queue in the order in which they were taken in. */
  public List<JobState> of(QueueInfo queue) {
    return byQueue.getOrDefault(queue.name(), List.of());
  }

  /** The same in the order of jobs. */
  public OrderedHeap<JobState> inOrder(QueueInfo queue) {
    var jobs = new OrderedHeap<JobState>(session.orders()::job);
    of(queue).forEach(jobs::push);
    return jobs;
  }

  /**
   * Gives a job its turn: room is made for one task after the other until the job no longer starves
   * or none is left. Nothing is done unless the job then has what it needs.
   *
   * @param room tries to make room for a task, by moves of the statement
   */
  public void serve(JobState job, RoomMaker room) {
    OrderedHeap<TaskState> taken = waiting.get(job);
    OrderedHeap<TaskState> tasks = taken == null ? waitingTasks(job, session) : taken;
    Statement statement = session.statement();
    try {
      while (session.votes().starving(job) && !tasks.isEmpty()) {
        room.makeRoom(tasks.pop(), statement);
      }
      settle(statement, job, room);
    } catch (PluginFailure failure) {
      statement.discard();
      session.failures().add(failure);
    }
  }

  /** Commits what was done for a job if that gives it what it needs, and else takes it back. */
  private void settle(Statement statement, JobState job, RoomMaker room) {
    if (!session.votes().pipelined(job)) {
      statement.discard();
      return;
    }
    spare(statement, room);
    statement.commit();
  }

  /** Takes back evictions that turned out needless, where that fix is on. */
  public void spare(Statement statement, RoomMaker room) {
    if (session.fixes().has(Fix.MINIMAL_EVICTIONS)) {
      new NeedlessEvictions(session, statement, room).takeBack();
    }
  }
}
