package io.merapi.batch.cycle;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.job.JobState;
import io.merapi.batch.measures.BatchGauges;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.plugins.KeptParts;
import io.merapi.batch.session.PluginFactory;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionParts;
import io.merapi.batch.tier.PluginFailure;
import io.merapi.batch.usage.NodeUsages;
import io.merapi.batch.usage.UsageCollector;
import io.merapi.kube.audit.ClusterAudit;
import io.merapi.kube.audit.Violation;
import io.merapi.kube.cycle.Assumptions;
import io.merapi.kube.cycle.ClusterWaits;
import io.merapi.kube.cycle.DrivenScheduler;
import io.merapi.kube.effects.LivePods;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of groups of pods: a drop-in for vc-scheduler.
 *
 * <p>A driver hands in events with {@link #accept}, lets a session be held with {@link #runDue} and
 * comes back at {@link #nextWakeUp}; all of it on one thread, on which answers of effects are taken
 * up too.
 */
public final class BatchScheduler implements DrivenScheduler {

  private final ClusterState state;
  private final Assumptions assumptions;
  private final ClusterWaits waits;
  private final SessionTimer timer;
  private final Decisions decisions;
  private final Intake intake;
  private final FeatureGates gates;
  private final BatchSettings settings;
  private final KeptParts kept;
  private final FanOut fanOut = FanOut.of(Runtime.getRuntime().availableProcessors());

  // What another configuration replaces.
  private BatchConfiguration configuration;
  private BatchHost host;
  private NodeUsages usages;
  private UsageCollector collector;
  private SessionCycle cycle;

  /** The plugins that failed in the last session. */
  private Set<String> failing = Set.of();

  /** What the last session saw, if it did nothing and would do nothing again. */
  private @Nullable Snapshot settled;

  /** The last session that was held; it must not be used while another is open. */
  private @Nullable SchedulingSession last;

  /** The changes that no session is prepared for. */
  private final Unprepared unprepared = new Unprepared();

  /** Makes a scheduler that knows of nothing yet. */
  public BatchScheduler(
      BatchConfiguration configuration,
      FeatureGates gates,
      BatchSettings settings,
      BatchHost host) {
    this.configuration = configuration;
    this.gates = gates;
    this.settings = settings;
    this.host = host;
    this.state =
        new ClusterState(
            new ResourceDictionary(), PodRequests.Rules.of(gates), configuration.podClassReads());
    // The cluster tells in the end, so an assumption needs no end of its own; as upstream has it.
    this.assumptions = new Assumptions(state, host.clock(), Duration.ZERO);
    var releases = new Releases(state, host.clock());
    this.waits =
        new ClusterWaits(host.clock(), host.loop(), () -> new SnapshotView(state.snapshot()));
    this.timer = new SessionTimer(host.clock(), settings.pace(), settings.schedulePeriod());
    this.decisions = new Decisions(host, assumptions, releases, timer::changed);
    this.intake =
        new Intake(state, assumptions, releases, decisions, settings.options().schedulerNames());
    this.usages = new NodeUsages(configuration.metrics().interval());
    this.collector = collector(host, usages);
    var kube =
        new SchedulerParts(
            host.kube(),
            new AssumedObjects(),
            waits,
            new Pods(host.loop()),
            List.of(),
            settings.seed());
    this.kept = new KeptParts(kube, host.extenders(), host.clock().instant());
    this.cycle =
        cycle(configuration, host.plugins().factory(kept), decisions, usages, host.measures());
  }

  private UsageCollector collector(BatchHost by, NodeUsages into) {
    return new UsageCollector(by.usage(), into, by.clock(), by.loop(), timer::changed);
  }

  private SessionCycle cycle(
      BatchConfiguration by,
      PluginFactory plugins,
      BatchEffects effects,
      NodeUsages known,
      BatchMeasures measures) {
    return new SessionCycle(
        by,
        settings.options(),
        plugins,
        new SessionParts(
                effects, gates, settings.fixes(), host.clock(), known, settings.seed(), fanOut)
            .measuredBy(measures),
        host.documents());
  }

  /**
   * Holds a session of another configuration on the cluster as it is, with nothing carried out:
   * what is in force does not notice.
   *
   * @param by the host that it would have
   * @return why that configuration is not fit to be used; null where nothing speaks against it
   */
  public @Nullable String objection(BatchConfiguration to, BatchHost by) {
    PluginFactory plugins = by.plugins().factory(SchedulerParts.forQuestions(), null);
    SessionCycle trial = cycle(to, plugins, Trial.NOWHERE, usagesUnder(to), BatchMeasures.NONE);
    return Trial.objection(trial, state.snapshot(), failing);
  }

  /**
   * Goes on with another configuration, from the next session on.
   *
   * <p>What the cluster holds, what was decided and what is under way stays, and so does what
   * plugins keep from one session to the next. Everything else is made anew, as if it had been
   * started now.
   *
   * @param by the host so far, or one that differs in its plugins or in who measures the load of
   *     nodes
   */
  public void reconfigure(BatchConfiguration to, BatchHost by) {
    NodeUsages known = usagesUnder(to);
    host = by;
    if (known != usages) {
      usages = known;
      collector = collector(by, known);
    }
    configuration = to;
    state.read(to.podClassReads());
    cycle = cycle(to, by.plugins().factory(kept), decisions, usages, by.measures());
    settled = null;
    timer.changed();
  }

  /** What was measured stands for as long as it is measured in the same way. */
  private NodeUsages usagesUnder(BatchConfiguration to) {
    return to.metrics().equals(configuration.metrics())
        ? usages
        : new NodeUsages(to.metrics().interval());
  }

  /** Takes in what happened in the cluster; the last session must not be used any more. */
  @Override
  public void accept(ObjectEvent event) {
    ClusterObject before = intake.known(event.object());
    Intake.News news = intake.take(event, before);
    switch (news) {
      case WORK -> timer.changed();
      case HELP -> timer.mayHelp();
      case FINDINGS, NONE -> {}
    }
    if (news != Intake.News.NONE) {
      measure(event, before);
      prepare(before == null);
    }
    waits.look();
  }

  private void measure(ObjectEvent event, @Nullable ClusterObject before) {
    BatchMeasures measures = host.measures();
    if (event instanceof ObjectEvent.Deleted(PodGroup group)) {
      measures.jobGone(group.namespace(), group.name());
    } else if (before == null && event instanceof ObjectEvent.Applied(Pod pod) && !pod.assigned()) {
      measures.reached(BatchMeasures.Milestone.WATCHED, pod.meta().creationTimestamp());
    }
  }

  /** Has the next session prepared in parts where so much happens before it, as at the start. */
  private void prepare(boolean isNew) {
    if (unprepared.add(isNew)) {
      cycle.prepare(state.snapshot());
      unprepared.clear();
    }
  }

  /** A session that is due is work enough. */
  @Override
  public void wakeUp() {}

  @Override
  public boolean proceed() {
    return runDue();
  }

  /**
   * Holds a session if it is time for one.
   *
   * @return whether it was
   */
  public boolean runDue() {
    waits.look();
    collector.look(this::nodeNames);
    if (!timer.due() || rests()) {
      return false;
    }
    timer.opened();
    long before = decisions.taken();
    Snapshot snapshot = state.snapshot();
    settled = null;
    unprepared.clear();
    long begun = host.measures().now();
    SchedulingSession session = cycle.open(snapshot);
    cycle.act(session);
    session.close();
    last = session;
    host.measures()
        .sessionEnded(begun, session.unsettledJobs().size(), () -> waitingTasks(session));
    timer.closed(
        session.unsettledJobs().stream().anyMatch(BatchScheduler::waits) || goesOn(session),
        session.unsettledJobs().stream().anyMatch(BatchScheduler::wantsRoom));
    settled = decisions.taken() == before && !session.mayDifferLater() ? snapshot : null;
    failing =
        session.failures().all().stream().map(PluginFailure::plugin).collect(Collectors.toSet());
    host.closed().accept(session);
    return true;
  }

  private static int waitingTasks(SchedulingSession session) {
    return session.waitingJobs().stream()
        .mapToInt(job -> job.count(TaskStatus.PENDING) + job.count(TaskStatus.PIPELINED))
        .sum();
  }

  private List<String> nodeNames() {
    var names = new ArrayList<String>();
    state
        .snapshot()
        .forEachNode(info -> {
          if (info.node() != null) {
            names.add(info.name());
          }
        });
    return names;
  }

  /**
   * Whether another session follows although no work is pending, as upstream's do, for the sake of
   * plugins that evict pods at their own times. In virtual time nobody waits for those that place
   * nothing, and a day of them would take minutes.
   */
  private boolean goesOn(SchedulingSession session) {
    return settings.pace() == Pace.LIVE && session.goesByClock();
  }

  /** Whether something will become of a job in a later session, if only of its phase. */
  private static boolean waits(JobState job) {
    return job.phase() == PodGroupPhase.INQUEUE || wantsRoom(job);
  }

  private static boolean wantsRoom(JobState job) {
    return switch (job.phase()) {
      case PENDING, UNKNOWN, UNSET -> true;
      case INQUEUE, RUNNING, COMPLETED ->
          job.count(TaskStatus.PENDING) + job.count(TaskStatus.PIPELINED) > 0;
    };
  }

  /** When {@link #runDue} has something to do; null while only events can bring that about. */
  @Override
  public @Nullable Instant nextWakeUp() {
    return Stream.of(rests() ? null : timer.next(), waits.nextDeadline(), collector.next())
        .filter(Objects::nonNull)
        .min(Instant::compareTo)
        .orElse(null);
  }

  /** Whether nothing at all has changed since a session that did nothing, so that none is held. */
  @SuppressWarnings("ReferenceEquality") // a state that has not changed gives the same snapshot
  private boolean rests() {
    return settled != null && !timer.hasChanges() && state.snapshot() == settled;
  }

  /** Ends the threads that it has started; it is of no more use then. */
  @Override
  public void close() {
    fanOut.close();
  }

  /** What there is at this moment, in numbers; to be asked on the scheduling thread. */
  public BatchGauges gauges() {
    return last == null ? BatchGauges.NONE : SessionFigures.of(last);
  }

  /** What became of questions for the load of nodes. */
  public UsageCollector.Counts usageCounts() {
    return collector.counts();
  }

  /** The cluster as it is now, the decisions so far included. */
  @Override
  public Snapshot snapshot() {
    return state.snapshot();
  }

  @Override
  public List<Violation> audit() {
    Snapshot snapshot = state.snapshot();
    var found = new ArrayList<>(ClusterAudit.of(snapshot));
    found.addAll(assumptions.audit(snapshot));
    found.addAll(cycle.audit(snapshot));
    return found;
  }

  /** The pods of this scheduler for wrapped kube plugins. */
  private final class Pods implements LivePods {

    private final Executor loop;

    Pods(Executor loop) {
      this.loop = loop;
    }

    @Override
    public @Nullable Pod pod(String key) {
      PodInfo pod = state.snapshot().pod(key);
      return pod == null ? null : pod.pod();
    }

    @Override
    public void activate(Pod pod) {
      loop.execute(timer::changed);
    }

    @Override
    public void reconsider(Pod pod) {
      loop.execute(timer::changed);
    }
  }
}
