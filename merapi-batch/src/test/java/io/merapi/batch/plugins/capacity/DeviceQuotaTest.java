package io.merapi.batch.plugins.capacity;

import static io.merapi.batch.plugins.capacity.QueueWorld.flat;
import static io.merapi.batch.plugins.capacity.QueueWorld.tree;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.fixes.Fix;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.session.World;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeviceQuotaTest {

  private static final Node NODE = node("n1").allocatable("cpu", "10").build();
  private static final Queue TWO_GPUS = queue("mine").capability("deviceclass/gpu", "2").build();

  private static ClusterObject group(String name, String queue) {
    return podGroup(name).queue(queue).phase(PodGroupPhase.INQUEUE).build();
  }

  private static ResourceClaim claim(String name, int count) {
    return deviceClaim(name).request("r", devices(count).ofClass("gpu")).build();
  }

  private static Pod waits(String name, String group, String claim) {
    return World.pending(name, group).resourceClaim(claim).build();
  }

  private static Pod runs(String name, String group, String claim) {
    return World.running(name, group, "n1").resourceClaim(claim).build();
  }

  private static boolean allocatable(QueueWorld world, String queue, String task) {
    return world.plugin().allocatable(world.queue(queue), world.task(task));
  }

  @Test
  void aTaskFitsUpToTheDevicesThatItsQueueMayHave() {
    QueueWorld world =
        flat(
            NODE,
            TWO_GPUS,
            claim("one", 1),
            claim("another", 1),
            claim("two", 2),
            group("job", "mine"),
            runs("a", "job", "one"),
            waits("b", "job", "another"),
            waits("c", "job", "two"));
    assertThat(allocatable(world, "mine", "b")).isTrue();
    assertThat(allocatable(world, "mine", "c")).isFalse();
  }

  @Test
  void aClaimThatTasksShareCountsOnce() {
    QueueWorld world =
        flat(
            NODE,
            TWO_GPUS,
            claim("shared", 2),
            claim("own", 1),
            group("job", "mine"),
            runs("a", "job", "shared"),
            runs("b", "job", "shared"),
            waits("c", "job", "shared"),
            waits("d", "job", "own"));
    assertThat(allocatable(world, "mine", "c")).isTrue();
    assertThat(allocatable(world, "mine", "d")).isFalse();
    var statement = world.session().statement();
    statement.evict(world.task("a"), "test");
    assertThat(allocatable(world, "mine", "d")).as("b still has it").isFalse();
    statement.evict(world.task("b"), "test");
    assertThat(allocatable(world, "mine", "d")).isTrue();
  }

  @Test
  void classesThatTheQueueDoesNotNameHaveNoLimit() {
    QueueWorld world =
        flat(
            NODE,
            TWO_GPUS,
            deviceClaim("nics").request("r", devices(9).ofClass("nic")).build(),
            group("job", "mine"),
            waits("a", "job", "nics"));
    assertThat(allocatable(world, "mine", "a")).isTrue();
  }

  @Test
  void aJobIsAdmittedWhileTheDevicesOfItsMinimumFit() {
    QueueWorld world =
        flat(
            NODE,
            TWO_GPUS,
            claim("c1", 1),
            claim("c2", 2),
            podGroup("small").queue("mine").build(),
            waits("a", "small", "c1"),
            podGroup("large").queue("mine").build(),
            waits("b", "large", "c2"));
    assertThat(vote(world, "large")).isEqualTo(Vote.PERMIT);
    world.plugin().jobEnqueued(world.job("small"));
    assertThat(vote(world, "large")).isEqualTo(Vote.REJECT);
    assertThat(world.effects().events())
        .containsExactly(
            "Normal large: Unschedulable, queue resource quota insufficient: insufficient"
                + " dra-resource-exceeded");
  }

  private static Vote vote(QueueWorld world, String job) {
    return world.plugin().jobEnqueueable(world.job(job));
  }

  @Test
  void withTheArgumentOffDevicesDoNotCount() {
    ClusterObject[] objects = {
      NODE, TWO_GPUS, claim("c", 3), podGroup("job").queue("mine").build(), waits("a", "job", "c")
    };
    QueueWorld off = flat(new CapacityArgs(0, false, null), objects);
    assertThat(allocatable(off, "mine", "a")).isTrue();
    assertThat(vote(off, "job")).isEqualTo(Vote.PERMIT);
    QueueWorld on = flat(new CapacityArgs(0, true, null), objects);
    assertThat(allocatable(on, "mine", "a")).isFalse();
  }

  @Test
  void whatDevicesShareOutCountsUnlessTheArgumentIsOff() {
    assertThat(allocatable(shares(null, "30Gi"), "mine", "a")).isTrue();
    assertThat(allocatable(shares(null, "50Gi"), "mine", "a")).isFalse();
    assertThat(allocatable(shares(true, "50Gi"), "mine", "a")).isFalse();
    assertThat(allocatable(shares(false, "50Gi"), "mine", "a")).isTrue();
  }

  /** A queue may have 80 Gi of shared devices and has 40; a task asks for more. */
  private static QueueWorld shares(@Nullable Boolean counted, String more) {
    return flat(
        new CapacityArgs(0, null, counted),
        NODE,
        queue("mine").capability("memory.deviceclass/gpu", "80Gi").build(),
        share("has", "40Gi"),
        share("wants", more),
        group("job", "mine"),
        runs("z", "job", "has"),
        waits("a", "job", "wants"));
  }

  private static ResourceClaim share(String name, String memory) {
    return deviceClaim(name)
        .request("r", devices(1).ofClass("gpu").share("memory", memory))
        .build();
  }

  @Test
  void aShareThatTheQueueDoesNotNameIsNotForIt() {
    QueueWorld world =
        flat(NODE, TWO_GPUS, share("s", "1Gi"), group("job", "mine"), waits("a", "job", "s"));
    assertThat(allocatable(world, "mine", "a")).isFalse();
  }

  @Test
  void aDryRunFollowsDevices() {
    QueueWorld world =
        flat(
            NODE,
            TWO_GPUS,
            claim("held", 2),
            claim("wanted", 1),
            group("job", "mine"),
            runs("a", "job", "held"),
            waits("b", "job", "wanted"));
    var task = world.task("b");
    world.plugin().prePredicate(task);
    var state = world.session().cycleState(task).copy();
    var node = world.session().nodes().getFirst();
    assertThat(world.plugin().simulateAllocatable(state, world.queue("mine"), task)).isFalse();
    world.plugin().simulateRemoveTask(state, task, world.task("a"), node);
    assertThat(world.plugin().simulateAllocatable(state, world.queue("mine"), task)).isTrue();
    assertThat(allocatable(world, "mine", "b")).isFalse();
  }

  @Test
  void figuresShowWhatQueuesSayOfDevicesAndHave() {
    QueueWorld world =
        flat(NODE, TWO_GPUS, claim("c", 1), group("job", "mine"), runs("a", "job", "c"));
    assertThat(world.figure("mine", "dra"))
        .isEqualTo(
            Map.of(
                "capability", Map.of("gpu", Map.of("count", 2L)),
                "allocated", Map.of("gpu", Map.of("count", 1L)),
                "deserved", Map.of(),
                "guarantee", Map.of(),
                "inqueue", Map.of()));
    assertThat(flat(NODE, group("job", "default")).figure("default", "dra")).isNull();
  }

  // Above leaves

  private static QueueWorld family(Queue leaf) {
    return tree(
        NODE,
        queue("root").build(),
        queue("a").capability("deviceclass/gpu", "2").build(),
        leaf,
        queue("a2").parent("a").build(),
        claim("held", 1),
        claim("wanted", 2),
        group("first", "a1"),
        runs("f", "first", "held"),
        podGroup("second").queue("a2").build(),
        waits("s", "second", "wanted"));
  }

  @Test
  void aQueueAboveCountsWhatLeavesWithAQuotaHave() {
    Queue limited = queue("a1").parent("a").capability("deviceclass/gpu", "1").build();
    assertThat(allocatable(family(limited), "a2", "s")).isFalse();
  }

  @Test
  void aQueueAboveDoesNotCountWhatLeavesWithoutOneHave() {
    Queue unlimited = queue("a1").parent("a").build();
    assertThat(allocatable(family(unlimited), "a2", "s")).isTrue();
    assertThat(allocatable(family(unlimited).fixing(Fix.EXACT_DEVICE_ARITHMETIC), "a2", "s"))
        .isFalse();
  }

  @Test
  void aJobWithoutMinimumResourcesIsNotHeldAgainstTheDevicesOfAQueueAbove() {
    Queue unlimited = queue("a1").parent("a").build();
    ClusterObject claim = claim("wanted", 3);
    assertThat(vote(family(unlimited).with(claim), "second")).isEqualTo(Vote.PERMIT);
    assertThat(vote(family(unlimited).with(claim).fixing(Fix.CHECK_ANCESTORS_AT_ENQUEUE), "second"))
        .isEqualTo(Vote.REJECT);
  }
}
