package io.merapi.batch.cycle;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.QueueState;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.node.Node;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.plugins.predicates.Predicates;
import io.merapi.batch.session.PluginFactory;
import io.merapi.batch.session.RecordedEffects;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.SessionParts;
import io.merapi.batch.session.World;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.state.ClusterState;
import java.time.InstantSource;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What users do wrong, under the default configuration: whatever it is, it is told to whom it
 * concerns, and a job that has nothing to do with it starts all the same.
 */
class BadInputTest {

  private final RecordedEffects effects = new RecordedEffects();
  private final ClusterState state =
      new ClusterState(new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.ALL);
  private PluginFactory factory = BatchPlugins.IN_TREE.factory(SchedulerParts.forQuestions(), null);

  BadInputTest() {
    with(
        queue("default").build(),
        worker("n1"),
        worker("n2"),
        podGroup("good").build(),
        World.pending("good-0", "good").build());
  }

  @AfterEach
  void theJobThatHasNothingToDoWithItStarts() {
    assertThat(effects.calls())
        .filteredOn(call -> call.startsWith("bind"))
        .singleElement()
        .asString()
        .startsWith("bind good-0 to");
  }

  @Test
  void aGroupWhoseQueueDoesNotExistIsToldSo() {
    with(podGroup("lost").queue("nowhere").build(), World.pending("lost-0", "lost").build());
    run();
    assertThat(effects.events())
        .contains("Warning lost: Unschedulable, queue nowhere does not exist");
  }

  @Test
  void aClosedQueueTakesNoJobIn() {
    with(
        queue("shut").state(QueueState.CLOSED).build(),
        podGroup("late").queue("shut").minResource("cpu", "1").build(),
        World.pending("late-0", "late").build());
    SchedulingSession session = run();
    assertThat(Objects.requireNonNull(session.job("default/late")).phase())
        .isEqualTo(PodGroupPhase.PENDING);
    assertThat(condition("late").message())
        .isEqualTo(
            "1/1 tasks in gang unschedulable: pod group is not ready, 1 Pending, 1 minAvailable;"
                + " Pending: 1 Unschedulable");
  }

  @Test
  void aClosedQueueGivesNothingToAJobThatIsAlreadyIn() {
    with(
        queue("shut").state(QueueState.CLOSED).build(),
        podGroup("late").queue("shut").phase(PodGroupPhase.INQUEUE).build(),
        World.pending("late-0", "late").build());
    run();
    assertThat(condition("late").reason()).isEqualTo("NotEnoughResources");
  }

  @Test
  void aGroupThatWantsMorePodsThanThereAreWaits() {
    with(podGroup("small").minMember(3).build(), World.pending("small-0", "small").build());
    run();
    assertThat(condition("small").message())
        .isEqualTo(
            "3/1 tasks in gang unschedulable: pod group is not ready, 1 Pending, 3 minAvailable;"
                + " Pending: 1 Unschedulable");
  }

  @Test
  void aRequestThatNoNodeCanEverSatisfyIsNamed() {
    with(podGroup("huge").build(), World.pending("huge-0", "huge").request("cpu", "6").build());
    run();
    assertThat(condition("huge").message())
        .endsWith("Origin reason is huge-0: 0/2 nodes are unavailable: 2 Insufficient cpu.");
    assertThat(effects.calls())
        .contains("pod huge-0: Unschedulable, 0/2 nodes are unavailable: 2 Insufficient cpu.");
  }

  @Test
  void aPluginThatCannotBeMadeIsLeftOut() {
    PluginFactory whole = factory;
    factory =
        (option, session) -> {
          if (option.name().equals(Predicates.NAME)) {
            throw new IllegalStateException("no predicates today");
          }
          return whole.make(option, session);
        };
    SchedulingSession session = run();
    assertThat(session.failures().all())
        .singleElement()
        .satisfies(failure -> assertThat(failure.plugin()).isEqualTo(Predicates.NAME));
  }

  private static Node worker(String name) {
    return node(name)
        .allocatable("cpu", "4")
        .allocatable("memory", "8Gi")
        .allocatable("pods", "10")
        .build();
  }

  private void with(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      state.apply(new ObjectEvent.Applied(object));
    }
  }

  private SchedulingSession run() {
    var cycle =
        new SessionCycle(
            BatchConfiguration.byDefault(),
            SessionOptions.DEFAULTS,
            factory,
            new SessionParts(
                effects, FeatureGates.DEFAULTS, Fixes.NONE, InstantSource.fixed(World.NOW), 0),
            _ -> null);
    SchedulingSession session = cycle.open(state.snapshot());
    cycle.act(session);
    session.close();
    return session;
  }

  /** The condition that says why a group does not run. */
  private PodGroup.Condition condition(String group) {
    return Objects.requireNonNull(effects.groups().get(group)).conditions().stream()
        .filter(condition -> condition.type().equals("Unschedulable"))
        .findFirst()
        .orElseThrow();
  }
}
