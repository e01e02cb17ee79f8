package io.merapi.kube.queue;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.kube.framework.SchedulingProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The pods that wait until something happens that can help them.
 *
 * <p>Implementation note: pods are kept by what rejected them, so that a change that none of those
 * plugins waits for costs nothing for all of them; and below that by their class, so that the
 * plugins are asked once for pods that they cannot tell apart. Pods that are kept out of the queue
 * are asked for one by one, because what keeps them out may concern a single pod.
 */
final class UnschedulablePool {

  private final Map<Cause, Bucket> buckets = new LinkedHashMap<>();
  private final PodHeap byAge = new PodHeap(Comparator.comparing(PendingPod::enqueued));
  private int gated;

  void add(PendingPod pod) {
    var cause = new Cause(pod.profile(), pod.rejectors, pod.gate);
    Bucket bucket = buckets.computeIfAbsent(cause, Bucket::new);
    Object sameAs = pod.gated() ? pod : pod.pod().podClass();
    Group group = bucket.groups.computeIfAbsent(sameAs, key -> new Group(bucket, key));
    group.pods.add(pod);
    pod.group = group;
    if (pod.gated()) {
      gated++;
    } else {
      byAge.add(pod);
    }
  }

  void remove(PendingPod pod) {
    Group group = Objects.requireNonNull(pod.group, "the pod is not here");
    pod.group = null;
    group.pods.remove(pod);
    Bucket bucket = group.bucket;
    if (group.pods.isEmpty()) {
      bucket.groups.remove(group.sameAs);
      if (bucket.groups.isEmpty()) {
        buckets.remove(bucket.cause);
      }
    }
    if (bucket.cause.gate.isEmpty()) {
      byAge.remove(pod);
    } else {
      gated--;
    }
  }

  int gated() {
    return gated;
  }

  int ungated() {
    return byAge.size();
  }

  /** The pods that are not kept out of the queue. */
  List<PendingPod> ungatedPods() {
    return byAge.pods();
  }

  /** The pod that waits longest, of those that are not kept out of the queue; null for none. */
  @Nullable PendingPod oldest() {
    return byAge.peek();
  }

  /**
   * The pods that a change can help; they stay here.
   *
   * @param unlike groups whose pods have to be asked for one by one
   */
  List<Woken> wokenBy(
      ClusterAction action, RelevantHints.Question question, Predicate<Group> unlike) {
    var woken = new ArrayList<Woken>();
    for (Bucket bucket : buckets.values()) {
      RelevantHints hints = bucket.hints(question.change().kind(), action);
      if (!hints.isEmpty()) {
        for (Group group : bucket.groups.values()) {
          if (unlike.test(group)) {
            group.pods.forEach(pod -> add(pod, hints.ask(pod.pod(), question), woken));
          } else {
            Wake how = hints.ask(group.pods.getFirst().pod(), question);
            if (how != Wake.NO) {
              group.pods.forEach(pod -> add(pod, how, woken));
            }
          }
        }
      }
    }
    return woken;
  }

  private static void add(PendingPod pod, Wake how, List<Woken> woken) {
    if (how != Wake.NO) {
      woken.add(new Woken(pod, how));
    }
  }

  /** A pod that is to come back. */
  record Woken(PendingPod pod, Wake how) {}

  /** Why pods are here. */
  private record Cause(SchedulingProfile profile, Rejectors rejectors, String gate) {

    RelevantHints hints(ObjectKind kind, ClusterAction action) {
      if (!gate.isEmpty() && profile.queueingHints().of(gate, kind, action).isEmpty()) {
        return RelevantHints.NONE;
      }
      return RelevantHints.of(profile.queueingHints(), rejectors, kind, action);
    }
  }

  /** The pods that are here for one cause, with the hints for each sort of change. */
  private static final class Bucket {

    final Cause cause;
    final Map<Object, Group> groups = new LinkedHashMap<>();
    private final Map<ObjectKind, Map<ClusterAction, RelevantHints>> hints =
        new EnumMap<>(ObjectKind.class);

    Bucket(Cause cause) {
      this.cause = cause;
    }

    RelevantHints hints(ObjectKind kind, ClusterAction action) {
      return hints
          .computeIfAbsent(kind, _ -> new EnumMap<>(ClusterAction.class))
          .computeIfAbsent(action, _ -> cause.hints(kind, action));
    }
  }

  /** Pods that hints cannot tell apart. */
  static final class Group {

    private final Bucket bucket;
    private final Object sameAs;
    private final SequencedSet<PendingPod> pods = new LinkedHashSet<>();

    private Group(Bucket bucket, Object sameAs) {
      this.bucket = bucket;
      this.sameAs = sameAs;
    }
  }
}
