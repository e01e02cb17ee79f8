package io.merapi.batch.regressions;

import static io.merapi.testkit.HyperNodeBuilder.hyperNode;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.NetworkTopology.Mode;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.framework.Reason;
import io.merapi.api.node.Node;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.HyperNodeGradient.SearchPurpose;
import io.merapi.api.session.extension.Predicate;
import io.merapi.batch.actions.allocate.Allocate;
import io.merapi.batch.actions.allocate.AllocateArgs;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.plugins.networktopologyaware.NetworkTopologyAware;
import io.merapi.batch.plugins.networktopologyaware.NetworkTopologyAwareArgs;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * A highest tier that was given by name was ignored, and a soft topology took a domain that was
 * worse than another.
 */
class NetworkTopologyTiersAreHonouredTest {

  /** Racks of two nodes each, of which r0 alone is empty; n6 hangs right off the switch. */
  private final World world =
      new World(
          machine("n0"),
          machine("n1"),
          machine("n2"),
          machine("n3"),
          machine("n6"),
          hyperNode("r0").tierName("rack").nodes("n0", "n1").build(),
          hyperNode("r1").tierName("rack").nodes("n2", "n3").build(),
          hyperNode("s").tier(2).tierName("switch").nodes("n6").hyperNodes("r0", "r1").build(),
          podGroup("other").build(),
          World.running("full", "other", "n3").request("cpu", "4").build());

  @Test
  void aHardTierThatIsKnownByNameLimitsTheJob() {
    assertThat(gradients(new NetworkTopology(Mode.HARD, null, "rack")))
        .containsExactly(List.of("r0"));
  }

  @Test
  void aHardTierByANameThatNobodyKnowsIsNotIgnored() {
    assertThat(gradients(new NetworkTopology(Mode.HARD, null, "no-such-tier"))).isEmpty();
  }

  @Test
  void aSoftTopologyTriesTheDomainThatHoldsTheWholeJobFirst() {
    List<List<String>> gradients = gradients(new NetworkTopology(Mode.SOFT, null, ""));
    assertThat(gradients.getFirst()).containsExactly("r0");
  }

  @Test
  void aSoftTopologyPlacesPodsThatKeepApartInTheRackThatHasRoomForAll() {
    world
        .with(
            podGroup("job")
                .minMember(2)
                .phase(PodGroupPhase.INQUEUE)
                .networkTopology(new NetworkTopology(Mode.SOFT, null, ""))
                .build(),
            World.pending("a", "job").build(),
            World.pending("b", "job").build())
        .fixing(Fix.HONOUR_TOPOLOGY_TIERS)
        .tier(Gang::new)
        .tier(_ -> new OnePerNode())
        .tier(one -> new NetworkTopologyAware(NetworkTopologyAwareArgs.DEFAULTS, one));
    new Allocate(AllocateArgs.DEFAULTS, true).execute(world.open());
    assertThat(world.effects().calls())
        .hasSize(2)
        .anySatisfy(call -> assertThat(call).contains("to n0"))
        .anySatisfy(call -> assertThat(call).contains("to n1"));
  }

  @Test
  void aNodeRightUnderTheSwitchIsCloserThanOneOutside() {
    SchedulingSession session =
        world
            .with(machine("n7"))
            .with(
                podGroup("job").networkTopology(new NetworkTopology(Mode.SOFT, null, "")).build(),
                World.pending("a", "job").build())
            .fixing(Fix.HONOUR_TOPOLOGY_TIERS)
            .open();
    TaskState task = job(session).tasks().getFirst();
    task.setJobAllocatedHyperNode("r0");
    double[] scores =
        new NetworkTopologyAware(NetworkTopologyAwareArgs.DEFAULTS, session)
            .scoreNodes(
                task,
                List.of(
                    Objects.requireNonNull(session.node("n6")),
                    Objects.requireNonNull(session.node("n7"))));
    assertThat(scores).containsExactly(50, 0);
  }

  private List<List<String>> gradients(NetworkTopology topology) {
    SchedulingSession session =
        world
            .with(
                podGroup("job").networkTopology(topology).build(),
                World.pending("a", "job").request("cpu", "3").build(),
                World.pending("b", "job").request("cpu", "3").build())
            .fixing(Fix.HONOUR_TOPOLOGY_TIERS)
            .open();
    var plugin = new NetworkTopologyAware(NetworkTopologyAwareArgs.DEFAULTS, session);
    return plugin
        .gradients(
            job(session).subJobs().iterator().next(),
            session.hyperNodes().top(),
            SearchPurpose.ALLOCATE)
        .stream()
        .map(gradient -> gradient.stream().map(HyperNodeInfo::name).toList())
        .toList();
  }

  private static JobState job(SchedulingSession session) {
    return Objects.requireNonNull(session.job("default/job"));
  }

  /** Keeps the pods of a job apart. */
  private static final class OnePerNode implements Predicate {

    @Override
    public String name() {
      return "one-per-node";
    }

    @Override
    public Fit predicate(Task task, SessionNode node) {
      return node.tasks().stream().anyMatch(other -> other.jobKey().equals(task.jobKey()))
          ? Fit.unschedulable(Reason.of("Taken", "has one already"))
          : Fit.fits();
    }
  }

  private static Node machine(String name) {
    return node(name).allocatable("cpu", "4").allocatable("pods", "10").build();
  }
}
