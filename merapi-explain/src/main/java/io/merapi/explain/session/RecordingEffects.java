package io.merapi.explain.session;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BindContext;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.effects.Outcome;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Takes everything that a session does, and shows it in the shape of the recorded outcomes. */
public final class RecordingEffects implements BatchEffects {

  private static final Outcome TAKEN = new Outcome.Done();

  private final Map<String, Object> binds = new TreeMap<>();
  private final Map<String, Object> annotations = new TreeMap<>();
  private final TreeSet<String> evicted = new TreeSet<>();
  private final Map<String, Object> queues = new TreeMap<>();
  private final Map<String, Object> waiting = new TreeMap<>();

  @Override
  public Outcome bind(Pod pod, String nodeName, BindContext context) {
    binds.put(pod.key(), nodeName);
    if (!context.annotations().isEmpty()) {
      annotations.put(pod.key(), new TreeMap<>(context.annotations()));
    }
    return TAKEN;
  }

  @Override
  public Outcome evict(Pod pod, PodGroup group, String reason) {
    evicted.add(pod.key());
    return TAKEN;
  }

  @Override
  public void removeQueueGate(Pod pod) {}

  @Override
  public void updateStatus(PodGroup group, PodGroup.Status status) {}

  @Override
  public void updateAllocated(Queue queue, ResourceList allocated) {
    var amounts = new TreeMap<String, Object>();
    allocated.amounts().forEach((name, amount) -> amounts.put(name, amount.toString()));
    queues.put(queue.meta().name(), amounts);
  }

  @Override
  public void reportWaiting(Pod pod, String reason, String message, String nominatedNode) {
    var told = new TreeMap<String, Object>();
    told.put("reason", reason);
    told.put("message", message);
    if (!nominatedNode.isEmpty()) {
      told.put("nominatedNodeName", nominatedNode);
    }
    waiting.put(pod.key(), told);
  }

  @Override
  public void report(PodGroup group, String type, String reason, String message) {}

  /** What became of a session that was closed; its jobs say their own. */
  public Map<String, @Nullable Object> outcome(SchedulingSession session) {
    var outcome = new TreeMap<String, @Nullable Object>();
    outcome.put("binds", binds);
    outcome.put("evicted", evicted.stream().toList());
    outcome.put("queueAllocated", queues);
    outcome.put("podStatus", waiting);
    outcome.put("bindAnnotations", annotations);
    var pipelined = new TreeMap<String, Object>();
    var groups = new TreeMap<String, Object>();
    for (JobState job : session.jobs()) {
      job.tasks(TaskStatus.PIPELINED).forEach(task -> pipelined.put(task.key(), task.nodeName()));
      groups.put(job.key(), group(job));
    }
    outcome.put("pipelined", pipelined);
    outcome.put("podGroups", groups);
    return outcome;
  }

  private static Map<String, Object> group(JobState job) {
    var group = new TreeMap<String, Object>();
    group.put("phase", job.phase().text());
    if (!job.conditions().isEmpty()) {
      group.put(
          "conditions",
          job.conditions().stream()
              .map(condition ->
                  new TreeMap<>(
                      Map.of(
                          "type", condition.type(),
                          "status", condition.status(),
                          "reason", condition.reason(),
                          "message", condition.message())))
              .toList());
    }
    int running = job.count(TaskStatus.RUNNING);
    int succeeded = job.count(TaskStatus.SUCCEEDED);
    int failed = job.count(TaskStatus.FAILED);
    if (running + succeeded + failed > 0) {
      group.put("counts", Map.of("running", running, "succeeded", succeeded, "failed", failed));
    }
    if (!Objects.equals(job.allocatedHyperNode(), "")) {
      group.put("jobAllocatedHyperNode", job.allocatedHyperNode());
    }
    return group;
  }
}
