package io.merapi.batch.plugins.usage;

import static io.merapi.api.session.NodeUsage.COLLECTED_PERIOD;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.session.NodeUsage;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.Predicate;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.batch.plugins.usage.ShadowLoad.Load;
import java.time.Duration;
import java.time.Instant;

/**
 * Keeps tasks off nodes whose measured load is high, and prefers those where it is low.
 *
 * <p>For the score, the estimated load of tasks that were placed too late to be measured is added
 * to what was measured, so that a burst of tasks does not all go to the node that was idle a moment
 * ago. Where the last measurement is older than five minutes nothing is known, and all nodes are
 * alike. Differs from upstream: what is old is judged as the session opens, not anew at every
 * question.
 */
public final class Usage implements Predicate, NodeOrder, TaskEvents {

  public static final String NAME = "usage";

  static final Duration OLDEST = Duration.ofMinutes(5);

  private static final Fit CPU_LOAD =
      Fit.unresolvable(
          Reason.of("CpuLoadTooHigh", "the CPU load of the node exceeds the upper limit."));
  private static final Fit MEMORY_LOAD =
      Fit.unresolvable(
          Reason.of("MemoryLoadTooHigh", "the memory load of the node exceeds the upper limit."));

  private final UsageArgs args;
  private final Session session;
  private final Instant now;
  private final LoadEstimator estimator;
  private final ShadowLoad shadow;

  /** Opens a session. */
  public Usage(UsageArgs args, Session session) {
    this.args = args;
    this.session = session;
    this.now = session.clock().instant();
    this.estimator = new LoadEstimator(args.estimator(), session);
    this.shadow = new ShadowLoad(session.nodes().size());
    for (SessionNode node : session.nodes()) {
      for (Task task : node.tasks()) {
        if (isUnmeasured(task)) {
          add(task, node);
        }
      }
    }
  }

  /** Whether a task on a node is too new there for its load to be in the measurements. */
  private boolean isUnmeasured(Task task) {
    return switch (task.status()) {
      case ALLOCATED, BINDING, BOUND -> true;
      case RUNNING -> {
        Instant start = task.pod().status().startTime();
        yield start == null || Duration.between(start, now).compareTo(session.usageInterval()) < 0;
      }
      case PENDING, PIPELINED, RELEASING, SUCCEEDED, FAILED, UNKNOWN -> false;
    };
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Looks at what was measured alone. */
  @Override
  public Fit predicate(Task task, SessionNode node) {
    NodeUsage usage = node.usage();
    if (!usage.isFresh(now, OLDEST)) {
      return Fit.fits();
    }
    if (usage.cpu(COLLECTED_PERIOD) > args.cpuThreshold()) {
      return CPU_LOAD;
    }
    return usage.memory(COLLECTED_PERIOD) > args.memoryThreshold() ? MEMORY_LOAD : Fit.fits();
  }

  @Override
  public Dependence predicateDependence(Task task) {
    return Dependence.NODE;
  }

  @Override
  public double scoreNode(Task task, SessionNode node) {
    long weights = args.cpuWeight() + args.memoryWeight();
    if (!node.usage().isFresh(now, OLDEST) || weights == 0) {
      return 0;
    }
    double cpu = (1 - cpuUtilization(node)) * args.cpuWeight();
    double memory = (1 - memoryUtilization(node)) * args.memoryWeight();
    return (cpu + memory) / weights * ScorePlugin.MAX_SCORE * args.weight();
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
  public boolean tellsJobsApart() {
    return false;
  }

  @Override
  public boolean readsIdentity() {
    return false;
  }

  @Override
  public Verdict allocated(Task task) {
    SessionNode node = session.node(task.nodeName());
    if (node != null) {
      add(task, node);
    }
    return Verdict.success();
  }

  @Override
  public void deallocated(Task task) {
    shadow.remove(task);
  }

  /** Estimates with a measurement of any age: that is upstream's rule here. */
  private void add(Task task, SessionNode node) {
    shadow.add(task, node, estimator.of(task, utilization(node)));
  }

  private double utilization(SessionNode node) {
    long weights = args.cpuWeight() + args.memoryWeight();
    return weights == 0
        ? 0
        : (cpuUtilization(node) * args.cpuWeight() + memoryUtilization(node) * args.memoryWeight())
            / weights;
  }

  private double cpuUtilization(SessionNode node) {
    Load unmeasured = shadow.on(node);
    return utilization(
        node.usage().cpu(COLLECTED_PERIOD),
        unmeasured.milliCpu(),
        node.capacity().get(ResourceDictionary.CPU));
  }

  private double memoryUtilization(SessionNode node) {
    Load unmeasured = shadow.on(node);
    return utilization(
        node.usage().memory(COLLECTED_PERIOD),
        unmeasured.memory(),
        node.capacity().get(ResourceDictionary.MEMORY));
  }

  /** The load, measured and estimated, as a part of the capacity from 0 to 1. */
  private static double utilization(double percent, double unmeasured, double capacity) {
    return capacity <= 0 ? 0 : Math.clamp((percent / 100 * capacity + unmeasured) / capacity, 0, 1);
  }
}
