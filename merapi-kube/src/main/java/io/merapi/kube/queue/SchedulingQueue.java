package io.merapi.kube.queue;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.framework.QueuedPod;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.measures.KubeMeasures;
import io.merapi.kube.measures.ProfileMeasures;
import io.merapi.kube.measures.QueuePool;
import io.merapi.kube.state.ClusterContents;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The pods that wait to be scheduled.
 *
 * <p>A pod that came or whose time has come is <i>active</i> and is handed out in the order of the
 * profile. One that was rejected is <i>unschedulable</i> until a change happens that a plugin which
 * rejected it says may help; then it is active again, after a <i>backoff</i> that grows with each
 * failure. What happens while a pod is being tried is held against its rejection when it comes
 * back. One that a plugin keeps out is <i>gated</i>. No pod waits for more than {@link
 * QueueSettings#maxUnschedulable} unless it is gated.
 *
 * <p>Used by the scheduling thread alone, which tells it of each change right after the state of
 * the cluster has taken it in. The caller sees to it that {@link #flush} is called when {@link
 * #nextWakeUp} says. Upstream counterpart: {@code PriorityQueue}.
 */
public final class SchedulingQueue {

  private final InstantSource clock;
  private final Supplier<SnapshotView> cluster;
  private final ChangeActions actions;
  private final KubeMeasures measures;

  // What another configuration replaces.
  private Map<String, SchedulingProfile> profiles;
  private QueueSettings settings;
  private Pools pools;
  private PoolEntrance entrance;

  private final InFlight inFlight = new InFlight();
  private final NominatedPods nominations;

  private Set<String> readLabelKeys = Set.of();
  private long arrivals;

  /**
   * An empty queue.
   *
   * @param profiles by the name of their scheduler; the first one's order is that of the queue, for
   *     all must have the same
   * @param cluster the cluster of this moment
   * @param measures told what comes and goes
   */
  public SchedulingQueue(
      Map<String, SchedulingProfile> profiles,
      QueueSettings settings,
      FeatureGates gates,
      InstantSource clock,
      Supplier<SnapshotView> cluster,
      KubeMeasures measures) {
    this.profiles = Collections.unmodifiableMap(new LinkedHashMap<>(profiles));
    this.settings = settings;
    this.clock = clock;
    this.cluster = cluster;
    this.measures = measures;
    this.actions = new ChangeActions(gates);
    this.pools = new Pools(order(profiles), settings.backoff());
    this.entrance = new PoolEntrance(pools, settings.backoff(), clock, cluster, measures);
    this.nominations = new NominatedPods(this::latest);
  }

  private static Comparator<QueuedPod> order(Map<String, SchedulingProfile> profiles) {
    return profiles.values().iterator().next().queueOrder();
  }

  /**
   * Goes on with other profiles: every pod gets the one of its name and is tried again, after its
   * backoff. A pod without a profile is let go, at once or when it comes back from its attempt.
   */
  public void reconfigure(Map<String, SchedulingProfile> to, QueueSettings with) {
    Pools before = pools;
    profiles = Collections.unmodifiableMap(new LinkedHashMap<>(to));
    settings = with;
    pools = new Pools(order(to), with.backoff());
    entrance = new PoolEntrance(pools, with.backoff(), clock, cluster, measures);
    for (PendingPod pod : before.all()) {
      Wake how = pod.pool == Pool.ACTIVE ? Wake.AT_ONCE : Wake.AFTER_BACKOFF;
      before.remove(pod);
      noLongerUnschedulable(pod);
      if (keeps(pod)) {
        countUnschedulable(pod, pod.rejectors, 1);
        entrance.wake(pod, how, EventName.ACTIVATED);
      }
    }
    inFlight.note(new InFlight.Event.EveryoneActivated());
  }

  /** Gives a pod that is in no pool the profile of its name; false where there is none. */
  private boolean keeps(PendingPod pod) {
    SchedulingProfile profile = profiles.get(pod.pod().pod().spec().schedulerNameOrDefault());
    if (profile == null) {
      nominations.clear(pod.pod().pod());
      return false;
    }
    pod.moveTo(profile);
    return true;
  }

  private @Nullable PodInfo latest(String key) {
    return cluster.get().contents().pod(key);
  }

  /** Nominations of the pods here, and of pods that are being tried. */
  public NominatedPods nominations() {
    return nominations;
  }

  /**
   * Takes in a pod that has come to the cluster, or has been seen for the first time.
   *
   * @param pod without a node, and of a profile of this queue
   */
  public void add(PodInfo pod) {
    if (inFlight.holds(pod.pod())) {
      return;
    }
    PendingPod before = pools.find(pod.key());
    if (before != null) {
      delete(before.pod().pod());
    }
    enter(pod);
  }

  private void enter(PodInfo pod) {
    SchedulingProfile profile = profiles.get(pod.pod().spec().schedulerNameOrDefault());
    if (profile == null) {
      throw new IllegalArgumentException(
          "pod (%s) is of scheduler (%s), which is not among %s"
              .formatted(pod.key(), pod.pod().spec().schedulerNameOrDefault(), profiles.keySet()));
    }
    renewClasses();
    var pending = new PendingPod(pod, profile, arrivals++, clock.instant());
    if (entrance.activate(pending, EventName.POD_CAME)) {
      nominations.nominateAsReported(pod);
    }
  }

  /**
   * Follows a change of a pod that has no node yet.
   *
   * <p>One that is active or backs off is tried as it is now; one that is unschedulable comes back
   * if the change may help it.
   */
  public void update(Pod before, PodInfo after) {
    var change = new ObjectChange(before, after.pod());
    if (inFlight.holds(after.pod())) {
      for (ClusterAction action : actions.of(change)) {
        inFlight.note(new InFlight.Event.Changed(action, change));
      }
      return;
    }
    PendingPod pod = pools.find(after.key());
    if (pod == null) {
      enter(after);
      return;
    }
    renewClasses();
    renew(pod, after);
    nominations.update(before, after);
    for (ClusterAction action : actions.of(change)) {
      if (pod.pool != Pool.UNSCHEDULABLE && pod.pool != Pool.GATED) {
        break;
      }
      entrance.wake(pod, ask(pod, action, change), EventName.POD_CHANGED);
    }
  }

  private void renew(PendingPod pod, PodInfo now) {
    Pool pool = pod.pool;
    pools.remove(pod);
    pod.renew(now);
    pools.move(pod, pool);
  }

  /** Forgets a pod that is gone, or has got a node; if it is being tried, it will not come back. */
  public void delete(Pod pod) {
    nominations.clear(pod);
    inFlight.forget(pod);
    PendingPod pending = pools.find(pod.key());
    if (pending != null) {
      pools.remove(pending);
      noLongerUnschedulable(pending);
    }
  }

  private static void noLongerUnschedulable(PendingPod pod) {
    countUnschedulable(pod, pod.rejectors, -1);
  }

  private static void countUnschedulable(PendingPod pod, Rejectors by, int change) {
    if (!by.isEmpty()) {
      ProfileMeasures of = pod.profile().measures();
      of.unschedulable(by.unschedulable(), change);
      of.unschedulable(by.onlyHolding(), change);
    }
  }

  /**
   * Hands out the next pod to try; it is in flight until {@link #done} or {@link #requeue}.
   *
   * <p>When none is active, one that backs off is tried early rather than nothing.
   *
   * @return null if there is nothing to try
   */
  public @Nullable PendingPod pop() {
    PendingPod pod = pools.next();
    if (pod == null) {
      return null;
    }
    if (pod.pool == Pool.BACKOFF) {
      measures.entered(QueuePool.ACTIVE, EventName.POPPED_EARLY);
    }
    pools.remove(pod);
    noLongerUnschedulable(pod);
    PodInfo latest = latest(pod.pod().key());
    if (latest != null && latest.pod().isSameAs(pod.pod().pod())) {
      pod.renew(latest);
    }
    pod.handedOut();
    inFlight.add(pod);
    return pod;
  }

  /**
   * Stops keeping what happens for a pod that was handed out: from now on it can only be bound, or
   * come back by an error and be tried again whatever happened. Bindings may take long.
   */
  public void binding(PendingPod pod) {
    inFlight.settled(pod);
  }

  /** Lets go of a pod that was handed out and will not come back, for it is bound or gone. */
  public void done(PendingPod pod) {
    inFlight.land(pod);
  }

  /**
   * Takes a pod back that could not be scheduled or bound.
   *
   * @param now the pod as the cluster has it; one that has got a node, has ended or was deleted is
   *     let go
   * @param by the plugins that rejected it; none if something went wrong
   */
  public void requeue(PendingPod pod, PodInfo now, Rejectors by) {
    List<InFlight.Event> missed = inFlight.land(pod);
    if (missed == null || now.pod().assigned() || now.pod().terminated() || !keeps(pod)) {
      return;
    }
    pod.cameBack(by, now, clock.instant());
    countUnschedulable(pod, by, 1);
    renewClasses();
    entrance.wake(
        pod,
        by.isEmpty() ? Wake.AFTER_BACKOFF : InFlight.best(pod, missed, this::ask),
        EventName.ATTEMPT_FAILED);
  }

  /** Tries a pod again as soon as possible, whatever rejected it; for plugins that know better. */
  public void activate(Pod pod) {
    PendingPod pending = pools.find(pod.key());
    if (pending == null) {
      if (inFlight.holds(pod)) {
        inFlight.note(new InFlight.Event.Activated(pod.identity()));
      }
      return;
    }
    switch (pending.pool) {
      case UNSCHEDULABLE, GATED -> entrance.activate(pending, EventName.ACTIVATED);
      case BACKOFF, ERROR_BACKOFF -> entrance.activateUnasked(pending, EventName.ACTIVATED);
      case ACTIVE, NONE -> {}
    }
  }

  /** Tells of a change of anything but a pod without a node: it may bring pods back. */
  public void changed(ObjectChange change) {
    changed(change, _ -> true);
  }

  /**
   * Tells of a change that may help some of the pods.
   *
   * @param helpable those that it may help, besides the ones in flight
   */
  public void changed(ObjectChange change, Predicate<PodInfo> helpable) {
    // What went may have been the last that read some label, and the hint may still look at it.
    boolean classesHold = cluster.get().contents().readLabelKeys().equals(readLabelKeys);
    PendingPod itself = change.kind() == ObjectKind.POD ? find(change.latest().key()) : null;
    Predicate<UnschedulablePool.Group> unlike =
        group -> !classesHold || (itself != null && itself.group == group);
    for (ClusterAction action : actions.of(change)) {
      RelevantHints.Question question = question(action, change);
      for (var woken : pools.unschedulable().wokenBy(action, question, unlike)) {
        if (helpable.test(woken.pod().pod())) {
          entrance.wake(woken.pod(), woken.how(), question.event());
        }
      }
      inFlight.note(new InFlight.Event.Changed(action, change));
    }
    renewClasses();
  }

  /** Classes of pods split when a selector comes that reads other labels than were read before. */
  private void renewClasses() {
    ClusterContents now = cluster.get().contents();
    if (now.readLabelKeys().equals(readLabelKeys)) {
      return;
    }
    readLabelKeys = now.readLabelKeys();
    for (PendingPod pod : pools.unschedulable().ungatedPods()) {
      PodInfo latest = now.pod(pod.pod().key());
      if (latest != null && latest.podClass() != pod.pod().podClass()) {
        renew(pod, latest);
      }
    }
  }

  private Wake ask(PendingPod pod, ClusterAction action, ObjectChange change) {
    return RelevantHints.ask(pod, action, question(action, change));
  }

  private RelevantHints.Question question(ClusterAction action, ObjectChange change) {
    return new RelevantHints.Question(EventName.of(action, change), change, cluster, measures);
  }

  /** The first moment at which {@link #flush} has something to do; null if there is none. */
  public @Nullable Instant nextWakeUp() {
    return pools.nextWakeUp(settings.maxUnschedulable());
  }

  /** Brings back the pods whose backoff is over, and those that have waited too long. */
  public void flush() {
    Instant now = clock.instant();
    pools.takeBackedOff(now).forEach(pod -> entrance.activateUnasked(pod, EventName.BACKOFF_OVER));
    List<PendingPod> timedOut = pools.takeTimedOut(settings.maxUnschedulable(), now);
    for (PendingPod pod : timedOut) {
      pod.markFlushed();
      entrance.wake(pod, Wake.AFTER_BACKOFF, EventName.TIMED_OUT);
    }
    if (!timedOut.isEmpty()) {
      inFlight.note(new InFlight.Event.EveryoneActivated());
    }
  }

  /** A pod that waits here, by its key; null if it does not. */
  public @Nullable PendingPod find(String key) {
    return pools.find(key);
  }

  /** The pods that wait here, in the order of their arrival. */
  public List<PendingPod> waiting() {
    return pools.all();
  }

  /** The pods that were handed out and are neither done nor back, in that order. */
  public List<PendingPod> inFlight() {
    return inFlight.pods();
  }

  /** What happened while pods were tried and is kept for them, by upstream's words for it. */
  public SortedMap<String, Integer> inFlightEvents() {
    return inFlight.counts();
  }

  /** How many pods are in each pool. */
  public Sizes sizes() {
    return pools.sizes();
  }

  /** Numbers of pods, as the metric {@code scheduler_pending_pods} has them. */
  public record Sizes(int active, int backoff, int unschedulable, int gated) {}
}
