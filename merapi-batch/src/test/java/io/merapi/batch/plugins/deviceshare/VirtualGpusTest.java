package io.merapi.batch.plugins.deviceshare;

import static io.merapi.batch.plugins.deviceshare.DeviceStage.vgpuArgs;
import static io.merapi.batch.plugins.deviceshare.DeviceStage.vgpuNode;
import static io.merapi.batch.plugins.deviceshare.DeviceStage.vgpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.framework.Dependence;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class VirtualGpusTest {

  /** The example of the plugin's page. */
  @Test
  void underBinpackTheCardInUseComesFirstAndScoresItsUse() {
    DeviceStage stage =
        DeviceStage.vgpus(
            vgpuArgs("binpack", 10),
            vgpuNode("used", 2).build(),
            vgpuNode("idle", 2).build(),
            running("old", "used", "used-0,NVIDIA,3000,0:;").build(),
            vgpuPod("a", 1, 4000, 50).build());

    assertThat(stage.score("a", "used")).isEqualTo(440);
    assertThat(stage.score("a", "idle")).isEqualTo(250);
    stage.place("used", "a");
    assertThat(stage.binding("a").annotations())
        .containsEntry(DeviceKeys.VGPU_IDS, "used-0,NVIDIA,4000,50:")
        .containsEntry(DeviceKeys.VGPU_DEVICES_TO_ALLOCATE, "used-0,NVIDIA,4000,50:")
        .containsEntry(DeviceKeys.VGPU_NODE, "used")
        .containsEntry(DeviceKeys.VGPU_BIND_PHASE, "allocating")
        .containsEntry(DeviceKeys.VGPU_TIME, "1893456000")
        .containsEntry(DeviceKeys.VGPU_BIND_TIME, "1893456000");
  }

  @Test
  void underSpreadTheCardWithFewerPartsComesFirst() {
    DeviceStage stage =
        DeviceStage.vgpus(
            vgpuArgs("spread", 10),
            vgpuNode("n", 2).build(),
            running("old", "n", "n-0,NVIDIA,3000,0:;").build(),
            vgpuPod("a", 1, 4000, 0).build());
    stage.place("n", "a");

    assertThat(stage.binding("a").annotations())
        .containsEntry(DeviceKeys.VGPU_IDS, "n-1,NVIDIA,4000,0:");
    assertThat(stage.score("a", "n")).isZero();
  }

  @Test
  void withoutAPolicyTheLastCardComesFirstAndWithoutAWeightNothingIsScored() {
    DeviceStage stage =
        DeviceStage.vgpus(
            vgpuArgs("", 10), vgpuNode("n", 3).build(), vgpuPod("a", 1, 4000, 0).build());
    stage.place("n", "a");

    assertThat(stage.binding("a").annotations())
        .containsEntry(DeviceKeys.VGPU_IDS, "n-2,NVIDIA,4000,0:");
    assertThat(
            DeviceStage.vgpus(
                    vgpuArgs("binpack", 0),
                    vgpuNode("n", 3).build(),
                    vgpuPod("a", 1, 4000, 0).build())
                .score("a", "n"))
        .isZero();
  }

  @Test
  void whereNobodyAsksWhetherPodsFitNodesScoreNothing() {
    ClusterObject[] objects = {vgpuNode("n", 1).build(), vgpuPod("a", 1, 4000, 0).build()};

    assertThat(DeviceStage.unaskedVgpus(vgpuArgs("binpack", 10), objects).score("a", "n")).isZero();
    assertThat(DeviceStage.vgpus(vgpuArgs("binpack", 10), objects).score("a", "n")).isEqualTo(250);
  }

  @Test
  void aNodeThatHasNotEnoughScoresNothingWhateverOthersScoredThere() {
    DeviceStage stage =
        DeviceStage.vgpus(
            vgpuArgs("binpack", 10),
            vgpuNode("n", 1).build(),
            vgpuPod("a", 1, 4000, 0).build(),
            vgpuPod("huge", 1, 99_000, 0).build());

    assertThat(stage.score("a", "n")).isEqualTo(250);
    assertThat(stage.score("huge", "n")).isZero();
  }

  @Test
  void allOfTheCoresAreForOnePodAlone() {
    DeviceStage stage =
        DeviceStage.vgpus(
            vgpuArgs("", 0),
            vgpuNode("n", 1).build(),
            vgpuNode("m", 1).build(),
            vgpuPod("all", 1, 1000, 100).build(),
            vgpuPod("none", 1, 1000, 0).build(),
            vgpuPod("late", 1, 1000, 100).build());
    stage.place("n", "all");
    stage.place("m", "none");

    assertThat(stage.fit("none", "n").isSuccess()).isFalse();
    assertThat(stage.fit("late", "m"))
        .satisfies(fit -> assertThat(fit.has(Fit.Code.UNSCHEDULABLE)).isTrue())
        .satisfies(
            fit -> assertThat(fit.reasons()).containsExactly("hami-vgpuDeviceSharing error"));
  }

  @Test
  void aNodeMustOfferAllThreeResourcesAndRegisterCardsThatCanBeRead() {
    DeviceStage stage =
        DeviceStage.vgpus(
            vgpuArgs("", 0),
            vgpuNode("cores", 1).allocatable(DeviceKeys.VGPU_CORES, "0").build(),
            vgpuNode("short", 1).annotation(DeviceKeys.NODE_VGPU_REGISTER, "GPU,10,1000:").build(),
            vgpuNode("plain", 1).annotation(DeviceKeys.NODE_VGPU_REGISTER, "none").build(),
            vgpuPod("a", 1, 99_999, 0).build());

    for (String name : List.of("cores", "short", "plain")) {
      assertThat(node(stage, name).devices()).isEmpty();
      assertThat(stage.fit("a", name).isSuccess()).isTrue();
    }
  }

  @Test
  void podsOfOneRuleDoNotShareACard() {
    DeviceShareArgs args =
        vgpuArgs("binpack", 0, false, List.of(Map.of("team", "a"), Map.of("tier", "x")));
    DeviceStage stage =
        DeviceStage.vgpus(
            args,
            vgpuNode("n", 2).build(),
            running("old", "n", "n-0,NVIDIA,1000,0:").label("team", "a").build(),
            vgpuPod("same", 1, 1000, 0).label("team", "a").build(),
            vgpuPod("other", 1, 1000, 0).label("tier", "x").build(),
            vgpuPod("third", 1, 1000, 0).label("team", "a").build());
    stage.place("n", "same", "other");

    assertThat(stage.binding("same").annotations())
        .containsEntry(DeviceKeys.VGPU_IDS, "n-1,NVIDIA,1000,0:");
    assertThat(stage.binding("other").annotations())
        .containsEntry(DeviceKeys.VGPU_IDS, "n-0,NVIDIA,1000,0:");
    assertThat(stage.fit("third", "n").isSuccess()).isFalse();
  }

  @Test
  void aPodOfARuleThatIsBeingDeletedKeepsItsCard() {
    DeviceStage stage =
        DeviceStage.vgpus(
            vgpuArgs("binpack", 0, false, List.of(Map.of("team", "a"))),
            vgpuNode("n", 1).build(),
            running("old", "n", "n-0,NVIDIA,1000,0:").label("team", "a").terminating().build(),
            vgpuPod("a", 1, 1000, 0).label("team", "a").build());

    assertThat(stage.fit("a", "n").isSuccess()).isFalse();
  }

  @Test
  void theLockOfANodeIsTakenWithTheFirstPod() {
    DeviceStage stage =
        DeviceStage.vgpus(
            vgpuArgs("", 0, true, List.of()),
            vgpuNode("n", 2).build(),
            vgpuPod("a", 1, 1000, 0).build(),
            vgpuPod("b", 1, 1000, 0).build());

    assertThat(stage.place("n", "a").isEmpty()).isFalse();
    assertThat(stage.binding("a").locks()).containsExactly("hamivgpu");
    assertThat(stage.place("n", "b").isEmpty()).isTrue();
  }

  @Test
  void aDryRunSeesTheCardsOfAPodThatIsTakenAway() {
    DeviceStage stage =
        DeviceStage.vgpus(
            vgpuArgs("", 0),
            vgpuNode("n", 1).build(),
            running("old", "n", "n-0,NVIDIA,16000,0:").build(),
            vgpuPod("a", 1, 1000, 0).build());
    SchedulingSession session = stage.predicates().session();
    var task = stage.predicates().task("a");
    NodeState copy = node(stage, "n").copy();
    stage.predicates().fit("a", "n");

    assertThat(session.dryRun().predicate(session.cycleState(task).copy(), task, copy).reasons())
        .containsExactly(
            "device hamivgpu cannot fit task default/a on node n: hami-vgpuDeviceSharing error");
    copy.remove(stage.predicates().task("old"));
    assertThat(session.dryRun().predicate(session.cycleState(task).copy(), task, copy).isSuccess())
        .isTrue();
    assertThat(stage.fit("a", "n").isSuccess()).isFalse();
  }

  /** Kept from upstream: only annotations say what a pod has, and those come with the binding. */
  @Test
  void whatATaskWasGivenIsGoneForTheSessionIfItLosesItsPlace() {
    DeviceStage stage =
        DeviceStage.vgpus(
            vgpuArgs("", 0),
            vgpuNode("n", 1).build(),
            vgpuPod("a", 1, 16_000, 0).build(),
            vgpuPod("b", 1, 16_000, 0).build());
    Statement statement = stage.place("n", "a");
    statement.discard();

    assertThat(stage.fit("b", "n").isSuccess()).isFalse();
    assertThat(stage.binding("a").annotations()).isEmpty();
  }

  @Test
  void answersDependOnTheNodeAlone() {
    DeviceStage stage =
        DeviceStage.vgpus(
            vgpuArgs("", 0), vgpuNode("n", 1).build(), vgpuPod("a", 1, 16_000, 0).build());
    var task = stage.predicates().task("a");

    assertThat(stage.plugin().predicateDependence(task)).isEqualTo(Dependence.NODE);
    assertThat(stage.plugin().nodeOrderDependence(task)).isEqualTo(Dependence.NODE);
    assertThat(stage.plugin().scoreParts(task)).contains(List.of());
    assertThat(stage.plugin().tellsJobsApart()).isFalse();
  }

  private static NodeState node(DeviceStage stage, String name) {
    return Objects.requireNonNull(stage.predicates().session().node(name));
  }

  private static PodBuilder running(String name, String node, String cards) {
    return vgpuPod(name, 1, 1000, 0)
        .on(node)
        .phase(PodPhase.RUNNING)
        .annotation(DeviceKeys.VGPU_IDS, cards)
        .annotation(DeviceKeys.VGPU_BIND_PHASE, "success");
  }
}
