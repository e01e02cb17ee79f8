package io.merapi.batch.regressions;

import static io.merapi.batch.plugins.deviceshare.DeviceStage.vgpuNode;
import static io.merapi.batch.plugins.deviceshare.DeviceStage.vgpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.pod.PodPhase;
import io.merapi.batch.plugins.deviceshare.DeviceStage;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import org.junit.jupiter.api.Test;

/**
 * A shared GPU was counted twice when an eviction was taken back, and for ever when a gang lost its
 * place; a pod whose containers share a card was counted with one of them; numbers beyond 32 bits
 * became small.
 */
class DevicesAreCountedExactlyTest {

  @Test
  void aTaskThatLosesItsPlaceGivesBackWhatItWasGiven() {
    DeviceStage stage =
        DeviceStage.exactVgpus(
            vgpuNode("n", 1).build(),
            vgpuPod("a", 1, 16_000, 0).build(),
            vgpuPod("b", 1, 16_000, 0).build());
    Statement statement = stage.place("n", "a");
    assertThat(stage.fit("b", "n").isSuccess()).isFalse();

    statement.discard();
    assertThat(stage.fit("b", "n").isSuccess()).isTrue();
  }

  @Test
  void aPodWhoseEvictionIsTakenBackIsCountedOnce() {
    DeviceStage stage =
        DeviceStage.exactVgpus(
            vgpuNode("n", 1).build(),
            vgpuPod("old", 1, 6000, 0)
                .on("n")
                .phase(PodPhase.RUNNING)
                .annotation(DeviceKeys.VGPU_IDS, "n-0,NVIDIA,6000,0:")
                .build(),
            vgpuPod("a", 1, 10_000, 0).build(),
            vgpuPod("b", 1, 10_001, 0).build());
    Statement statement = stage.predicates().session().statement();
    statement.evict(stage.predicates().task("old"), "test");
    statement.discard();

    assertThat(stage.fit("a", "n").isSuccess()).isTrue();
    assertThat(stage.fit("b", "n").isSuccess()).isFalse();
  }

  @Test
  void everyContainerOfAPodCounts() {
    DeviceStage stage =
        DeviceStage.exactVgpus(
            vgpuNode("n", 1).build(),
            vgpuPod("old", 1, 6000, 0)
                .on("n")
                .phase(PodPhase.RUNNING)
                .annotation(DeviceKeys.VGPU_IDS, "n-0,NVIDIA,6000,0:;n-0,NVIDIA,6000,0:")
                .build(),
            vgpuPod("a", 1, 5000, 0).build());
    assertThat(stage.fit("a", "n").isSuccess()).isFalse();

    stage.predicates().session().statement().evict(stage.predicates().task("old"), "test");
    assertThat(stage.fit("a", "n").isSuccess()).isTrue();
  }

  @Test
  void numbersBeyond32BitsStayLarge() {
    DeviceStage stage =
        DeviceStage.exactVgpus(
            vgpuNode("n", 1).build(),
            World.pending("a", "job")
                .requestExactly(DeviceKeys.VGPU_NUMBER, "4294967297")
                .requestExactly(DeviceKeys.VGPU_MEMORY, "1000")
                .build());

    assertThat(stage.fit("a", "n").isSuccess()).isFalse();
  }

  @Test
  void aFractionOfACardIsFreedForAPodThatPreempts() {
    DeviceStage stage =
        DeviceStage.exactVgpus(
            vgpuNode("n", 1).build(),
            vgpuPod("old", 1, 8000, 50)
                .on("n")
                .phase(PodPhase.RUNNING)
                .annotation(DeviceKeys.VGPU_IDS, "n-0,NVIDIA,8000,50:")
                .build(),
            vgpuPod("a", 1, 9000, 60).build());
    stage.predicates().session().statement().evict(stage.predicates().task("old"), "test");

    assertThat(stage.fit("a", "n").isSuccess()).isTrue();
    assertThat(stage.place("n", "a").isEmpty()).isFalse();
  }
}
