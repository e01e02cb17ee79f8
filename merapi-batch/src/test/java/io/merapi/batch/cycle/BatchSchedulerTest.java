package io.merapi.batch.cycle;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.api.resource.ResourceList;
import io.merapi.batch.configuration.ActionArguments;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.batch.session.World;
import io.merapi.batch.tier.Tier;
import io.merapi.batch.usage.MetricsConfiguration;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BatchSchedulerTest {

  private static final Duration GATHERING = Pace.VIRTUAL.gathering();
  private static final Duration PERIOD = BatchSettings.DEFAULTS.schedulePeriod();

  private final Written written = new Written();
  private final ArrayDeque<Runnable> loop = new ArrayDeque<>();
  private Instant now = World.NOW;
  private int sessions;
  private BatchScheduler scheduler =
      scheduler(BatchConfiguration.byDefault(), BatchSettings.DEFAULTS);

  private BatchScheduler scheduler(BatchConfiguration configuration, BatchSettings settings) {
    return new BatchScheduler(
        configuration,
        FeatureGates.DEFAULTS,
        settings,
        new BatchHost(
            written, Effects.refused(), () -> now, loop::add, _ -> null, _ -> sessions++));
  }

  @Test
  void nothingToDoIsNoReasonForASession() {
    assertThat(scheduler.nextWakeUp()).isNull();
    assertThat(scheduler.runDue()).isFalse();
  }

  @Test
  void aBurstOfChangesIsOneSessionAFewMillisecondsLater() {
    apply(
        queue("default").build(),
        node("n").allocatable("cpu", "4").allocatable("pods", "10").build());
    now = now.plusMillis(2);
    apply(podGroup("g").minMember(1).build(), World.pending("p", "g").build());

    assertThat(scheduler.nextWakeUp()).isEqualTo(World.NOW.plus(GATHERING));
    assertThat(scheduler.runDue()).isFalse();

    now = World.NOW.plus(GATHERING);
    assertThat(scheduler.runDue()).isTrue();
    assertThat(scheduler.runDue()).isFalse();
    assertThat(sessions).isEqualTo(1);
    assertThat(written.binds).containsExactly("p on n");
  }

  @Test
  void thePeriodIsTheLongestTimeBetweenSessionsWhileWorkIsPending() {
    apply(
        queue("default").build(),
        podGroup("g").minMember(1).build(),
        World.pending("p", "g").build());
    hold();
    Instant last = now;

    assertThat(scheduler.nextWakeUp()).isEqualTo(last.plus(PERIOD));

    now = last.plus(PERIOD);
    assertThat(scheduler.runDue()).isTrue();
    // A change does not wait for the period.
    apply(node("n").allocatable("cpu", "4").allocatable("pods", "10").build());
    assertThat(scheduler.nextWakeUp()).isEqualTo(now.plus(GATHERING));
  }

  @Test
  void aSessionThatDidNothingIsNotHeldAgainWhileNothingChanges() {
    PodGroup group = podGroup("g").minMember(1).phase(PodGroupPhase.INQUEUE).build();
    apply(queue("default").allocated("cpu", "0").allocated("memory", "0").build(), group);
    hold();
    Instant last = now;

    assertThat(scheduler.nextWakeUp()).isNull();
    now = last.plus(PERIOD);
    assertThat(scheduler.runDue()).isFalse();

    // What is no reason for a session of its own may still be news for the next.
    var status = new PodGroup.Status(PodGroupPhase.INQUEUE, List.of(), 7, 0, 0);
    apply(group.withStatus(status));
    assertThat(scheduler.nextWakeUp()).isEqualTo(last.plus(PERIOD));
    assertThat(scheduler.runDue()).isTrue();
  }

  @Test
  void aStatusIsWrittenOnceThoughSessionsFindItUntilTheClusterHasTold() {
    PodGroup group = podGroup("g").minMember(1).build();
    apply(
        queue("default").build(),
        node("n").allocatable("cpu", "4").allocatable("pods", "10").build(),
        group,
        World.pending("p", "g").build());
    hold();
    for (String other : List.of("one", "two", "three")) {
      apply(podGroup(other).minMember(1).phase(PodGroupPhase.INQUEUE).build());
      hold();
    }
    assertThat(written.phases)
        .filteredOn(it -> it.startsWith("g:"))
        .containsExactly("g: INQUEUE", "g: RUNNING");

    // Somebody else has had a say: what was on its way may have come before that.
    apply(group.withStatus(new PodGroup.Status(PodGroupPhase.PENDING, List.of(), 0, 0, 1)));
    hold();
    assertThat(written.phases)
        .filteredOn(it -> it.startsWith("g:"))
        .hasSize(3)
        .last()
        .isEqualTo("g: RUNNING");
  }

  @Test
  void withoutPendingWorkOnlyAChangeOpensASession() {
    apply(queue("default").build());
    hold();

    assertThat(scheduler.nextWakeUp()).isNull();
  }

  @Test
  void onARealClusterSessionsGoOnForPluginsThatGoByTheClock() {
    var tdm = new Tier(List.of(InTreePlugins.named("tdm").orElseThrow().byDefault()));
    scheduler =
        scheduler(
            new BatchConfiguration(
                List.of(BatchAction.PREEMPT),
                List.of(tdm),
                ActionArguments.DEFAULTS,
                MetricsConfiguration.DEFAULTS),
            BatchSettings.DEFAULTS.live());
    apply(queue("default").build());
    hold();

    assertThat(scheduler.nextWakeUp()).isEqualTo(now.plus(PERIOD));
  }

  @Test
  void whatASessionWroteItselfOpensNoOther() {
    PodGroup group = podGroup("g").minMember(9).build();
    Pod pod = World.pending("p", "g").build();
    Queue queue = queue("default").build();
    apply(queue, group, pod);
    hold();

    var condition = new PodGroup.Condition("Unschedulable", "True", "s", now, "x", "y");
    apply(
        group.withStatus(new PodGroup.Status(group.status().phase(), List.of(condition), 0, 0, 0)),
        queue.withStatus(queue.state(), new ResourceList(Map.of())),
        waiting(pod));

    assertThat(scheduler.nextWakeUp()).isEqualTo(now.plus(PERIOD));
  }

  @Test
  void thePhaseThatASessionGaveAGroupOpensNoOther() {
    PodGroup group = podGroup("g").minMember(1).build();
    apply(
        queue("default").build(),
        node("n").allocatable("cpu", "1").allocatable("pods", "10").build(),
        group,
        World.pending("p", "g").build());
    hold();

    apply(group.withStatus(new PodGroup.Status(PodGroupPhase.INQUEUE, List.of(), 0, 0, 0)));
    assertThat(scheduler.nextWakeUp()).isEqualTo(now.plus(PERIOD));

    // Somebody else's word is news.
    apply(group.withStatus(new PodGroup.Status(PodGroupPhase.PENDING, List.of(), 0, 0, 0)));
    assertThat(scheduler.nextWakeUp()).isEqualTo(now.plus(GATHERING));
  }

  @Test
  void whatFreesRoomIsUrgentOnARealClusterOnlyWhileSomethingWaits() {
    scheduler = scheduler(BatchConfiguration.byDefault(), BatchSettings.DEFAULTS.live());
    Pod running = World.pending("p", "g").build();
    apply(
        queue("default").build(),
        node("n").allocatable("cpu", "1").allocatable("pods", "10").build(),
        podGroup("g").minMember(1).build(),
        running);
    hold();

    scheduler.accept(new ObjectEvent.Deleted(running.onNode("n")));
    assertThat(scheduler.nextWakeUp()).isEqualTo(now.plus(PERIOD));

    apply(World.pending("q", "g").build());
    assertThat(scheduler.nextWakeUp()).isEqualTo(now);
  }

  @Test
  void aPodThatAnotherSchedulerPlacesIsNoWork() {
    scheduler = scheduler(BatchConfiguration.byDefault(), BatchSettings.DEFAULTS.live());
    apply(queue("default").build());
    hold();

    apply(World.pending("p", "g").schedulerName("default-scheduler").build());
    assertThat(scheduler.nextWakeUp()).isEqualTo(now.plus(PERIOD));
  }

  @Test
  void aBoundPodIsNotBoundAgainBeforeTheClusterSaysSo() {
    Pod pod = World.pending("p", "g").build();
    apply(
        queue("default").build(),
        node("n").allocatable("cpu", "1").allocatable("pods", "10").build(),
        podGroup("g").minMember(1).build(),
        pod);
    hold();
    // News of a pod that has been given a node meanwhile.
    apply(waiting(pod), World.pending("q", "g").build());
    hold();

    assertThat(written.binds).containsExactly("p on n");
    Pod known = Objects.requireNonNull(scheduler.snapshot().pod("default/p")).pod();
    assertThat(known.nodeName()).isEqualTo("n");
  }

  @Test
  void aBindingThatFailsIsTakenBackAndTriedAgain() {
    written.outcome = new Outcome.Failed("no");
    apply(
        queue("default").build(),
        node("n").allocatable("cpu", "1").allocatable("pods", "10").build(),
        podGroup("g").minMember(1).build(),
        World.pending("p", "g").build());
    hold();

    Pod known = Objects.requireNonNull(scheduler.snapshot().pod("default/p")).pod();
    assertThat(known.nodeName()).isEmpty();

    written.outcome = new Outcome.Done();
    hold();
    assertThat(written.binds).containsExactly("p on n", "p on n");
  }

  private static Pod waiting(Pod pod) {
    PodStatus old = pod.status();
    var status =
        new PodStatus(
            old.phase(),
            "n",
            old.startTime(),
            List.of(new PodCondition("PodScheduled", "False", "Unschedulable", "full", null)),
            old.containerStatuses(),
            old.initContainerStatuses(),
            old.claimStatuses(),
            old.extendedResourceClaim(),
            old.allocatedResources(),
            old.resources(),
            old.qosClass());
    return new Pod(pod.meta(), pod.nodeName(), pod.spec(), status);
  }

  private void apply(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      scheduler.accept(new ObjectEvent.Applied(object));
    }
  }

  /** Lets the next session be held, and its effects be answered. */
  private void hold() {
    now = Objects.requireNonNull(scheduler.nextWakeUp());
    assertThat(scheduler.runDue()).isTrue();
    while (!loop.isEmpty()) {
      loop.remove().run();
    }
  }
}
