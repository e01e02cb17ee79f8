package io.merapi.batch.session;

import io.merapi.api.resource.Resources;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.kube.audit.Violation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Whether a model that has followed the cluster has what one has that is made anew. */
public final class ModelAudit {

  private static final String NOTHING = "nothing";

  private final List<Violation> found = new ArrayList<>();

  private ModelAudit() {}

  /** Everything in which they differ; neither has been worked on since it was made or followed. */
  public static List<Violation> of(SessionModel followed, SessionModel anew) {
    var audit = new ModelAudit();
    audit.compare("node", nodes(followed), nodes(anew));
    audit.compare("job", jobs(followed), jobs(anew));
    audit.compare("queue", queues(followed), queues(anew));
    followed.jobs().all().forEach(audit::tasksOf);
    return audit.found;
  }

  private static Map<String, Map<String, Object>> nodes(SessionModel model) {
    return facts(
        model.nodes(),
        NodeState::name,
        node ->
            Map.of(
                "idle", node.idle(),
                "used", node.used(),
                "releasing", node.releasing(),
                "pipelined", node.pipelined(),
                "tasks", keys(node.tasks())));
  }

  private static Map<String, Map<String, Object>> jobs(SessionModel model) {
    return facts(
        model.jobs().all(),
        JobState::key,
        job ->
            Map.of(
                "queue", job.queue(),
                "allocated", job.allocated(),
                "request", job.totalRequest(),
                "tasks by status", counts(job)));
  }

  private static Map<String, Map<String, Object>> queues(SessionModel model) {
    var allocated = new TreeMap<String, Resources>();
    for (JobState job : model.jobs().all()) {
      allocated.merge(job.queue(), job.allocated(), Resources::plus);
    }
    return facts(
        model.queues().keySet(),
        Function.identity(),
        queue -> Map.of("allocated", String.valueOf(allocated.get(queue))));
  }

  private static <T> Map<String, Map<String, Object>> facts(
      Collection<T> things, Function<T, String> name, Function<T, Map<String, Object>> facts) {
    var all = new LinkedHashMap<String, Map<String, Object>>();
    things.forEach(thing -> all.put(name.apply(thing), facts.apply(thing)));
    return all;
  }

  private static SortedSet<String> keys(Collection<? extends Task> tasks) {
    var keys = new TreeSet<String>();
    tasks.forEach(task -> keys.add(task.key()));
    return keys;
  }

  private static Map<TaskStatus, Integer> counts(JobState job) {
    var counts = new EnumMap<TaskStatus, Integer>(TaskStatus.class);
    for (TaskStatus status : TaskStatus.values()) {
      if (job.count(status) != 0) {
        counts.put(status, job.count(status));
      }
    }
    return counts;
  }

  private void compare(
      String kind, Map<String, Map<String, Object>> has, Map<String, Map<String, Object>> should) {
    var names = new TreeSet<>(has.keySet());
    names.addAll(should.keySet());
    for (String name : names) {
      Map<String, Object> kept = has.get(name);
      Map<String, Object> fresh = should.get(name);
      if (kept == null || fresh == null) {
        add("a %s is known as the cluster has it", kind, name, kept, fresh);
        continue;
      }
      kept.forEach((fact, value) -> {
        if (!value.equals(fresh.get(fact))) {
          add(
              "the " + fact + " of a %s follow from the cluster",
              kind,
              name,
              value,
              fresh.get(fact));
        }
      });
    }
  }

  /** Whether the counts of a job are those of its tasks. */
  private void tasksOf(JobState job) {
    var counted = new EnumMap<TaskStatus, Integer>(TaskStatus.class);
    for (TaskState task : job.tasks()) {
      counted.merge(task.status(), 1, Integer::sum);
    }
    if (!counted.equals(counts(job))) {
      add("the counts of a %s are those of its tasks", "job", job.key(), counts(job), counted);
    }
  }

  private void add(
      String rule, String kind, String name, @Nullable Object has, @Nullable Object should) {
    found.add(
        Violation.of(
            rule.formatted(kind),
            name,
            Objects.requireNonNullElse(has, NOTHING),
            Objects.requireNonNullElse(should, NOTHING)));
  }
}
