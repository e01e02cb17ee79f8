package io.merapi.batch.plugins.deviceshare;

import static io.merapi.batch.plugins.deviceshare.DeviceStage.gpuNode;
import static io.merapi.batch.plugins.deviceshare.DeviceStage.gpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import org.junit.jupiter.api.Test;

class SharedGpusTest {

  @Test
  void memoryIsTakenFromTheFirstCardThatHasEnough() {
    DeviceStage stage =
        DeviceStage.gpusByMemory(
            false,
            gpuNode("n", 2, 16_000).build(),
            gpuPod("a", 5000).build(),
            gpuPod("b", 4000).build(),
            gpuPod("c", 3000).build());
    stage.place("n", "a", "b", "c");

    assertThat(stage.binding("a").annotations())
        .hasToString("{volcano.sh/gpu-index=0, volcano.sh/predicate-time=1893456000000000000}");
    assertThat(stage.binding("b").annotations()).containsEntry(DeviceKeys.GPU_INDEX, "1");
    assertThat(stage.binding("c").annotations()).containsEntry(DeviceKeys.GPU_INDEX, "0");
  }

  @Test
  void aPodFitsOneCardOrNone() {
    DeviceStage stage =
        DeviceStage.gpusByMemory(false, gpuNode("n", 2, 16_000).build(), gpuPod("a", 8001).build());

    assertThat(stage.fit("a", "n"))
        .satisfies(fit -> assertThat(fit.has(Fit.Code.UNSCHEDULABLE)).isTrue())
        .satisfies(fit ->
            assertThat(fit.reasons()).containsExactly("GpuShare no enough gpu memory on node n"));
  }

  @Test
  void aNodeWithoutCardsIsNoConcern() {
    DeviceStage stage =
        DeviceStage.gpusByMemory(false, DeviceStage.roomy("n").build(), gpuPod("a", 8001).build());

    assertThat(stage.fit("a", "n").isSuccess()).isTrue();
  }

  @Test
  void aPodThatNamesItsCardItselfMayOverfillIt() {
    DeviceStage stage =
        DeviceStage.gpusByMemory(
            false,
            gpuNode("n", 1, 1000).build(),
            running("own", 3000, "0").build(),
            gpuPod("a", 1).build());

    assertThat(stage.fit("a", "n").isSuccess()).isFalse();
  }

  @Test
  void whatIsWrittenOfCardsThatCannotBeReadCountsNowhere() {
    DeviceStage stage =
        DeviceStage.gpusByMemory(
            false,
            gpuNode("n", 1, 1000).build(),
            running("own", 1000, "0,x").build(),
            gpuPod("a", 1000).build());

    assertThat(stage.fit("a", "n").isSuccess()).isTrue();
  }

  @Test
  void unhealthyCardsAreLeftOut() {
    DeviceStage stage =
        DeviceStage.gpusByMemory(
            false,
            gpuNode("n", 2, 16_000).annotation(DeviceKeys.GPU_UNHEALTHY_IDS, "0,x").build(),
            gpuPod("a", 5000).build());
    stage.place("n", "a");

    assertThat(stage.binding("a").annotations()).containsEntry(DeviceKeys.GPU_INDEX, "1");
  }

  @Test
  void wholeCardsGoToPodsThatAskForANumber() {
    DeviceStage stage =
        DeviceStage.gpusByNumber(
            gpuNode("n", 3, 24_000).build(),
            World.running("old", "job", "n")
                .requestExactly(DeviceKeys.GPU_NUMBER, "1")
                .annotation(DeviceKeys.GPU_INDEX, "1")
                .build(),
            World.pending("a", "job").requestExactly(DeviceKeys.GPU_NUMBER, "2").build(),
            World.pending("b", "job").requestExactly(DeviceKeys.GPU_NUMBER, "1").build());
    stage.place("n", "a");

    assertThat(stage.binding("a").annotations()).containsEntry(DeviceKeys.GPU_INDEX, "0,2");
    assertThat(stage.fit("b", "n").reasons())
        .containsExactly("GpuNumber no enough gpu number on node n");
  }

  @Test
  void aTaskThatLosesItsPlaceGivesItsCardBackAndWritesNothing() {
    DeviceStage stage =
        DeviceStage.gpusByMemory(
            false,
            gpuNode("n", 1, 1000).build(),
            gpuPod("a", 1000).build(),
            gpuPod("b", 1000).build());
    Statement statement = stage.place("n", "a");
    assertThat(stage.fit("b", "n").isSuccess()).isFalse();

    statement.discard();
    assertThat(stage.fit("b", "n").isSuccess()).isTrue();
    assertThat(stage.binding("a").annotations()).isEmpty();
  }

  @Test
  void anEvictedPodGivesItsCardBackUntilThatIsTakenBack() {
    DeviceStage stage =
        DeviceStage.gpusByMemory(
            false,
            gpuNode("n", 1, 1000).build(),
            running("old", 1000, "0").build(),
            gpuPod("a", 1000).build());
    Statement statement = stage.predicates().session().statement();
    statement.evict(stage.predicates().task("old"), "test");
    assertThat(stage.fit("a", "n").isSuccess()).isTrue();

    statement.discard();
    assertThat(stage.fit("a", "n").isSuccess()).isFalse();
  }

  @Test
  void aLockedNodeTakesOnePodInFiveMinutes() {
    DeviceStage stage =
        DeviceStage.gpusByMemory(
            true,
            gpuNode("n", 2, 16_000).annotation("gpu", "2029-12-31T23:54:59Z").build(),
            gpuNode("held", 2, 16_000).annotation("gpu", "2029-12-31T23:55:00Z").build(),
            gpuNode("odd", 2, 16_000).annotation("gpu", "yesterday").build(),
            gpuPod("a", 1000).build(),
            gpuPod("b", 1000).build());

    assertThat(stage.place("n", "a").isEmpty()).isFalse();
    assertThat(stage.binding("a").locks()).containsExactly("gpu");
    assertThat(stage.place("n", "b").isEmpty()).isTrue();
    assertThat(stage.place("held", "b").isEmpty()).isTrue();
    assertThat(stage.place("odd", "b").isEmpty()).isTrue();
  }

  private static PodBuilder running(String name, int memory, String cards) {
    return World.running(name, "job", "n")
        .requestExactly(DeviceKeys.GPU_MEMORY, Integer.toString(memory))
        .annotation(DeviceKeys.GPU_INDEX, cards);
  }
}
