package io.merapi.batch.job;

import static io.merapi.testkit.DemandBuilder.allDevices;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.device.DeviceAmounts;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ClaimedDevicesTest {

  private static final PodGroup GROUP = podGroup("job").build();

  private static JobState job(ClusterObject... objects) {
    return Objects.requireNonNull(new World(GROUP).with(objects).open().job("default/job"));
  }

  private static PodBuilder pod(String name) {
    return World.pending(name, "job");
  }

  private static ClusterObject gpus(String name, int count) {
    return deviceClaim(name).request("r", devices(count).ofClass("gpu")).build();
  }

  private static String shown(DeviceAmounts amounts) {
    return amounts.toList().toString();
  }

  @Test
  void everyClaimOfAPodCountsByClass() {
    JobState job =
        job(
            deviceClaim("mixed")
                .request("a", devices(2).ofClass("gpu").share("memory", "10Gi"))
                .request("b", devices(1).ofClass("gpu"))
                .request("c", devices(0).ofClass("nic"))
                .build(),
            gpus("more", 1),
            pod("p").resourceClaim("mixed").resourceClaim("more").build());
    var claims = job.tasks().getFirst().claimedDevices();
    assertThat(claims.keySet()).containsExactly("default/mixed", "default/more");
    assertThat(shown(Objects.requireNonNull(claims.get("default/mixed"))))
        .as("each of two devices gives 10Gi; a request without a count is for one")
        .isEqualTo("{deviceclass/gpu=3, deviceclass/nic=1, memory.deviceclass/gpu=20Gi}");
  }

  @Test
  void whatIsNotKnownInAdvanceIsLeftOut() {
    JobState job =
        job(
            deviceClaim("open")
                .request("a", allDevices().ofClass("gpu"))
                .firstOf("b", devices(1).ofClass("big"), devices(2).ofClass("small"))
                .build(),
            pod("p").resourceClaim("open").build());
    assertThat(job.tasks().getFirst().claimedDevices()).isEmpty();
  }

  @Test
  void aPodThatNamesAClaimThatDoesNotExistIsNoTaskYet() {
    assertThat(job(pod("p").resourceClaim("missing").build()).tasks()).isEmpty();
  }

  @Test
  void aPodWhoseClaimIsStillToBeMadeIsATaskWithoutDevices() {
    JobState job =
        job(
            gpus("made", 1),
            pod("a").resourceClaimTemplate("t", null).build(),
            pod("b").resourceClaimTemplate("t", "elsewhere").build(),
            pod("c").resourceClaimTemplate("t", "made").build());
    assertThat(job.tasks()).hasSize(3);
    assertThat(job.tasks())
        .filteredOn(task -> !task.claimedDevices().isEmpty())
        .extracting(TaskState::name)
        .containsExactly("c");
  }

  // The minimum of a job

  @Test
  void withoutRolesTheFirstTasksByNameCount() {
    World world =
        new World(
            podGroup("job").minMember(2).build(),
            gpus("one", 1),
            gpus("two", 2),
            gpus("four", 4),
            pod("z").resourceClaim("four").build(),
            pod("b").resourceClaim("two").build(),
            pod("a").build(),
            pod("y").resourceClaim("one").build());
    JobState job = Objects.requireNonNull(world.open().job("default/job"));
    assertThat(shown(job.minDevices())).as("of b and y").isEqualTo("{deviceclass/gpu=3}");
  }

  @Test
  void withRolesOneTaskStandsForEachAsOftenAsItIsNeeded() {
    World world =
        new World(
            podGroup("job").minMember(4).minTaskMember("ps", 1).minTaskMember("worker", 3).build(),
            gpus("one", 1),
            gpus("two", 2),
            pod("p").annotation(VolcanoKeys.TASK_SPEC, "ps").resourceClaim("one").build(),
            pod("w").annotation(VolcanoKeys.TASK_SPEC, "worker").resourceClaim("two").build(),
            pod("x").annotation(VolcanoKeys.TASK_SPEC, "worker").resourceClaim("two").build(),
            pod("other").annotation(VolcanoKeys.TASK_SPEC, "extra").resourceClaim("two").build());
    JobState job = Objects.requireNonNull(world.open().job("default/job"));
    assertThat(shown(job.minDevices())).isEqualTo("{deviceclass/gpu=7}");
  }

  // The status of queues

  @Test
  void queuesAreToldOfTheDevicesThatTheirTasksClaimEachClaimOnce() {
    World world =
        new World(
            node("n1").allocatable("cpu", "8").build(),
            queue("root").build(),
            queue("a").build(),
            queue("a1").parent("a").build(),
            queue("a2").parent("a").build(),
            gpus("shared", 2),
            gpus("own", 1),
            podGroup("first").queue("a1").build(),
            World.running("f", "first", "n1").resourceClaim("shared").build(),
            World.running("g", "first", "n1").resourceClaim("shared").build(),
            podGroup("second").queue("a2").build(),
            World.running("s", "second", "n1")
                .resourceClaim("shared")
                .resourceClaim("own")
                .build());
    world.open().close();
    List<String> written = world.effects().calls();
    assertThat(written)
        .contains(
            "queue a1: {cpu=2, deviceclass/gpu=2, memory=0, pods=2}",
            "queue a2: {cpu=1, deviceclass/gpu=3, memory=0, pods=1}",
            "queue a: {cpu=3, deviceclass/gpu=3, memory=0, pods=3}",
            "queue root: {cpu=3, deviceclass/gpu=3, memory=0, pods=3}");
  }
}
