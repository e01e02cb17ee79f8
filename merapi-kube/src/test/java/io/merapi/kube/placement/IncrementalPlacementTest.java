package io.merapi.kube.placement;

import static io.merapi.kube.framework.TestPlugins.no;
import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.workload.Namespace;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.ProfileFixture;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is asked again; that the answers are right is shown by the properties. */
class IncrementalPlacementTest {

  private final ProfileFixture fixture = new ProfileFixture();
  private final Asked plugin = new Asked();
  private final SchedulingProfile profile = fixture.profile(plugin);
  private final NodeRotation rotation = new NodeRotation();
  private IncrementalPlacement placement = placement(ClassMemory.DEFAULT, 1 << 14);
  private int pods;

  IncrementalPlacementTest() {
    for (String name : List.of("a", "b", "c")) {
      fixture.add(machine(name).build());
    }
  }

  private IncrementalPlacement placement(ClassMemory memory, int changes) {
    return new IncrementalPlacement(
        profile,
        NodeSampling.ALL_NODES,
        rotation,
        new TieBreak(1),
        SchedulerParts.forQuestions().claimChanges(),
        new IncrementalPlacement.Memory(memory, changes));
  }

  @Test
  void asksAboutEveryNodeOnce() {
    place(small());
    assertThat(plugin.taken())
        .containsExactly("filter a", "filter b", "filter c", "score a", "score b", "score c");
    place(small());
    assertThat(plugin.taken()).isEmpty();
  }

  @Test
  void asksAgainAboutNodesThatHaveChanged() {
    place(small());
    fixture.add(small().on("b").build());
    fixture.add(machine("d").build());
    plugin.taken();
    place(small());
    assertThat(plugin.taken()).containsExactly("filter b", "filter d", "score b", "score d");
  }

  @Test
  void asksEachClassForItself() {
    place(small());
    place(large());
    plugin.taken();
    place(small());
    place(large());
    assertThat(plugin.taken()).isEmpty();
  }

  @Test
  void asksAboutAllNodesWhereAnyOfThemMayCount() {
    plugin.dependence = Dependence.NODES;
    place(small());
    fixture.add(small().on("b").build());
    plugin.taken();
    place(small());
    assertThat(plugin.taken()).containsExactly("filter b", "score b");
    fixture.add(machine("b").label("new", "").build());
    place(small());
    assertThat(plugin.taken()).hasSize(6);
  }

  @Test
  void asksEveryTimeWhereTheClusterMayCount() {
    plugin.dependence = Dependence.CLUSTER;
    place(small());
    plugin.taken();
    place(small());
    assertThat(plugin.taken()).hasSize(6);
  }

  @Test
  void asksAboutNodesThatAChangeOfClaimsTouchesAndTheChosenOne() {
    plugin.dependence = Dependence.CLAIMS;
    fixture.add(claim("c").build());
    String chosen = placedOn(small().claim("c"));
    plugin.taken();
    place(small().claim("c"));
    assertThat(plugin.taken()).containsExactly("filter " + chosen);
    fixture.add(new CsiNode(ObjectMeta.named("", "b"), List.of()));
    place(small().claim("c"));
    assertThat(plugin.taken()).containsExactly("filter b", "score b", "filter " + chosen);
    fixture.add(new Namespace(ObjectMeta.named("", "other")));
    place(small().claim("c"));
    assertThat(plugin.taken()).containsExactly("filter " + chosen);
  }

  @Test
  void podsWhoseClaimsSayTheSameShareWhatIsRemembered() {
    plugin.dependence = Dependence.CLAIMS;
    for (int i = 0; i < 3; i++) {
      fixture.add(claim("own-" + i).size(i < 2 ? "1Gi" : "2Gi").build());
    }
    String chosen = placedOn(small().claim("own-0"));
    plugin.taken();
    place(small().claim("own-1"));
    assertThat(plugin.taken()).containsExactly("filter " + chosen);
    place(small().claim("own-2"));
    assertThat(plugin.taken()).hasSize(7);
  }

  @Test
  void takesAPluginThatCannotSayWhatItDependsOnToDependOnAll() {
    plugin.dependence = null;
    assertThat(place(small())).isInstanceOf(PlacementOutcome.Placed.class);
    plugin.taken();
    place(small());
    assertThat(plugin.taken()).hasSize(6);
  }

  @Test
  void remembersWhyNoNodeFits() {
    plugin.rejects = true;
    PlacementOutcome first = place(small());
    plugin.taken();
    assertThat(place(small())).isEqualTo(first).isInstanceOf(PlacementOutcome.Unfit.class);
    assertThat(plugin.taken()).isEmpty();
    fixture.add(small().on("b").build());
    place(small());
    // Once to know that it does not fit, and once to know why.
    assertThat(plugin.taken()).containsExactly("filter b", "filter b");
  }

  @Test
  void forgetsTheClassThatWasLongestNotAskedFor() {
    placement = placement(new ClassMemory(0, 2), 16);
    place(small());
    place(large());
    place(small());
    place(pod("huge").request("cpu", "3"));
    plugin.taken();
    place(small());
    assertThat(plugin.taken()).isEmpty();
    place(large());
    assertThat(plugin.taken()).hasSize(6);
  }

  @Test
  void looksAtAllNodesAfterMoreChangesThanItKeepsButAsksAboutThoseThatChanged() {
    placement = placement(new ClassMemory(0, 2), 2);
    place(small());
    for (int i = 0; i < 3; i++) {
      fixture.add(machine("c").label("round", "" + i).build());
      place(large());
    }
    plugin.taken();
    place(small());
    assertThat(plugin.taken()).containsExactly("filter c", "score c");
  }

  @Test
  void asksOnlyAboutNodesOfTheSampleAndAboutEachOnce() {
    for (int i = 0; i < 297; i++) {
      fixture.add(machine("more-" + i).build());
    }
    placement =
        new IncrementalPlacement(profile, NodeSampling.of(1, 0, false), rotation, new TieBreak(1));
    // The samples of three pods go once around.
    for (int round = 0; round < 3; round++) {
      place(small());
      assertThat(plugin.taken()).as("round %d", round).hasSize(2 * 100);
    }
    place(small());
    assertThat(plugin.taken()).as("once more").isEmpty();
    fixture.add(small().on("b").build());
    for (int round = 0; round < 2; round++) {
      place(small());
      assertThat(plugin.taken()).as("after round %d", round).isEmpty();
    }
    place(small());
    assertThat(plugin.taken()).containsExactly("filter b", "score b");
  }

  @Test
  void leavesTheRotationWhereASearchOverAllNodesLeavesIt() {
    // As after a search that ended at the sixth of nine nodes, of which six have gone since.
    rotation.advance(5, 9);
    place(small());
    assertThat(rotation.start()).isEqualTo(2);
  }

  private static NodeBuilder machine(String name) {
    return node(name).allocatable("cpu", "8").allocatable("pods", "10");
  }

  private PodBuilder small() {
    return pod("small-" + pods++).request("cpu", "1");
  }

  private PodBuilder large() {
    return pod("large-" + pods++).request("cpu", "2");
  }

  /** Places a pod, which then stays where it was: without a node. */
  private PlacementOutcome place(PodBuilder pod) {
    PodInfo info = fixture.pod(pod.build());
    return placement.place(profile.attempt(info, fixture.cluster()), Nominations.NONE);
  }

  private String placedOn(PodBuilder pod) {
    return ((PlacementOutcome.Placed) place(pod)).node();
  }

  /** Notes what it is asked. */
  private static final class Asked implements FilterPlugin, ScorePlugin {

    private final List<String> asked = new ArrayList<>();
    private @Nullable Dependence dependence = Dependence.NODE;
    private boolean rejects;

    @Override
    public String name() {
      return "Asked";
    }

    List<String> taken() {
      List<String> taken = List.copyOf(asked);
      asked.clear();
      return taken;
    }

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      asked.add("filter " + node.name());
      return rejects ? no("no room") : Verdict.success();
    }

    @Override
    public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
      return dependence();
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
      asked.add("score " + node.name());
      return 1;
    }

    @Override
    public Normalization normalization() {
      return Normalization.NONE;
    }

    @Override
    public Dependence scoreDependence(PodInfo pod, ClusterView cluster) {
      return dependence();
    }

    private Dependence dependence() {
      if (dependence == null) {
        throw new IllegalStateException("who knows");
      }
      return dependence;
    }
  }
}
