package io.merapi.kube.queue;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PreEnqueuePlugin;
import io.merapi.api.framework.QueueingHint;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.ProfileFixture;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.measures.KubeMeasures;
import io.merapi.kube.plugins.prioritysort.PrioritySort;
import io.merapi.kube.state.ClusterState;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A queue over a small cluster, on a clock that stands still until it is told otherwise. */
final class QueueTrial {

  final ClusterState state = ClusterState.withDefaults();
  final SchedulingQueue queue;
  Instant now = Instant.parse("2026-01-01T00:00:00Z");

  QueueTrial(Plugin... plugins) {
    this(QueueSettings.DEFAULTS, plugins);
  }

  QueueTrial(QueueSettings settings, Plugin... plugins) {
    var fixture = new ProfileFixture();
    var all = new ArrayList<>(List.of(plugins));
    all.add(new PrioritySort(fixture.context()));
    SchedulingProfile profile = fixture.profile(all.toArray(Plugin[]::new));
    this.queue =
        new SchedulingQueue(
            Map.of("default-scheduler", profile),
            settings,
            FeatureGates.DEFAULTS,
            () -> now,
            () -> new SnapshotView(state.snapshot()),
            KubeMeasures.NONE);
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  /** Lets time pass as a driver does that comes whenever the queue asks for it. */
  void passAttentively(Duration time) {
    Instant end = now.plus(time);
    for (Instant next = queue.nextWakeUp();
        next != null && !next.isAfter(end);
        next = queue.nextWakeUp()) {
      now = next.isBefore(now) ? now : next;
      queue.flush();
    }
    now = end;
  }

  PodInfo info(String name) {
    return requireNonNull(state.snapshot().pod("default/" + name), name);
  }

  /** A pod comes that waits for a node. */
  QueueTrial add(PodBuilder pod) {
    state.apply(new ObjectEvent.Applied(pod.build()));
    queue.add(requireNonNull(state.snapshot().pod(pod.build().key())));
    return this;
  }

  /** A pod that waits for a node changes. */
  void update(PodBuilder pod) {
    Pod after = pod.build();
    Pod before = requireNonNull(state.snapshot().pod(after.key())).pod();
    state.apply(new ObjectEvent.Applied(after));
    queue.update(before, requireNonNull(state.snapshot().pod(after.key())));
  }

  /** A pod that waits for a node goes. */
  void delete(String name) {
    Pod pod = info(name).pod();
    state.apply(new ObjectEvent.Deleted(pod));
    queue.delete(pod);
  }

  void apply(NodeBuilder node) {
    Node after = node.build();
    NodeInfo before = state.snapshot().node(after.name());
    apply(before == null ? null : before.node(), after);
  }

  /** A pod with a node comes or changes. */
  void apply(PodBuilder pod) {
    Pod after = pod.build();
    PodInfo before = state.snapshot().pod(after.key());
    apply(before == null ? null : before.pod(), after);
  }

  private void apply(@Nullable ClusterObject before, ClusterObject after) {
    state.apply(new ObjectEvent.Applied(after));
    queue.changed(new ObjectChange(before, after));
  }

  void remove(ClusterObject object) {
    state.apply(new ObjectEvent.Deleted(object));
    queue.changed(new ObjectChange(object, null));
  }

  PendingPod pop() {
    return requireNonNull(queue.pop(), "there is nothing to try");
  }

  /** The names of all pods that can be tried now, in order; they stay in flight. */
  List<String> popAll() {
    var names = new ArrayList<String>();
    for (PendingPod pod = queue.pop(); pod != null; pod = queue.pop()) {
      names.add(pod.pod().pod().name());
    }
    return names;
  }

  void reject(PendingPod pod, String... plugins) {
    queue.requeue(pod, info(pod.pod().pod().name()), Rejectors.of(plugins));
  }

  void hold(PendingPod pod, String plugin) {
    queue.requeue(pod, info(pod.pod().pod().name()), Rejectors.of(Set.of(), Set.of(plugin)));
  }

  void fail(PendingPod pod) {
    queue.requeue(pod, info(pod.pod().pod().name()), Rejectors.NONE);
  }

  /** Adds a pod and has it rejected at once. */
  QueueTrial rejected(PodBuilder pod, String... plugins) {
    add(pod);
    reject(pop(), plugins);
    return this;
  }

  Pool pool(String name) {
    PendingPod pod = queue.find("default/" + name);
    return pod == null ? Pool.NONE : pod.pool();
  }

  /** A plugin that waits for the changes that it is made with. */
  record Waiting(String name, List<Registration> eventsToRegister)
      implements FilterPlugin, EnqueueExtensions {

    /** Waits for nodes that come. */
    static Waiting forNewNodes(String name) {
      return forNewNodes(name, QueueingHint.ALWAYS);
    }

    static Waiting forNewNodes(String name, QueueingHint hint) {
      return new Waiting(
          name,
          List.of(
              Registration.of(
                  ObjectKind.NODE,
                  // With changes of taints, so that none are added to it.
                  Set.of(ClusterAction.ADD, ClusterAction.UPDATE_NODE_TAINT),
                  hint)));
    }

    static Waiting forPods(String name, Set<ClusterAction> actions, QueueingHint hint) {
      return new Waiting(name, List.of(Registration.of(ObjectKind.POD, actions, hint)));
    }

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      return Verdict.success();
    }
  }

  /** Keeps pods out while it does not like them; waits for nodes that come. */
  record Gate(String name, Predicate<Pod> shut) implements PreEnqueuePlugin, EnqueueExtensions {

    @Override
    public Verdict preEnqueue(PodInfo pod, ClusterView cluster) {
      return shut.test(pod.pod())
          ? Verdict.unresolvable(Reason.of("Shut", "the gate is shut"))
          : Verdict.success();
    }

    @Override
    public List<Registration> eventsToRegister() {
      return List.of(
          Registration.of(ObjectKind.NODE, Set.of(ClusterAction.ADD)),
          Registration.of(ObjectKind.POD, Set.of(ClusterAction.UPDATE_POD_LABEL)));
    }
  }
}
