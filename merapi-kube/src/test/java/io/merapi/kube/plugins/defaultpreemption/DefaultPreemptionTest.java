package io.merapi.kube.plugins.defaultpreemption;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.EnqueueExtensions.Registration;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.pod.Pod;
import io.merapi.kube.framework.PostFilterOutcome;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.preemption.PreemptionWorld;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultPreemptionTest {

  private static final Pod VICTIM =
      pod("victim").uid("v").on("n").priority(1).request("cpu", "4").build();
  private static final Pod URGENT = pod("urgent").uid("u").priority(9).request("cpu", "4").build();

  private final PreemptionWorld world =
      new PreemptionWorld()
          .with(node("n").allocatable("cpu", "4").allocatable("pods", "10").build(), VICTIM);

  private static FeatureGates withoutAsyncPreemption() {
    return FeatureGates.of(Map.of(FeatureGate.SCHEDULER_ASYNC_PREEMPTION.key(), false)).gates();
  }

  private static DefaultPreemption plugin(SchedulingProfile profile) {
    return (DefaultPreemption) profile.filtering().postFilters().getFirst();
  }

  @Test
  void nominatesThePodAndEvictsWhoIsInItsWay() {
    PostFilterOutcome outcome = world.attempt(URGENT).postFilter();
    assertThat(outcome.result().isSuccess()).isTrue();
    assertThat(outcome.nominatedNode()).isEqualTo("n");
    assertThat(world.effects().calls()).containsExactly("evict default/victim");
    world.effects().done("default/victim");
    assertThat(world.effects().calls())
        .endsWith("default/victim made room for default/urgent on n");
  }

  @Test
  void takesTheNominationFromLesserPodsOnTheNode() {
    world.with(
        pod("lesser").priority(5).request("cpu", "1").nominatedTo("n").build(),
        pod("elsewhere").priority(5).request("cpu", "1").nominatedTo("other").build());
    world.attempt(URGENT).postFilter();
    assertThat(world.effects().calls())
        .containsExactly("cleared default/lesser", "evict default/victim");
  }

  @Test
  void keepsThePodOutOfTheQueueUntilItsVictimsAreEvicted() {
    world.effects().live(VICTIM);
    SchedulingProfile profile = world.profile();
    var attempt = world.attempt(profile, URGENT);
    assertThat(profile.preEnqueue(world.info(URGENT), world.view()).isSuccess()).isTrue();
    attempt.postFilter();
    assertThat(profile.preEnqueue(world.info(URGENT), world.view()).message())
        .isEqualTo("waiting for the preemption for this pod to be finished");
    assertThat(profile.preEnqueue(world.info(URGENT), world.view()).verdict().code())
        .isEqualTo("UnschedulableAndUnresolvable");
    assertThat(profile.preEnqueue(world.info(VICTIM), world.view()).isSuccess()).isTrue();
    world.effects().done("default/victim");
    assertThat(profile.preEnqueue(world.info(URGENT), world.view()).isSuccess()).isTrue();
  }

  @Test
  void lookingAtWhatCouldBeDoneEvictsNobody() {
    world.attempt(URGENT).survey();
    assertThat(world.effects().calls()).isEmpty();
  }

  @Test
  void leavesItToOtherPluginsWhenThePodIsTriedAgain() {
    var registrations = plugin(world.profile()).eventsToRegister();
    assertThat(registrations).hasSize(1);
    Registration onDeletion = registrations.getFirst();
    assertThat(onDeletion.kind()).isEqualTo(ObjectKind.POD);
    assertThat(onDeletion.actions()).containsExactly(ClusterAction.DELETE);
    assertThat(
            onDeletion
                .hint()
                .mayHelp(
                    world.attempt(URGENT).attempt().pod(),
                    new ObjectChange(VICTIM, null),
                    world.view()))
        .isFalse();
  }

  @Test
  void withoutItsGateNoPodIsKeptOutOfTheQueue() {
    world.gates(withoutAsyncPreemption()).effects().live(VICTIM);
    SchedulingProfile profile = world.profile();
    world.attempt(profile, URGENT).postFilter();
    assertThat(world.effects().calls()).containsExactly("evict default/victim");
    assertThat(profile.preEnqueue(world.info(URGENT), world.view()).isSuccess()).isTrue();
    assertThat(plugin(profile).eventsToRegister()).isEmpty();
  }

  @ParameterizedTest(name = "{0} percent or {1} of {2} nodes are {3}")
  @CsvSource({
    "10, 100, 5, 5",
    "10, 100, 500, 100",
    "10, 100, 5000, 500",
    "50, 1, 7, 3",
    "0, 2, 6, 2",
    "10, 0, 9, 0"
  })
  void looksForAShareOfTheNodesOrANumberOfThem(
      int percentage, int absolute, int nodes, int expected) {
    assertThat(new DefaultPreemptionArgs(percentage, absolute).candidates(nodes))
        .isEqualTo(expected);
  }
}
