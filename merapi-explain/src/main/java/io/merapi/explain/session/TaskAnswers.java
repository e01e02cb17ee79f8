package io.merapi.explain.session;

import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.BestNode.ScoredNode;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.Preemptable;
import io.merapi.api.session.extension.Reclaimable;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.tier.ExtensionPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a session says of one pending task and every node. */
final class TaskAnswers {

  private final SchedulingSession session;

  TaskAnswers(SchedulingSession session) {
    this.session = session;
  }

  Map<String, @Nullable Object> of(String key) {
    TaskState task = pending(key);
    JobState job = Objects.requireNonNull(task.job());
    QueueInfo queue = Objects.requireNonNull(session.queue(job.queue()));
    var answer = new TreeMap<String, @Nullable Object>();
    answer.put("resreq", Amounts.of(task.request()));
    if (task.bestEffort()) {
      answer.put("bestEffort", true);
    }
    answer.put("allocatable", session.votes().allocatable(queue, task));
    answer.put("preemptive", session.votes().preemptive(queue, List.of(task)));
    if (task.gated()) {
      answer.put("schGated", true);
      return answer;
    }
    Fit atAll = session.fitness().prePredicate(task);
    answer.put("prePredicate", atAll.isSuccess() ? null : text(atAll));
    answer.put("nodes", nodes(task, atAll.isSuccess()));
    victims(task, job, answer);
    return answer;
  }

  private TaskState pending(String key) {
    return session.jobs().stream()
        .flatMap(job -> job.tasks(TaskStatus.PENDING).stream())
        .filter(task -> task.key().equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("task (%s) is not pending".formatted(key)));
  }

  private static String text(Fit fit) {
    return fit instanceof Fit.Failed(var message) ? message : String.join(", ", fit.reasons());
  }

  private Map<String, Object> nodes(TaskState task, boolean mayFit) {
    var answers = new LinkedHashMap<String, Map<String, Object>>();
    var fitting = new ArrayList<NodeState>();
    for (NodeState node : session.nodes()) {
      var answer = new TreeMap<String, Object>();
      answer.put("fitsIdle", node.fitsIdle(task));
      if (!Amounts.isNothing(node.releasing()) || !Amounts.isNothing(node.pipelined())) {
        answer.put("fitsFutureIdle", node.fitsFutureIdle(task));
      }
      if (mayFit) {
        Fit fit = session.fitness().predicate(task, node);
        answer.put("fit", fit.isSuccess());
        switch (fit) {
          case Fit.Fits _ -> fitting.add(node);
          case Fit.Failed(var message) -> answer.put("error", message);
          case Fit.Refused refused -> {
            answer.put("reasons", refused.reasons());
            answer.put(
                "statusCodes",
                refused.statuses().stream().map(status -> status.code().number()).toList());
          }
        }
      }
      answers.put(node.name(), answer);
    }
    scores(task, fitting, answers);
    return new TreeMap<>(answers);
  }

  private void scores(
      TaskState task, List<NodeState> fitting, Map<String, Map<String, Object>> answers) {
    if (fitting.isEmpty()) {
      return;
    }
    List<ScoredNode> totals = session.fitness().score(task, fitting);
    totals.forEach(total -> answer(answers, total.node()).put("total", total.score()));
    for (NodeState node : fitting) {
      var scores = new TreeMap<String, Object>();
      for (NodeOrder plugin : session.fitness().nodeOrders().plugins()) {
        scores.put(plugin.name(), score(plugin, task, node));
      }
      if (!scores.isEmpty()) {
        answer(answers, node).put("scores", scores);
      }
    }
    for (BatchNodeOrder plugin : session.fitness().batchNodeOrders().plugins()) {
      List<Object> scores = scores(plugin, task, fitting);
      for (int i = 0; i < fitting.size(); i++) {
        batchScores(answer(answers, fitting.get(i))).put(plugin.name(), scores.get(i));
      }
    }
  }

  private static Map<String, Object> answer(
      Map<String, Map<String, Object>> answers, SessionNode node) {
    return Objects.requireNonNull(answers.get(node.name()));
  }

  @SuppressWarnings("unchecked") // only this method puts it there
  private static Map<String, Object> batchScores(Map<String, Object> answer) {
    return (Map<String, Object>)
        answer.computeIfAbsent("batchScores", _ -> new TreeMap<String, Object>());
  }

  private static List<Object> scores(BatchNodeOrder plugin, Task task, List<NodeState> fitting) {
    try {
      return Arrays.stream(plugin.scoreNodes(task, fitting)).<Object>mapToObj(x -> x).toList();
    } catch (ScoreException e) {
      return Collections.nCopies(fitting.size(), "error: " + e.getMessage());
    }
  }

  private static Object score(NodeOrder plugin, Task task, SessionNode node) {
    try {
      return plugin.scoreNode(task, node);
    } catch (ScoreException e) {
      return "error: " + e.getMessage();
    }
  }

  private void victims(TaskState task, JobState job, Map<String, @Nullable Object> answer) {
    var preemptable = new TreeMap<String, Object>();
    var reclaimable = new TreeMap<String, Object>();
    for (NodeState node : session.nodes()) {
      List<Task> ofQueue =
          running(node, other -> other != job && other.queue().equals(job.queue()));
      if (!ofQueue.isEmpty()) {
        preemptable.put(
            node.name(),
            VictimAnswers.of(
                ofQueue,
                session.plugins().registered(ExtensionPoint.PREEMPTABLE, Preemptable.class),
                plugin -> plugin.preemptable(task, ofQueue),
                session.evictions().preempting().victims(task, ofQueue)));
      }
      List<Task> ofOthers =
          running(node, other -> !other.queue().equals(job.queue()) && reclaimable(other));
      if (!ofOthers.isEmpty()) {
        reclaimable.put(
            node.name(),
            VictimAnswers.of(
                ofOthers,
                session.plugins().registered(ExtensionPoint.RECLAIMABLE, Reclaimable.class),
                plugin -> plugin.reclaimable(task, ofOthers),
                session.evictions().reclaiming().victims(task, ofOthers)));
      }
    }
    if (!preemptable.isEmpty()) {
      answer.put("preemptable", preemptable);
    }
    if (!reclaimable.isEmpty()) {
      answer.put("reclaimable", reclaimable);
    }
  }

  private boolean reclaimable(JobState job) {
    QueueInfo queue = session.queue(job.queue());
    return queue != null && queue.reclaimable();
  }

  private static List<Task> running(NodeState node, Predicate<JobState> ofJob) {
    return node.tasks().stream()
        .filter(task -> task.status() == TaskStatus.RUNNING && task.preemptable())
        .filter(task -> task.job() instanceof JobState job && ofJob.test(job))
        .sorted(Comparator.comparing(Task::key))
        .toList();
  }
}
