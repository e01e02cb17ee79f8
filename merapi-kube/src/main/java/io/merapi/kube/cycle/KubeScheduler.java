package io.merapi.kube.cycle;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.extenders.Extenders;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.framework.PluginFactories;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.PostFilterOutcome;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.placement.FitError;
import io.merapi.kube.placement.IncrementalPlacement;
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.NodeSampling;
import io.merapi.kube.placement.Placement;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.placement.ReferencePlacement;
import io.merapi.kube.placement.TieBreak;
import io.merapi.kube.queue.PendingPod;
import io.merapi.kube.queue.QueueSettings;
import io.merapi.kube.queue.SchedulingQueue;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of single pods, with all its profiles: a drop-in for kube-scheduler.
 *
 * <p>A driver hands in events with {@link #accept}, lets pods be scheduled with {@link
 * #scheduleOne} and comes back at {@link #nextWakeUp}; all of it on one thread, on which answers of
 * effects are taken up too. When it is closed, the threads that help this one end.
 */
public final class KubeScheduler implements DrivenScheduler {

  private final ClusterState state;
  private final Effects effects;
  private final Executor loop;
  private final SchedulingQueue queue;
  private final Assumptions assumptions;
  private final ClusterWaits waits;
  private final PermitWaits permits;
  private final Map<String, BindingCycle> bindings = new HashMap<>();
  private final ClusterEvents events;
  private final Map<String, SchedulingProfile> profiles = new LinkedHashMap<>();
  private final Map<String, Placement> placements = new LinkedHashMap<>();
  private final KnownFailures failures = new KnownFailures();
  private final FanOut fanOut;
  private @Nullable SnapshotView view;

  /** Makes a scheduler that knows of nothing yet. */
  public KubeScheduler(
      KubeConfiguration configuration,
      FeatureGates gates,
      SchedulerSettings settings,
      SchedulerHost host) {
    InstantSource clock = host.clock();
    var dictionary = new ResourceDictionary();
    this.state = new ClusterState(dictionary, PodRequests.Rules.of(gates), PodClassReads.ALL);
    this.effects = host.effects();
    this.loop = host.loop();
    this.assumptions = new Assumptions(state, clock, settings.assumedPodTimeout());
    this.waits = new ClusterWaits(clock, loop, this::view);
    this.permits = new PermitWaits(clock);
    var livePods = new SchedulerPods(state, loop, this::queue);
    var ports =
        new Effects(
            effects.binder(),
            effects.volumes(),
            effects.claims(),
            new InMemoryEvictor(effects.evictor(), permits, bindings, loop),
            effects.reporter());
    var parts =
        new SchedulerParts(
            ports, new AssumedObjects(), waits, livePods, host.extenders(), settings.seed());
    PluginFactories factories = host.plugins().apply(parts);
    var extenders = new Extenders(host.extenders());
    this.fanOut = FanOut.of(configuration.parallelism());
    var rotation = new NodeRotation();
    for (Profile profile : configuration.profiles()) {
      var context = new ProfileContext(dictionary, gates, clock, settings.fixes(), permits);
      var made = new SchedulingProfile(profile, factories, context, extenders, fanOut);
      var sampling =
          NodeSampling.of(
              profile.percentageOfNodesToScore(),
              configuration.percentageOfNodesToScore(),
              settings.upstreamSampling());
      profiles.put(profile.schedulerName(), made);
      var ties = new TieBreak(settings.seed());
      placements.put(
          profile.schedulerName(),
          settings.reference()
              ? new ReferencePlacement(made, sampling, rotation, ties)
              : new IncrementalPlacement(made, sampling, rotation, ties));
    }
    this.queue =
        new SchedulingQueue(profiles, QueueSettings.of(configuration), gates, clock, this::view);
    this.events = new ClusterEvents(state, assumptions, queue, this::responsibleFor, this::removed);
  }

  private boolean responsibleFor(Pod pod) {
    return profiles.containsKey(pod.spec().schedulerNameOrDefault());
  }

  /** Takes in what happened in the cluster. */
  @Override
  public void accept(ObjectEvent event) {
    events.accept(event);
    waits.look();
  }

  @Override
  public boolean proceed() {
    return scheduleOne();
  }

  /**
   * Takes the next pod and looks for a node for it.
   *
   * @return whether there was one to take
   */
  public boolean scheduleOne() {
    PendingPod pending = queue.pop();
    if (pending == null) {
      return false;
    }
    Pod pod = pending.pod().pod();
    if (pod.meta().deletionTimestamp() != null || assumptions.holds(pod)) {
      queue.done(pending);
      return true;
    }
    try {
      attempt(pending);
    } catch (RuntimeException | StackOverflowError e) {
      // Whatever is broken costs this pod its attempt, and no other.
      assumptions.forget(pod);
      failed(pending, Failure.error("scheduling failed: " + e));
    }
    return true;
  }

  private void attempt(PendingPod pending) {
    SchedulingProfile profile = pending.profile();
    Placement placement = Objects.requireNonNull(placements.get(profile.schedulerName()));
    Failure known = failures.of(pending.pod());
    if (known != null && placement.failsAsBefore(pending.pod(), view(), queue.nominations())) {
      failed(pending, known);
      return;
    }
    PodAttempt attempt = profile.attempt(pending.pod(), view());
    switch (placement.place(attempt, queue.nominations())) {
      case PlacementOutcome.Placed placed ->
          new BindingCycle(this, pending, attempt, placed.node()).start();
      case PlacementOutcome.Unfit(var error) -> makeRoom(pending, attempt, error);
      case PlacementOutcome.NoNodes _ -> failed(pending, Failure.noNodes());
      case PlacementOutcome.Failed(var message) -> failed(pending, Failure.error(message));
    }
  }

  private void makeRoom(PendingPod pending, PodAttempt attempt, FitError error) {
    var filtering = pending.profile().filtering();
    Failure failure;
    boolean lasting;
    if (filtering.postFilters().isEmpty()) {
      failure = Failure.unfit(error, "", "");
      lasting = true;
    } else {
      PostFilterOutcome room =
          filtering.postFilter(attempt, error.diagnosis(), queue.nominations());
      failure = Failure.unfit(error, room.result().message(), room.nominatedNode());
      lasting = room.lasting();
    }
    if (lasting) {
      failures.remember(pending.pod(), failure);
    } else {
      failures.forget(pending.pod());
    }
    failed(pending, failure);
  }

  /** Sends a pod back to wait, and tells its owner why. */
  void failed(PendingPod pending, Failure failure) {
    PodInfo now = state.present().pod(pending.pod().key());
    Pod tried = pending.pod().pod();
    if (now == null || now.pod().assigned() || !now.pod().isSameAs(tried)) {
      // It is gone, or somebody else has bound it.
      queue.done(pending);
      return;
    }
    queue.requeue(pending, now, failure.rejectors());
    String nominated = failure.nominatedNode();
    if (nominated != null) {
      queue.nominations().nominate(now, nominated);
    }
    effects.reporter().unscheduled(now.pod(), failure.reason(), failure.message(), nominated);
  }

  /** Wakes the pods that can use what a pod has given up. */
  void freed(Pod pod) {
    queue.changed(new ObjectChange(pod, null));
  }

  /** The same, but for the pod itself: what it gave up cannot be what it waits for. */
  void freedForOthers(Pod pod) {
    queue.changed(new ObjectChange(pod, null), other -> !other.pod().isSameAs(pod));
  }

  /** A pod went away between being assumed and being bound. */
  private void removed(Pod pod) {
    PermitWaits.Waiter waiter = permits.find(pod.key());
    if (waiter != null) {
      waiter.reject("", "removed");
    }
    freed(pod);
  }

  /** When {@link #wakeUp} has something to do; null while only events can bring that about. */
  @Override
  public @Nullable Instant nextWakeUp() {
    return Stream.of(
            queue.nextWakeUp(),
            waits.nextDeadline(),
            permits.nextDeadline(),
            assumptions.nextDeadline())
        .filter(Objects::nonNull)
        .min(Instant::compareTo)
        .orElse(null);
  }

  /** Does what is due because time has passed. */
  @Override
  public void wakeUp() {
    queue.flush();
    permits.expire();
    waits.look();
    assumptions.expire().forEach(this::freed);
  }

  /** The cluster as it is now, the decisions so far included; it follows whatever happens. */
  public SnapshotView view() {
    ClusterContents present = state.present();
    SnapshotView current = view;
    if (current == null || current.contents() != present) {
      current = new SnapshotView(present);
      view = current;
    }
    return current;
  }

  /** The cluster of this moment, for those who keep it. */
  @Override
  public Snapshot snapshot() {
    return state.snapshot();
  }

  /** The pods that wait, for those who want to know. */
  public SchedulingQueue queue() {
    return queue;
  }

  /** Ends the threads that it has started; it is of no more use then. */
  @Override
  public void close() {
    fanOut.close();
  }

  Assumptions assumptions() {
    return assumptions;
  }

  /** The pods for which work before their binding is under way, by key. */
  Map<String, BindingCycle> bindings() {
    return bindings;
  }

  PermitWaits permits() {
    return permits;
  }

  Effects effects() {
    return effects;
  }

  Executor loop() {
    return loop;
  }
}
