package io.merapi.batch.placement;

import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.session.NodeSearch;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.placement.ClassMemory;
import io.merapi.kube.placement.KeptClasses;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.Unanswered;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered, by class of tasks, of the nodes where evictions may make room; used by one
 * thread and for one action.
 *
 * <p>It is what a search by the definition finds. Where a predicate depends on more than the class
 * of the task and one node, nothing is remembered.
 */
public final class EvictionColumns {

  /** Of a class, of the order of this. */
  private static final int BYTES_PER_NODE = 50;

  private final SchedulingSession session;
  private final NodeFitness fitness;
  private final boolean scored;
  private final boolean sampled;
  private final boolean jobsApart;

  private final KeptClasses<TaskClass, EvictionClass> classes;

  private final Map<RoleRefusals, RecalledRole> roles = new HashMap<>();

  /**
   * Remembers nothing yet.
   *
   * @param scored whether nodes are to be put in the order of their scores
   */
  public EvictionColumns(SchedulingSession session, boolean scored) {
    this.session = session;
    this.fitness = session.fitness();
    this.scored = scored;
    this.sampled = session.search(false).isSampled(session.nodes().size());
    this.jobsApart = fitness.judges().anyMatch(BatchPlugin::tellsJobsApart);
    long bytes = ClassMemory.estimate(session.nodes().size(), BYTES_PER_NODE);
    this.classes = new KeptClasses<>(TaskClass.memory(session), _ -> bytes, _ -> {});
  }

  /**
   * The nodes that are found for a task that has passed the pre-predicates.
   *
   * @param search by which the definition would look, and which is told how many nodes were looked
   *     at
   * @return null where the definition must be asked
   */
  public @Nullable FoundNodes find(TaskState task, NodeSearch search) {
    return sampled ? sample(task, search) : all(task, search);
  }

  private @Nullable FoundNodes all(TaskState task, NodeSearch search) {
    Set<String> passedOver = passedOver(task);
    EvictionClass known = known(task);
    if (known != null && !findsTheSame(passedOver, known, search)) {
      known = null;
    }
    RoleRefusals refusals = search.refusals(task);
    if (refusals != null
        && !roles
            .computeIfAbsent(refusals, _ -> new RecalledRole(refusals, task, session))
            .recall(task, known, passedOver)) {
      known = null;
    }
    if (known == null) {
      return null;
    }
    int nodes = session.nodes().size();
    int start = search.start() % nodes;
    search.looked(nodes, nodes);
    return new FoundNodes(known, known.fitting(), start);
  }

  private @Nullable FoundNodes sample(TaskState task, NodeSearch search) {
    EvictionClass known = known(task);
    var passedOver = new NodeSet();
    for (String name : passedOver(task)) {
      NodeState node = session.node(name);
      if (node != null) {
        passedOver.add(node.index());
      }
    }
    int nodes = session.nodes().size();
    return known == null || passedOver.size() == nodes
        ? null
        : EvictionSample.take(known, nodes, passedOver, search, search.refusals(task));
  }

  /**
   * The nodes that an earlier action has ruled out for a task: the definition does not ask them.
   */
  private static Set<String> passedOver(TaskState task) {
    JobState job = task.job();
    FitErrors errors = job == null ? null : job.fitErrors().of(task);
    return errors == null ? Set.of() : errors.unresolvableNodes();
  }

  /** What is known of the class of a task, as of now; null where that does not decide. */
  private @Nullable EvictionClass known(TaskState task) {
    if (session.nodes().isEmpty() || session.shard().divides() || !fitness.fitsGoByNodes(task)) {
      return null;
    }
    var taskClass = new TaskClass(task.info().podClass(), jobsApart ? task.job() : null);
    EvictionClass known = classes.find(taskClass);
    if (known == null) {
      known = new EvictionClass(task, session, scored, sampled);
      classes.add(taskClass, known);
    }
    try {
      known.update(task);
      return known;
    } catch (Unanswered _) {
      classes.forget(taskClass);
      return null;
    }
  }

  /**
   * Whether it makes no difference that some nodes are passed over: they do not fit now either, and
   * the search begins with the first node.
   */
  private boolean findsTheSame(Set<String> passedOver, EvictionClass known, NodeSearch search) {
    return passedOver.isEmpty()
        || (search.start() == 0
            && passedOver.size() < session.nodes().size()
            && !known.fitsAny(passedOver));
  }
}
