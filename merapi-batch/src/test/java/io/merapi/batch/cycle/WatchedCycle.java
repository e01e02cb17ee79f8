package io.merapi.batch.cycle;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.session.extension.BindContext;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.session.RecordedEffects;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.SessionParts;
import io.merapi.batch.session.World;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.state.ClusterState;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Cycles on a cluster that a test can look at whenever something goes out of them. */
final class WatchedCycle {

  private final ClusterState state =
      new ClusterState(new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.SESSIONS);
  private final BatchConfiguration configuration;
  private final Fixes fixes;
  private SessionOptions options = SessionOptions.DEFAULTS;

  WatchedCycle(List<ClusterObject> objects, BatchConfiguration configuration, Fixes fixes) {
    this.configuration = configuration;
    this.fixes = fixes;
    objects.forEach(object -> state.apply(new ObjectEvent.Applied(object)));
  }

  /** Has every node asked about every task. */
  WatchedCycle byReference() {
    options = options.withReference(true);
    return this;
  }

  /** A session in which nothing has been done, and whose effects go nowhere. */
  SchedulingSession open() {
    return cycle(new RecordedEffects()).open(state.snapshot());
  }

  /**
   * A session whose actions have run.
   *
   * @param watcher is told of each binding and eviction as it goes out
   */
  Ran run(Watcher watcher) {
    var effects = new RecordedEffects();
    var watched = new WatchedEffects(effects, watcher);
    SessionCycle cycle = cycle(watched);
    SchedulingSession session = cycle.open(state.snapshot());
    watched.session = session;
    cycle.act(session);
    return new Ran(session, effects);
  }

  private SessionCycle cycle(BatchEffects effects) {
    return new SessionCycle(
        configuration,
        options,
        BatchPlugins.IN_TREE.factory(SchedulerParts.forQuestions(), null),
        new SessionParts(effects, FeatureGates.DEFAULTS, fixes, InstantSource.fixed(World.NOW), 0),
        _ -> null);
  }

  /** Looks at a session while it is at work. */
  interface Watcher {

    Watcher NONE = (_, _, _) -> {};

    /**
     * Called before a pod is bound or evicted.
     *
     * @param reason why the pod is evicted; empty where it is bound
     */
    void sees(SchedulingSession session, Pod pod, String reason);
  }

  /** A session whose actions have run, and what went out. */
  record Ran(SchedulingSession session, RecordedEffects effects) {}

  private static final class WatchedEffects implements BatchEffects {

    private final RecordedEffects records;
    private final Watcher watcher;
    private @Nullable SchedulingSession session;

    WatchedEffects(RecordedEffects records, Watcher watcher) {
      this.records = records;
      this.watcher = watcher;
    }

    @Override
    public Outcome bind(Pod pod, String nodeName, BindContext context) {
      watcher.sees(Objects.requireNonNull(session), pod, "");
      return records.bind(pod, nodeName, context);
    }

    @Override
    public Outcome evict(Pod pod, PodGroup group, String reason) {
      watcher.sees(Objects.requireNonNull(session), pod, reason);
      return records.evict(pod, group, reason);
    }

    @Override
    public void removeQueueGate(Pod pod) {
      records.removeQueueGate(pod);
    }

    @Override
    public void updateStatus(PodGroup group, PodGroup.Status status) {
      records.updateStatus(group, status);
    }

    @Override
    public void updateAllocated(Queue queue, ResourceList allocated) {
      records.updateAllocated(queue, allocated);
    }

    @Override
    public void reportWaiting(Pod pod, String reason, String message, String nominatedNode) {
      records.reportWaiting(pod, reason, message, nominatedNode);
    }

    @Override
    public void report(PodGroup group, String type, String reason, String message) {
      records.report(group, type, reason, message);
    }
  }
}
