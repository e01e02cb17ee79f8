package io.merapi.batch.session;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Verdict;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.QueueEntitlement;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.measures.GangResult;
import io.merapi.batch.network.HyperNodeTree;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.tier.Tier;
import io.merapi.kube.placement.TieBreak;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A session: opened by its constructor, worked on by actions, ended by {@link #close}.
 *
 * <p>What plugins say together is asked by subject, through {@link #orders}, {@link #votes}, {@link
 * #fitness}, {@link #domains}, {@link #evictions} and {@link #dryRun}. A plugin that throws while
 * it is made is left out; see {@link #failures}.
 */
public final class SchedulingSession implements Session {

  private final String uid;
  private final SessionModel model;
  private final SessionParts parts;
  private final Failures failures = new Failures();
  private final SessionPlugins plugins;
  private final Orders orders;
  private final Votes votes;
  private final NodeFitness fitness;
  private final Domains domains;
  private final Evictions evictions;
  private final DryRun dryRun;
  private final Moves moves;
  private final MovedJobs movedJobs = new MovedJobs();
  private final CycleStates cycleStates = new CycleStates();
  private @Nullable Instant jobsConsideredAt;

  /**
   * Opens a session.
   *
   * @param uid a new name; conditions carry it
   * @param model not used by any other session while this one is
   * @param factory plugins that it cannot make are left out, see {@link SessionPlugins#missing}
   */
  public SchedulingSession(
      String uid, SessionModel model, List<Tier> tiers, PluginFactory factory, SessionParts parts) {
    this.uid = uid;
    this.model = model;
    this.parts = parts;
    this.plugins = new SessionPlugins(tiers, factory, this, failures);
    this.orders = new Orders(plugins, model.queues());
    this.votes = new Votes(plugins);
    this.fitness = new NodeFitness(plugins, parts.tieBreak(), parts.fanOut());
    this.domains = new Domains(plugins);
    this.evictions = new Evictions(plugins);
    this.dryRun = new DryRun(plugins);
    this.moves =
        new Moves(
            model,
            plugins,
            parts.effects(),
            failures,
            model.changedNodes(),
            movedJobs,
            parts.measures());
    cycleStates.allKeysAreGiven();
  }

  // What there is

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public Collection<JobState> jobs() {
    return model.jobs().all();
  }

  @Override
  public List<JobState> unsettledJobs() {
    return model.jobs().unsettled();
  }

  /** Jobs that are not admitted, or have tasks that wait for a node; in order of creation. */
  public List<JobState> waitingJobs() {
    return model.jobs().waiting();
  }

  @Override
  public Collection<JobState> claimingJobs() {
    return model.jobs().claiming();
  }

  @Override
  public @Nullable JobState job(String key) {
    return model.jobs().get(key);
  }

  @Override
  public List<NodeState> nodes() {
    return model.nodes();
  }

  @Override
  public @Nullable NodeState node(String name) {
    return model.node(name);
  }

  @Override
  public Collection<QueueInfo> queues() {
    return Collections.unmodifiableCollection(model.queues().values());
  }

  @Override
  public @Nullable QueueInfo queue(String name) {
    return model.queues().get(name);
  }

  @Override
  public List<QueueInfo> queuesWithJobs() {
    return model.queuesWithJobs();
  }

  @Override
  public Map<String, Resources> sumByQueue(String name, Function<Job, Resources> amount) {
    return model.jobs().sumByQueue(name, amount, resources());
  }

  @Override
  public HyperNodeTree hyperNodes() {
    return model.hyperNodes();
  }

  @Override
  public Resources amounts(ResourceList list) {
    return model.amounts(list);
  }

  @Override
  public Resources totalResources() {
    return model.total();
  }

  @Override
  public Resources usedResources() {
    return model.used();
  }

  @Override
  public SessionCluster cluster() {
    return model.cluster();
  }

  @Override
  public ResourceDictionary resources() {
    return model.snapshot().dictionary();
  }

  @Override
  public FeatureGates gates() {
    return parts.gates();
  }

  @Override
  public Fixes fixes() {
    return parts.fixes();
  }

  @Override
  public InstantSource clock() {
    return parts.clock();
  }

  @Override
  public @Nullable Instant jobsConsideredAt() {
    return jobsConsideredAt;
  }

  @Override
  public Duration usageInterval() {
    return parts.usages().interval();
  }

  @Override
  public <T> CycleKey<T> cycleKey(String name, Class<T> type) {
    return cycleStates.key(name, type);
  }

  @Override
  public CycleState cycleState(Task task) {
    return cycleStates.of(task);
  }

  // What plugins say

  public Orders orders() {
    return orders;
  }

  public Votes votes() {
    return votes;
  }

  public NodeFitness fitness() {
    return fitness;
  }

  public Domains domains() {
    return domains;
  }

  public Evictions evictions() {
    return evictions;
  }

  public DryRun dryRun() {
    return dryRun;
  }

  public SessionOptions options() {
    return model.options();
  }

  /**
   * What is kept from one session to the next, one thing of each type, made where there is none.
   * Whoever keeps it must find out for itself what of it still holds.
   */
  public <T> T kept(Class<T> type, Supplier<T> first) {
    return model.kept(type, first);
  }

  /** Which nodes have changed, in this session and between sessions. */
  public ChangedNodes changedNodes() {
    return model.changedNodes();
  }

  /** Which jobs have had tasks moved since the session was opened. */
  public MovedJobs movedJobs() {
    return movedJobs;
  }

  /** The order among nodes that are equally good. */
  public TieBreak tieBreak() {
    return parts.tieBreak();
  }

  /**
   * A search for nodes that has not looked at any.
   *
   * @param remembers whether a node that refused one task of a role is asked about its others
   */
  public NodeSearch search(boolean remembers) {
    return new NodeSearch(model.options().sampling(), model.shard(), parts.rotation(), remembers);
  }

  /** The nodes of this scheduler, where it shares the cluster with others. */
  public OwnShard shard() {
    return model.shard();
  }

  @Override
  public boolean entitled(Job job) {
    return plugins.all().stream()
        .anyMatch(plugin -> plugin instanceof QueueEntitlement shares && shares.entitled(job));
  }

  @Override
  public BiPredicate<Task, Task> victimOrder(Task preemptor) {
    return orders.victims(preemptor);
  }

  public SessionPlugins plugins() {
    return plugins;
  }

  /**
   * Whether another session on the same cluster could come to something else: a plugin goes by the
   * clock or has failed, or nodes are sampled in turn.
   */
  public boolean mayDifferLater() {
    return !failures.all().isEmpty()
        || model.options().sampling().enough(nodes().size()) < nodes().size()
        || goesByClock();
  }

  /** Whether a plugin may come to something else although nothing has changed but the time. */
  public boolean goesByClock() {
    return plugins.all().stream().anyMatch(BatchPlugin::readsClock);
  }

  /** Told what is done here. */
  public BatchMeasures measures() {
    return parts.measures();
  }

  /** Plugins that threw so far. */
  public Failures failures() {
    return failures;
  }

  // What actions do

  /** Notes that jobs are looked at for their admission now. */
  public void considersJobs() {
    jobsConsideredAt = parts.clock().instant();
  }

  /** A new statement without moves. */
  public Statement statement() {
    return statement(0);
  }

  /** The same with room for so many moves from the start. */
  public Statement statement(int room) {
    return new Statement(this, moves, room);
  }

  /**
   * Puts a pending task on a node, and once its job is ready has all its allocated tasks bound.
   *
   * <p>Kept from upstream: a plugin that refuses to take note does not keep the task from its node,
   * and a task that cannot be bound keeps its place for this session.
   *
   * @return success, or why nothing has changed, or why a task could not be bound
   */
  public Verdict allocate(Task task, SessionNode node) {
    TaskState state = (TaskState) task;
    Verdict verdict = moves.place(state, (NodeState) node, TaskStatus.ALLOCATED, false, false);
    JobState job = state.job();
    if (!verdict.isSuccess() || job == null || !votes.ready(job)) {
      return verdict;
    }
    for (TaskState allocated : List.copyOf(job.tasks(TaskStatus.ALLOCATED))) {
      Verdict bound = moves.bind(allocated);
      if (!bound.isSuccess()) {
        return bound;
      }
    }
    return verdict;
  }

  /** Takes back that a task was pipelined, whichever statement did that. */
  public void unpipeline(Task task) {
    moves.unplace((TaskState) task);
  }

  /**
   * Has a task evicted at once.
   *
   * @param reason the word for events, such as {@code shuffle}
   * @return success, or why nothing has changed
   */
  public Verdict evict(Task task, String reason) {
    TaskState state = (TaskState) task;
    Verdict taken = moves.evict(state, reason);
    return taken.isSuccess() ? moves.release(state) : taken;
  }

  /** Has the gate taken off a task that waits for nothing but room in its queue. */
  public void removeQueueGate(Task task) {
    parts.effects().removeQueueGate(task.pod());
  }

  @Override
  public void setCondition(Job job, PodGroup.Condition condition) {
    ((JobState) job).setCondition(condition);
  }

  @Override
  public void report(Job job, String type, String reason, String message) {
    ((JobState) job).touch();
    parts.effects().report(job.podGroup(), type, reason, message);
  }

  /**
   * Ends the session: plugins close, then what has become of jobs, their tasks and their queues is
   * written where it has changed.
   */
  public void close() {
    Set<JobState> touched = model.jobs().touched();
    for (BatchPlugin plugin : plugins.all()) {
      long begun = measures().now();
      failures.guard(plugin.name(), plugin::close);
      measures().pluginClosed(plugin.name(), begun);
      if (plugin instanceof GangResult result) {
        measures().unready(result.unreadyJobs());
      }
    }
    var jobStatus = new JobStatusWriter(uid, parts.effects(), parts.fixes());
    model.jobs().settle(touched, jobStatus::write);
    model.jobs().lostGroups().forEach(lost -> jobStatus.report(lost.group(), lost.queue()));
    new QueueStatusWriter(model, parts.effects()).writeAll();
  }
}
