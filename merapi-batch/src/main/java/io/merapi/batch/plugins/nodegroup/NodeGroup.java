package io.merapi.batch.plugins.nodegroup;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.Predicate;
import io.merapi.api.session.extension.TaskEvents;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the tasks of a queue to the node groups that the queue wants, and within what it may use of
 * each. A node belongs to a group by its label.
 */
public final class NodeGroup implements Predicate, NodeOrder, TaskEvents {

  public static final String NAME = "nodegroup";

  private static final Fit LIMITS_UNREADABLE =
      refusal("LimitsUnreadable", "node group resource limit annotation invalid");
  private static final Fit NO_GROUP = refusal("NoGroup", "node group label not found");
  private static final Fit NO_AFFINITY = refusal("NoAffinity", "node group affinity not specified");
  private static final Fit UNWANTED =
      refusal("Unwanted", "node does not satisfy the node group affinity");
  private static final Fit LIMIT_EXCEEDED =
      refusal("LimitExceeded", "node group resource limit exceeded");

  private final NodeGroupArgs args;
  private final Session session;
  private final Map<String, QueueGroups> queues = new HashMap<>();

  /**
   * Opens a session.
   *
   * @param hierarchy whether a queue without affinity takes that of the queues above it
   */
  public NodeGroup(NodeGroupArgs args, boolean hierarchy, Session session) {
    this.args = args;
    this.session = session;
    for (QueueInfo queue : session.queues()) {
      queues.put(queue.name(), new QueueGroups(queue, session, hierarchy));
    }
    for (Job job : session.jobs()) {
      for (Task task : job.tasks()) {
        if (task.status().holdsResources()) {
          allocated(task);
        }
      }
    }
  }

  private static Fit refusal(String code, String text) {
    return Fit.unresolvable(Reason.of(code, text));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean readsClock() {
    return false;
  }

  @Override
  public Fit predicate(Task task, SessionNode node) {
    Job job = task.job();
    if (job == null) {
      return Fit.error("job %s not found in session".formatted(task.jobKey()));
    }
    QueueGroups queue = queues.get(job.queue());
    if (queue != null && !queue.limits().readable()) {
      return LIMITS_UNREADABLE;
    }
    GroupRules rules = queue == null ? GroupRules.NONE : queue.rules();
    String group = groupOf(node);
    if (group == null) {
      return !args.strict() && rules.isEmpty() ? Fit.fits() : NO_GROUP;
    }
    if (queue == null || rules.isEmpty()) {
      return NO_AFFINITY;
    }
    if (!rules.admit(group)) {
      return UNWANTED;
    }
    return queue.exceeds(group, task) ? LIMIT_EXCEEDED : Fit.fits();
  }

  /** Where groups have limits, a task anywhere in a group counts for all of its nodes. */
  @Override
  public Dependence predicateDependence(Task task) {
    QueueGroups queue = queueOf(task);
    return queue == null || queue.limits().limits().isEmpty()
        ? Dependence.NODE
        : Dependence.CLUSTER;
  }

  @Override
  public double scoreNode(Task task, SessionNode node) {
    String group = groupOf(node);
    QueueGroups queue = queueOf(task);
    return group == null || queue == null ? 0 : queue.rules().score(group, args.preferredOrder());
  }

  @Override
  public boolean mayBeAskedAtOnce(Task task) {
    return true;
  }

  @Override
  public Dependence nodeOrderDependence(Task task) {
    return Dependence.NODE;
  }

  @Override
  public Verdict allocated(Task task) {
    QueueGroups queue = queueOf(task);
    String group = groupOf(session.node(task.nodeName()));
    if (queue != null && group != null) {
      queue.add(group, task.request());
    }
    return Verdict.success();
  }

  @Override
  public void deallocated(Task task) {
    QueueGroups queue = queueOf(task);
    String group = groupOf(session.node(task.nodeName()));
    if (queue != null && group != null) {
      queue.subtract(group, task.request());
    }
  }

  private @Nullable QueueGroups queueOf(Task task) {
    Job job = task.job();
    return job == null ? null : queues.get(job.queue());
  }

  private static @Nullable String groupOf(@Nullable SessionNode node) {
    return node == null ? null : node.node().meta().labels().get(VolcanoKeys.NODE_GROUP_NAME);
  }
}
