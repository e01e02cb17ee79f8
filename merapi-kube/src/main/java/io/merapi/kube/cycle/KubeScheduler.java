package io.merapi.kube.cycle;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.audit.Violation;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.devices.PendingAllocations;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.extenders.Extenders;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.framework.PluginFactories;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.measures.AttemptResult;
import io.merapi.kube.measures.KubeMeasures;
import io.merapi.kube.measures.ProfileMeasures;
import io.merapi.kube.queue.PendingPod;
import io.merapi.kube.queue.QueueSettings;
import io.merapi.kube.queue.SchedulingQueue;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
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
  private final InstantSource clock;
  private final SchedulingQueue queue;
  private final Assumptions assumptions;
  private final ClusterWaits waits;
  private final PermitWaits permits;
  private final Map<String, BindingCycle> bindings = new HashMap<>();
  private final ClusterEvents events;
  private final Profiles.Surroundings surroundings;
  private final SchedulerParts parts;
  private final KubeMeasures measures;
  private final SchedulingCycle cycle;

  // What another configuration replaces.
  private Profiles profiles;
  private FanOut fanOut;

  private @Nullable SnapshotView view;

  /** Makes a scheduler that knows of nothing yet. */
  public KubeScheduler(
      KubeConfiguration configuration,
      FeatureGates gates,
      SchedulerSettings settings,
      SchedulerHost host) {
    this.clock = host.clock();
    var dictionary = new ResourceDictionary();
    this.state = new ClusterState(dictionary, PodRequests.Rules.of(gates), PodClassReads.ALL);
    this.measures = host.measures();
    this.effects = host.effects();
    this.loop = host.loop();
    this.assumptions = new Assumptions(state, clock, settings.assumedPodTimeout());
    this.waits = new ClusterWaits(clock, loop, this::view);
    this.permits = new PermitWaits(clock, measures);
    var livePods = new SchedulerPods(state, loop, this::queue);
    var ports =
        new Effects(
            effects.binder(),
            effects.volumes(),
            effects.claims(),
            new InMemoryEvictor(effects.evictor(), permits, bindings, loop),
            effects.reporter());
    this.parts =
        new SchedulerParts(
            ports,
            new AssumedObjects(),
            new PendingAllocations(),
            waits,
            livePods,
            host.extenders(),
            settings.seed(),
            measures);
    this.cycle = new SchedulingCycle(this, measures);
    measures.started();
    this.surroundings =
        new Profiles.Surroundings(dictionary, gates, clock, settings, permits, measures);
    this.fanOut = FanOut.of(configuration.parallelism());
    this.profiles = profiles(configuration, host, fanOut);
    this.queue =
        new SchedulingQueue(
            profiles.byName(), waiting(configuration), gates, clock, this::view, measures);
    this.events =
        new ClusterEvents(state, assumptions, queue, pod -> profiles.serve(pod), this::removed);
  }

  private QueueSettings waiting(KubeConfiguration by) {
    return QueueSettings.of(by, surroundings.settings().maxUnschedulable());
  }

  private Profiles profiles(KubeConfiguration by, SchedulerHost from, FanOut threads) {
    PluginFactories factories = from.plugins().apply(parts.withExtenders(from.extenders()));
    return new Profiles(
        by,
        factories,
        parts.claimChanges(),
        new Extenders(from.extenders()),
        threads,
        surroundings);
  }

  /**
   * Makes the profiles of another configuration and looks for nodes for some of the pods that wait,
   * with nothing carried out and no extender asked: what is in force does not notice.
   *
   * @param by the host so far, or one that differs in its plugins
   * @return why that configuration is not fit to be used; null where nothing speaks against it
   */
  public @Nullable String objection(KubeConfiguration to, SchedulerHost by) {
    return Trial.objection(to, by, surroundings, queue, view());
  }

  /**
   * Goes on with another configuration, from the next pod on.
   *
   * <p>What the cluster holds, what was decided and what is under way stays: pods that have been
   * given a node finish with the plugins that they began with. All others are tried again, and
   * those that no profile is responsible for any more are let go. Everything that follows from the
   * configuration is made anew, as if it had been started now.
   *
   * @param by the host so far, or one that differs in its extenders and plugins
   * @throws RuntimeException if a plugin cannot be made; then nothing has changed
   */
  public void reconfigure(KubeConfiguration to, SchedulerHost by) {
    var threads = FanOut.of(to.parallelism());
    Profiles made;
    try {
      made = profiles(to, by, threads);
    } catch (RuntimeException | LinkageError e) {
      threads.close();
      throw e;
    }
    Set<String> served = profiles.names();
    profiles = made;
    cycle.forget();
    // Pods on their way to a node have no work left for these.
    fanOut.close();
    fanOut = threads;
    queue.reconfigure(made.byName(), waiting(to));
    if (!served.containsAll(made.names())) {
      takeIn(pod -> !served.contains(pod.spec().schedulerNameOrDefault()));
    }
  }

  /** Has pods enter the queue that were known already, and nobody here was responsible for. */
  private void takeIn(Predicate<Pod> unserved) {
    state
        .snapshot()
        .pods()
        .forEachValue(info -> {
          Pod pod = info.pod();
          if (!pod.assigned() && !pod.terminated() && profiles.serve(pod) && unserved.test(pod)) {
            queue.add(info);
          }
        });
  }

  /** Takes in what happened in the cluster. */
  @Override
  public void accept(ObjectEvent event) {
    events.accept(event);
    ClusterObject object = event.object();
    if (parts.assumed().held(object.kind(), object.key()) != null) {
      parts.assumed().prune(view(), object.kind(), object.key());
    }
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
    ProfileMeasures profile = pending.profile().measures();
    profile.turnTo(pod, "");
    long begun = measures.now();
    try {
      cycle.run(pending, profiles, begun);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      // Whatever is broken costs this pod its attempt, and no other.
      assumptions.forget(pod);
      failed(pending, Failure.error("scheduling failed: " + e), begun);
    }
    profile.turnAway();
    return true;
  }

  /**
   * Sends a pod back to wait, and tells its owner why.
   *
   * @param begun when the attempt began
   */
  void failed(PendingPod pending, Failure failure, long begun) {
    pending
        .profile()
        .measures()
        .attempted(
            pending.pod().pod(),
            failure.isRejection() ? AttemptResult.UNSCHEDULABLE : AttemptResult.ERROR,
            failure.message(),
            begun);
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

  @Override
  public List<Violation> audit() {
    var found = new ArrayList<>(KubeAudit.of(snapshot(), queue, assumptions, profiles::serve));
    found.addAll(profiles.audit(view(), queue.nominations()));
    return found;
  }

  /** The pods that wait, for those who want to know. */
  public SchedulingQueue queue() {
    return queue;
  }

  /** What there is at this moment, in numbers; to be asked on the scheduling thread. */
  public KubeGauges gauges() {
    ClusterContents present = state.present();
    var pods = new AtomicInteger();
    present.forEachNode(node -> pods.addAndGet(node.pods().size()));
    return new KubeGauges(
        queue.sizes(), queue.inFlightEvents(), present.nodeCount(), pods.get(), assumptions.size());
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

  /** Tells how long a pod took that is bound now. */
  @SuppressWarnings("ReferenceEquality") // where nobody measures, no clock is read
  void measuresBound(PendingPod pending) {
    measures.bound(pending.attempts(), pending.wasFlushed());
    Instant first = pending.firstActive();
    if (!measures.equals(KubeMeasures.NONE) && first != null) {
      measures.waitedForNode(pending.attempts(), Duration.between(first, clock.instant()));
    }
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
