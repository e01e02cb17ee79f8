package io.merapi.batch.plugins.predicates;

import io.merapi.api.fixes.Fix;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.BindContext;
import io.merapi.api.session.extension.BindHandler;
import io.merapi.api.session.extension.CountedPredicate;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.PrePredicate;
import io.merapi.api.session.extension.Predicate;
import io.merapi.api.session.extension.SimulateAddTask;
import io.merapi.api.session.extension.SimulatePredicate;
import io.merapi.api.session.extension.SimulateRemoveTask;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.batch.kubeplugins.KeptScore;
import io.merapi.batch.kubeplugins.TaskCycle;
import io.merapi.batch.kubeplugins.WeightedScore;
import io.merapi.batch.kubeplugins.WrappingSettings;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionCluster;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinity;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Lets tasks go only where kube-scheduler's filters let them go, and takes the volumes and devices
 * that they need there.
 *
 * <p>It also keeps the view of nodes up to date that all kube plugins of the session share.
 */
public final class Predicates
    implements PrePredicate,
        Predicate,
        BatchNodeOrder,
        TaskEvents,
        BindHandler,
        SimulateAddTask,
        SimulateRemoveTask,
        SimulatePredicate {

  public static final String NAME = "predicates";

  private static final Fit.Status TOO_MANY_PODS =
      new Fit.Status(
          Fit.Code.UNSCHEDULABLE, Reason.of("TooManyPods", "node(s) pod number exceeded"));

  /** Kept from upstream: what was said against an earlier pod of the template is not repeated. */
  private static final Fit.Status REFUSED_BEFORE =
      new Fit.Status(
          Fit.Code.ERROR, Reason.of("RefusedBefore", "plugin equivalence cache predicates failed"));

  private final SchedulingSession session;
  private final SessionCluster cluster;
  private final WrappedFilters filters;
  private final TaskCycles cycles;
  private final @Nullable TemplateCache cache;

  /** What tasks were given of devices that the scheduler divides itself. */
  private final GivenDevices devices;

  /** Tasks for which volumes or devices are reserved and that are not handed to be bound yet. */
  private final Set<Task> reserving = new LinkedHashSet<>();

  /**
   * Opens the plugin.
   *
   * @param filters made from {@link #settings}
   */
  public Predicates(PredicatesArgs args, WrappedFilters filters, SchedulingSession session) {
    this.session = session;
    this.cluster = session.cluster();
    this.filters = filters;
    this.cycles = new TaskCycles(filters, session);
    this.cache = args.cache() ? new TemplateCache() : null;
    this.devices = new GivenDevices(session);
    cluster.followClaims(filters.claims());
  }

  /** What the filters of a session are made from. */
  public static WrappingSettings<WrappedFilters.Settings> settings(
      PredicatesArgs args, SchedulingSession session) {
    return new WrappingSettings<>(
        new WrappedFilters.Settings(args, args.dynamicResourcesOn(session.fixes())), session);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean readsClock() {
    return false;
  }

  /** The filters are the same objects for as long as settings are. */
  @Override
  public Optional<Object> standpoint() {
    return Optional.of(filters);
  }

  /** The kube plugins behind the answers. */
  public WrappedFilters filters() {
    return filters;
  }

  /** What the wrapped plugins know of a task. */
  public TaskCycle cycle(Task task) {
    return cycles.of(task);
  }

  @Override
  public Fit prePredicate(Task task) {
    return cycles.preFilter(task);
  }

  @Override
  public Fit predicate(Task task, SessionNode node) {
    TaskCycle cycle = cycles.prepared(task);
    NodeInfo info = cluster.nodeAt(node.index());
    var answers = new FilterAnswers();
    if (node.allocatable().maxTasks() <= info.pods().size()) {
      answers.add(TOO_MANY_PODS);
    }
    askStable(answers, task, cycle, node, info);
    if (!answers.isEnded()) {
      answers.ask(cycle.otherFilters(), cycle.state(), task.info(), info);
    }
    return answers.fit();
  }

  private void askStable(
      FilterAnswers answers, Task task, TaskCycle cycle, SessionNode node, NodeInfo info) {
    if (cache == null) {
      answers.ask(cycle.stableFilters(), cycle.state(), task.info(), info);
      return;
    }
    String template = TemplateCache.template(task);
    FilterAnswers known = cache.get(node, template);
    if (known == null) {
      var asked = new FilterAnswers();
      asked.ask(cycle.stableFilters(), cycle.state(), task.info(), info);
      cache.put(node, template, asked);
      answers.addAll(asked.statuses());
    } else if (known.isEnded()) {
      answers.addAll(
          session.fixes().has(Fix.REASONS_CARRY_THEIR_CAUSE)
              ? known.statuses()
              : List.of(REFUSED_BEFORE));
    }
  }

  /** Filters may be, once they are prepared; what is remembered by template may not. */
  @Override
  public boolean mayBeAskedAtOnce(Task task) {
    return cache == null && cycles.prepared(task).isPrepared();
  }

  /**
   * An answer that is remembered by template changes without anything else changing; and a task
   * that was allocated before may be given the devices that are found on that node, which must have
   * been asked then.
   */
  @Override
  public Dependence predicateDependence(Task task) {
    TaskCycle cycle = cycles.prepared(task);
    return (cache != null && TemplateCache.template(task) != null)
            || (!cycle.allocatedTo().isEmpty() && filters.keepsFound(cycle))
        ? Dependence.CLUSTER
        : filters.dependence(cycle, task.info(), cluster);
  }

  @Override
  public Optional<CountedPredicate> countedPredicate(Task task) {
    return cycles.of(task).counted();
  }

  @Override
  public double[] scoreNodes(Task task, List<? extends SessionNode> nodes) {
    TaskCycle cycle = cycles.of(task);
    CycleState state = cycle.state();
    double[] totals = new double[nodes.size()];
    List<WeightedScore> scores = scores(cycle);
    List<NodeInfo> infos = scores.isEmpty() ? List.of() : cluster.nodes(nodes);
    for (WeightedScore score : scores) {
      Verdict before = score.preScore(state, task.info(), cluster, infos);
      if (before.isSuccess()) {
        score.addTo(totals, state, task.info(), cluster, infos);
      } else if (!before.isSkip()) {
        throw new ScoreException(
            "pre-score plugin %s failed: %s".formatted(score.label(), text(before)));
      }
    }
    return totals;
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
  public Optional<List<ScorePart>> scoreParts(Task task) {
    TaskCycle cycle = cycles.of(task);
    return KeptScore.parts(scores(cycle), cycle.state(), task.info(), cluster, _ -> true);
  }

  /** Plugins that have no part in a task score all nodes 0: they are left out. */
  private List<WeightedScore> scores(TaskCycle cycle) {
    return filters.scores().stream().filter(score -> !cycle.skips(score.plugin())).toList();
  }

  /**
   * Reserves volumes and devices, and shows the task on its node.
   *
   * <p>Kept from upstream: for a task whose eviction is taken back, nothing was worked out that
   * could be reserved; this fails, and kube plugins do not see it on its node again.
   */
  @Override
  public Verdict allocated(Task task) {
    TaskCycle cycle = cycles.of(task);
    if (filters.mayReserve(cycle)) {
      Verdict reserved = reserve(task, cycle);
      if (!reserved.isSuccess()) {
        return reserved;
      }
    }
    NodeState node = session.node(task.nodeName());
    if (node == null) {
      return Verdict.success();
    }
    Verdict given = devices.give(task, node);
    if (given.isSuccess()) {
      cluster.add(task.info(), node.index());
    }
    return given;
  }

  private Verdict reserve(Task task, TaskCycle cycle) {
    if (task.status() == TaskStatus.ALLOCATED) {
      cycle.setAllocatedTo(task.nodeName());
    }
    if (isBack(task)) {
      return Verdict.success();
    }
    reserving.add(task);
    return filters.reserve(cycle.state(), task.info(), reservedOn(task, cycle));
  }

  /** Whether the eviction of a task was taken back, and the view is to have it again. */
  private boolean isBack(Task task) {
    return task.pod().assigned() && session.fixes().has(Fix.ATOMIC_STATEMENTS);
  }

  @Override
  public void deallocated(Task task) {
    unreserve(task);
    reserving.remove(task);
    NodeState node = session.node(task.nodeName());
    if (node != null) {
      devices.takeBack(task, node);
      cluster.remove(task.info(), node.index());
    }
  }

  private void unreserve(Task task) {
    TaskCycle cycle = cycles.of(task);
    if (filters.mayReserve(cycle)) {
      filters.unreserve(cycle.state(), task.info(), reservedOn(task, cycle));
    }
  }

  /**
   * Where volumes and devices are reserved for a task.
   *
   * <p>Kept from upstream: a task that is pipelined reserves what it needs on the node that it was
   * allocated to before, in a statement that was discarded; without one, it reserves no volumes,
   * and fails if it needs devices.
   */
  private static String reservedOn(Task task, TaskCycle cycle) {
    return cycle.allocatedTo().isEmpty() ? task.pod().nodeName() : cycle.allocatedTo();
  }

  /**
   * Has volumes and devices bound before the pod.
   *
   * <p>Differs from upstream, which forgets devices that a pod asks for as an extended resource.
   */
  @Override
  public void prepareBind(Task task, BindContext context) {
    devices.addTo(context, task);
    TaskCycle cycle = cycles.of(task);
    if (filters.mayReserve(cycle)) {
      reserving.remove(task);
      context.before(new BindingStep(filters, cycle.state(), task.info(), task.nodeName()));
    }
  }

  @Override
  public Verdict simulateAddTask(CycleState state, Task toSchedule, Task toAdd, SessionNode node) {
    return simulate(
        cycles.in(state, toSchedule),
        toAdd,
        "failed to add pod to node " + node.name(),
        (plugin, kube) -> plugin.addPod(kube, toSchedule.info(), toAdd.info(), node.info()));
  }

  @Override
  public Verdict simulateRemoveTask(
      CycleState state, Task toSchedule, Task toRemove, SessionNode node) {
    return simulate(
        cycles.in(state, toSchedule),
        toRemove,
        "failed to remove pod from node " + node.name(),
        (plugin, kube) -> plugin.removePod(kube, toSchedule.info(), toRemove.info(), node.info()));
  }

  private Verdict simulate(
      TaskCycle cycle,
      Task moved,
      String failure,
      BiFunction<InterPodAffinity, CycleState, Verdict> move) {
    String unreadable = moved.info().podClass().podTerms().error();
    if (unreadable != null) {
      return Verdict.error("failed to create pod info: " + unreadable);
    }
    InterPodAffinity plugin = filters.podAffinity();
    if (plugin == null || cycle.skips(plugin)) {
      return Verdict.success();
    }
    Verdict verdict = move.apply(plugin, cycle.state());
    return verdict.isSuccess() ? verdict : Verdict.error(failure + ": " + text(verdict));
  }

  /**
   * Of all filters only that of affinity between pods is asked in a dry run, as upstream does, and
   * then the devices that the scheduler divides itself.
   */
  @Override
  public Fit simulatePredicate(CycleState state, Task task, SessionNode node) {
    InterPodAffinity plugin = filters.podAffinity();
    TaskCycle cycle = cycles.in(state, task);
    if (plugin == null || cycle.skips(plugin)) {
      return GivenDevices.enough(task, node);
    }
    Verdict verdict = plugin.filter(cycle.state(), task.info(), node.info());
    return verdict.isSuccess()
        ? GivenDevices.enough(task, node)
        : Fit.error("failed to filter pod on node %s: %s".formatted(node.name(), text(verdict)));
  }

  private static String text(Verdict verdict) {
    return String.join(", ", verdict.texts());
  }

  /**
   * Gives back what is reserved for tasks that were not handed to be bound: the next session begins
   * without it. Upstream forgets to.
   */
  @Override
  public void close() {
    reserving.forEach(this::unreserve);
  }
}
