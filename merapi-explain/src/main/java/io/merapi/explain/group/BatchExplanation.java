package io.merapi.explain.group;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.Predicate;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.placement.NodeRoom;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.explain.cluster.OfflineBatchCluster;
import io.merapi.explain.session.RecordingEffects;
import io.merapi.explain.session.SessionAnswers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All that there is to say of a pod or of a group, asked for piece by piece. */
public final class BatchExplanation {

  private final OfflineBatchCluster cluster;
  private final String subject;
  private final List<String> notes = new ArrayList<>();
  private final SchedulingSession session;
  private final SessionAnswers answers;
  private final String groupKey;
  private final List<TaskState> pending;

  private BatchExplanation(
      OfflineBatchCluster cluster, String subject, String groupKey, @Nullable String podKey) {
    this.cluster = cluster;
    this.subject = subject;
    this.groupKey = groupKey;
    this.session = cluster.open();
    this.answers = new SessionAnswers(cluster::open);
    this.pending =
        job()
            .map(job ->
                job.tasks(TaskStatus.PENDING).stream()
                    .filter(task -> podKey == null || task.key().equals(podKey))
                    .sorted(TaskState.BY_CREATION)
                    .toList())
            .orElse(List.of());
  }

  /** The explanation of a group of the cluster. */
  public static BatchExplanation ofGroup(OfflineBatchCluster cluster, String key) {
    var explanation = new BatchExplanation(cluster, "PodGroup " + key, key, null);
    explanation.noteWhatIsMissing();
    return explanation;
  }

  /**
   * The explanation of a pod of the cluster; one that has a node is asked about as if it came now.
   */
  public static BatchExplanation ofPod(OfflineBatchCluster cluster, String key) {
    Pod pod = Objects.requireNonNull(cluster.pod(key));
    boolean apart = pod.assigned() || pod.terminated();
    if (apart) {
      cluster.add(waiting(pod));
    }
    String group = pod.meta().annotations().getOrDefault(VolcanoKeys.GROUP_NAME, "");
    var explanation =
        new BatchExplanation(
            cluster, "Pod " + key, group.isEmpty() ? "" : pod.namespace() + "/" + group, key);
    if (apart) {
      explanation.notes.add("the answer is for the pod as if it came now and had no node");
    }
    String scheduler = pod.spec().schedulerNameOrDefault();
    if (!cluster.options().schedulerNames().contains(scheduler)) {
      explanation.notes.add(
          "its scheduler is %s, so it is passed over; --scheduler-name names the schedulers meant"
              .formatted(scheduler));
    }
    if (group.isEmpty()) {
      explanation.notes.add(
          "it belongs to no group, so it is passed over until Volcano's controller has made one");
    }
    explanation.noteWhatIsMissing();
    return explanation;
  }

  private static Pod waiting(Pod pod) {
    PodStatus old = pod.status();
    var status =
        new PodStatus(
            PodPhase.PENDING,
            "",
            null,
            List.of(),
            List.of(),
            List.of(),
            old.claimStatuses(),
            old.extendedResourceClaim(),
            old.allocatedResources(),
            old.resources(),
            old.qosClass());
    return new Pod(pod.meta(), "", pod.spec(), status);
  }

  private void noteWhatIsMissing() {
    PodGroup group = podGroup();
    if (!groupKey.isEmpty() && group == null) {
      notes.add("there is no PodGroup %s, so its pods are passed over".formatted(groupKey));
    }
    if (group != null && session.job(groupKey) == null) {
      notes.add(
          "there is no Queue %s, so the group is passed over; a snapshot must hold queues too"
              .formatted(queue()));
    }
    session.failures().all().forEach(failure -> notes.add(failure.text()));
  }

  /** What is explained, such as {@code Pod a/b}. */
  public String subject() {
    return subject;
  }

  /** What a reader must know of how the answer came about. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** The group as the cluster has it; absent where there is none. */
  public @Nullable PodGroup podGroup() {
    return (PodGroup) cluster.find(ObjectKind.POD_GROUP, groupKey);
  }

  /** The queue of the group, whether or not it exists. */
  public String queue() {
    PodGroup group = podGroup();
    return group == null || group.queue().isEmpty()
        ? cluster.options().defaultQueue()
        : group.queue();
  }

  /** The group as a session has it; absent where a session passes over it. */
  public Optional<JobState> job() {
    return Optional.ofNullable(session.job(groupKey));
  }

  /** The pending tasks that are explained, by key. */
  public List<String> pending() {
    return pending.stream().map(TaskState::key).toList();
  }

  /** The same, those together that no plugin can tell apart. */
  public List<List<String>> pendingAlike() {
    var alike = new LinkedHashMap<List<Object>, List<String>>();
    for (TaskState task : pending) {
      alike
          .computeIfAbsent(
              List.of(task.info().podClass(), task.role(), task.gated()), _ -> new ArrayList<>())
          .add(task.key());
    }
    return List.copyOf(alike.values());
  }

  /** The gates of the group, in the fields of the recorded answers. */
  public Map<String, @Nullable Object> gates() {
    return answers.job(groupKey);
  }

  /** What plugins have computed, by their names. */
  public Map<String, @Nullable Object> plugins() {
    return answers.plugins();
  }

  /** What is said of a pending task, in the fields of the recorded answers. */
  public Map<String, @Nullable Object> task(String key) {
    return answers.task(key);
  }

  /**
   * What stands against each node that a pending task cannot have now, from every plugin; nodes
   * against which nothing stands are left out.
   */
  public Map<String, List<NodeObjection>> objections(String key) {
    SchedulingSession asked = cluster.open();
    TaskState task =
        Objects.requireNonNull(asked.job(groupKey)).tasks().stream()
            .filter(one -> one.key().equals(key))
            .findFirst()
            .orElseThrow();
    boolean atAll = asked.fitness().prePredicate(task).isSuccess();
    var objections = new LinkedHashMap<String, List<NodeObjection>>();
    for (NodeState node : asked.nodes()) {
      var found = new ArrayList<>(objections("resources", NodeRoom.fit(task, node)));
      if (atAll) {
        for (Predicate plugin : asked.fitness().predicates().plugins()) {
          found.addAll(objections(plugin.name(), plugin.predicate(task, node)));
        }
      }
      if (!found.isEmpty()) {
        objections.put(node.name(), found);
      }
    }
    return objections;
  }

  private static List<NodeObjection> objections(String source, Fit fit) {
    return fit.statuses().stream()
        .map(status ->
            new NodeObjection(
                source, verdict(status.code()), status.text(), status.reason().detail()))
        .toList();
  }

  private static String verdict(Fit.Code code) {
    return switch (code) {
      case ERROR -> "Error";
      case UNSCHEDULABLE -> "Unschedulable";
      case UNSCHEDULABLE_AND_UNRESOLVABLE -> "UnschedulableAndUnresolvable";
      case WAIT -> "Wait";
      case SKIP -> "Skip";
    };
  }

  /** What the next session would do, in the fields of the recorded outcomes. */
  public Map<String, @Nullable Object> outcome() {
    var effects = new RecordingEffects();
    return effects.outcome(cluster.held(effects));
  }

  /** All answers of a session, with those for the tasks that are explained. */
  public Map<String, @Nullable Object> answers() {
    Map<String, @Nullable Object> all = answers.general();
    var tasks = new TreeMap<String, @Nullable Object>();
    pending().forEach(key -> tasks.put(key, answers.task(key)));
    all.put("tasks", tasks);
    return all;
  }
}
