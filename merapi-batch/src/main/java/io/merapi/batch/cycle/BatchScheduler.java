package io.merapi.batch.cycle;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.job.JobState;
import io.merapi.batch.plugins.KeptParts;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionParts;
import io.merapi.batch.usage.NodeUsages;
import io.merapi.batch.usage.UsageCollector;
import io.merapi.kube.cycle.Assumptions;
import io.merapi.kube.cycle.ClusterWaits;
import io.merapi.kube.cycle.DrivenScheduler;
import io.merapi.kube.effects.LivePods;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
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

  /**
   * After so many changes without a session the next one is prepared: few enough to leave little
   * for the session, and far more than there are between two sessions once a cluster is known.
   */
  private static final int MANY_CHANGES = 4096;

  private final ClusterState state;
  private final Assumptions assumptions;
  private final Releases releases;
  private final ClusterWaits waits;
  private final SessionTimer timer;
  private final Decisions decisions;
  private final UsageCollector collector;
  private final SessionCycle cycle;
  private final BatchHost host;
  private final FanOut fanOut = FanOut.of(Runtime.getRuntime().availableProcessors());

  /** What the last session saw, if it did nothing and would do nothing again. */
  private @Nullable Snapshot settled;

  /** How many changes no session is prepared for. */
  private int unprepared;

  /** Makes a scheduler that knows of nothing yet. */
  public BatchScheduler(
      BatchConfiguration configuration,
      FeatureGates gates,
      BatchSettings settings,
      BatchHost host) {
    this.host = host;
    this.state =
        new ClusterState(
            new ResourceDictionary(), PodRequests.Rules.of(gates), configuration.podClassReads());
    // The cluster tells in the end, so an assumption needs no end of its own; as upstream has it.
    this.assumptions = new Assumptions(state, host.clock(), Duration.ZERO);
    this.releases = new Releases(state, host.clock());
    this.waits =
        new ClusterWaits(host.clock(), host.loop(), () -> new SnapshotView(state.snapshot()));
    this.timer = new SessionTimer(host.clock(), settings.gathering(), settings.schedulePeriod());
    this.decisions = new Decisions(host, assumptions, releases, timer::changed);
    var usages = new NodeUsages(configuration.metrics().interval());
    this.collector =
        new UsageCollector(host.usage(), usages, host.clock(), host.loop(), timer::changed);
    var kube =
        new SchedulerParts(
            host.kube(),
            new AssumedObjects(),
            waits,
            new Pods(host.loop()),
            List.of(),
            settings.seed());
    this.cycle =
        new SessionCycle(
            configuration,
            settings.options(),
            host.plugins()
                .factory(new KeptParts(kube, host.extenders(), host.clock().instant())),
            new SessionParts(
                decisions, gates, settings.fixes(), host.clock(), usages, settings.seed(), fanOut),
            host.documents());
  }

  /** Takes in what happened in the cluster; the last session must not be used any more. */
  @Override
  public void accept(ObjectEvent event) {
    ClusterObject before = known(event.object());
    boolean changed = event.object() instanceof Pod ? pod(event) : state.apply(event);
    if (changed && RelevantChange.is(before, known(event.object()))) {
      timer.changed();
    }
    if (changed) {
      prepare();
    }
    waits.look();
  }

  /** A decision of a session stands against old news, until the cluster itself says what is. */
  private boolean pod(ObjectEvent event) {
    Pod pod = (Pod) event.object();
    if (releases.absorbs(event)) {
      return false;
    }
    if (assumptions.holds(pod)) {
      boolean waits =
          event instanceof ObjectEvent.Applied
              && !pod.assigned()
              && pod.meta().deletionTimestamp() == null;
      if (waits) {
        assumptions.update(pod);
        return false;
      }
    }
    assumptions.settle(pod);
    return state.apply(event);
  }

  private @Nullable ClusterObject known(ClusterObject object) {
    ClusterContents present = state.present();
    return switch (object.kind()) {
      case POD -> {
        PodInfo pod = present.pod(object.key());
        yield pod == null ? null : pod.pod();
      }
      case NODE -> {
        NodeInfo node = present.node(object.name());
        yield node == null ? null : node.node();
      }
      default -> present.objects(object.kind()).get(object.key());
    };
  }

  /** Has the next session prepared in parts where so much happens before it, as at the start. */
  private void prepare() {
    if (++unprepared == MANY_CHANGES) {
      cycle.prepare(state.snapshot());
      unprepared = 0;
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
    unprepared = 0;
    SchedulingSession session = cycle.open(snapshot);
    cycle.act(session);
    session.close();
    timer.closed(session.unsettledJobs().stream().anyMatch(BatchScheduler::waits));
    settled = decisions.taken() == before && !session.mayDifferLater() ? snapshot : null;
    host.closed().accept(session);
    return true;
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

  private static boolean waits(JobState job) {
    return switch (job.phase()) {
      case PENDING, INQUEUE, UNKNOWN, UNSET -> true;
      case RUNNING, COMPLETED ->
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

  /** What became of questions for the load of nodes. */
  public UsageCollector.Counts usageCounts() {
    return collector.counts();
  }

  /** The cluster as it is now, the decisions so far included. */
  @Override
  public Snapshot snapshot() {
    return state.snapshot();
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
