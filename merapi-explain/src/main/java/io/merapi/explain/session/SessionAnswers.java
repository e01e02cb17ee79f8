package io.merapi.explain.session;

import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.Explained;
import io.merapi.api.session.extension.UnifiedEvictable;
import io.merapi.api.session.extension.UnifiedEvictable.Eviction;
import io.merapi.api.session.extension.Validity;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.tier.ExtensionPoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts questions to sessions of one cluster and configuration. */
public final class SessionAnswers {

  private final Supplier<SchedulingSession> fresh;
  private final SchedulingSession session;

  /**
   * Answers about one cluster.
   *
   * @param fresh opens a session in which nothing has been done, anew at each call
   */
  public SessionAnswers(Supplier<SchedulingSession> fresh) {
    this.fresh = fresh;
    this.session = fresh.get();
  }

  /** Everything that does not concern a single task. */
  public Map<String, @Nullable Object> general() {
    var answers = new TreeMap<String, @Nullable Object>();
    Map<String, @Nullable Object> plugins = plugins();
    if (!plugins.isEmpty()) {
      answers.put("plugins", plugins);
    }
    answers.put("nodes", each(session.nodes(), NodeState::name, SessionAnswers::node));
    answers.put("jobs", each(session.jobs(), JobState::key, this::job));
    answers.put("queues", each(session.queues(), QueueInfo::name, this::queue));
    orders(answers);
    answers.put("victims", keys(session.evictions().victims(running(_ -> true))));
    Map<String, Object> evictable = unifiedEvictable();
    if (!evictable.isEmpty()) {
      answers.put("unifiedEvictable", evictable);
    }
    if (session.hyperNodes().all().size() > 1) {
      answers.put("hyperNodes", new HyperNodeAnswers(session).all());
    }
    return answers;
  }

  /** What plugins have computed, by their names. */
  public Map<String, @Nullable Object> plugins() {
    var plugins = new TreeMap<String, @Nullable Object>();
    for (BatchPlugin plugin : session.plugins().all()) {
      if (plugin instanceof Explained explained) {
        plugins.put(plugin.name(), Amounts.plain(explained.attributes()));
      }
    }
    return plugins;
  }

  /** What concerns a job; it must be one of the session. */
  public Map<String, @Nullable Object> job(String key) {
    return job(Objects.requireNonNull(session.job(key)));
  }

  /** What concerns a pending task; asked in a session of its own. */
  public Map<String, @Nullable Object> task(String key) {
    return new TaskAnswers(fresh.get()).of(key);
  }

  private static <T> Map<String, Object> each(
      Collection<? extends T> all, Function<T, String> key, Function<T, Object> answer) {
    var answers = new TreeMap<String, Object>();
    all.forEach(one -> answers.put(key.apply(one), answer.apply(one)));
    return answers;
  }

  private static Map<String, Object> node(NodeState node) {
    var answer = new TreeMap<String, Object>();
    answer.put("allocatable", Amounts.of(node.allocatable()));
    answer.put("idle", Amounts.of(node.idle()));
    answer.put("used", Amounts.of(node.used()));
    if (!Amounts.isNothing(node.releasing())) {
      answer.put("releasing", Amounts.of(node.releasing()));
    }
    if (!Amounts.isNothing(node.oversubscription())) {
      answer.put("oversubscription", Amounts.of(node.oversubscription()));
    }
    return answer;
  }

  private Map<String, @Nullable Object> job(JobState job) {
    var answer = new TreeMap<String, @Nullable Object>();
    answer.put("allocated", Amounts.of(job.allocated()));
    answer.put("totalRequest", Amounts.of(job.totalRequest()));
    answer.put("minAvailable", job.minAvailable());
    answer.put("priority", job.priority());
    answer.put("queue", job.queue());
    answer.put("ready", session.votes().ready(job));
    answer.put("pipelined", session.votes().pipelined(job));
    answer.put("starving", session.votes().starving(job));
    answer.put(
        "valid",
        session.votes().valid(job) instanceof Validity.Invalid(var reason, var message)
            ? new TreeMap<>(Map.of("pass", false, "reason", reason, "message", message))
            : null);
    SchedulingSession apart = fresh.get();
    answer.put(
        "enqueueable", apart.votes().enqueueable(Objects.requireNonNull(apart.job(job.key()))));
    return answer;
  }

  private Map<String, Object> queue(QueueInfo queue) {
    var answer = new TreeMap<String, Object>();
    answer.put("reclaimable", queue.reclaimable());
    if (hasJobs(queue)) {
      answer.put("overused", session.votes().overused(queue));
    }
    return answer;
  }

  private boolean hasJobs(QueueInfo queue) {
    return session.jobs().stream().anyMatch(job -> job.queue().equals(queue.name()));
  }

  private void orders(Map<String, @Nullable Object> answers) {
    List<QueueInfo> queues = session.queues().stream().filter(this::hasJobs).toList();
    answers.put(
        "queueOrder",
        ordered(queues, session.orders()::queue).stream().map(QueueInfo::name).toList());
    var jobs = new TreeMap<String, Object>();
    for (QueueInfo queue : queues) {
      List<JobState> own =
          session.jobs().stream().filter(job -> job.queue().equals(queue.name())).toList();
      jobs.put(queue.name(), ordered(own, session.orders()::job).stream().map(Job::key).toList());
    }
    answers.put("jobOrder", jobs);
    var tasks = new TreeMap<String, Object>();
    for (JobState job : session.jobs()) {
      Collection<TaskState> pending = job.tasks(TaskStatus.PENDING);
      if (!pending.isEmpty()) {
        tasks.put(
            job.key(), ordered(pending, session.orders()::task).stream().map(Task::key).toList());
      }
    }
    answers.put("taskOrder", tasks);
  }

  private static <T> List<T> ordered(Collection<? extends T> all, BiPredicate<T, T> before) {
    var heap = new OrderedHeap<T>(before);
    all.forEach(heap::push);
    var ordered = new ArrayList<T>();
    while (!heap.isEmpty()) {
      ordered.add(heap.pop());
    }
    return ordered;
  }

  private List<TaskState> running(Predicate<TaskState> which) {
    return session.jobs().stream()
        .flatMap(job -> job.tasks(TaskStatus.RUNNING).stream())
        .filter(which)
        .sorted(Comparator.comparing(TaskState::key))
        .toList();
  }

  private Map<String, Object> unifiedEvictable() {
    var answers = new TreeMap<String, Object>();
    for (JobState job : session.jobs()) {
      if (job.count(TaskStatus.PENDING) == 0) {
        continue;
      }
      var answer = new TreeMap<String, Object>();
      List<TaskState> inQueue =
          running(task -> {
            JobState other = task.job();
            return other != null && other != job && other.queue().equals(job.queue());
          });
      List<TaskState> elsewhere =
          running(task -> {
            JobState other = task.job();
            QueueInfo queue = other == null ? null : session.queue(other.queue());
            return other != null
                && !other.queue().equals(job.queue())
                && queue != null
                && queue.reclaimable();
          });
      evictable(new Eviction(Eviction.Kind.GANG_PREEMPT, job, null, ""), inQueue, answer);
      evictable(new Eviction(Eviction.Kind.GANG_RECLAIM, job, null, ""), elsewhere, answer);
      if (!answer.isEmpty()) {
        answers.put(job.key(), answer);
      }
    }
    return answers;
  }

  private void evictable(Eviction eviction, List<TaskState> candidates, Map<String, Object> into) {
    if (candidates.isEmpty()) {
      return;
    }
    String name = eviction.kind() == Eviction.Kind.GANG_PREEMPT ? "gangPreempt" : "gangReclaim";
    into.put(
        name,
        VictimAnswers.of(
            candidates,
            session.plugins().registered(ExtensionPoint.UNIFIED_EVICTABLE, UnifiedEvictable.class),
            plugin -> plugin.unifiedEvictable(eviction, candidates),
            session.evictions().unified(eviction, candidates)));
  }

  private static List<String> keys(Collection<? extends Task> tasks) {
    return tasks.stream().map(Task::key).sorted().toList();
  }
}
