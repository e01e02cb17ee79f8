package io.merapi.batch.plugins.predicates;

import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceBuilder.device;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.SliceBuilder.slice;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BindContext;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import io.merapi.testkit.SliceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Devices are found together with the node, and taken when it is chosen. */
class PredicatesDevicesTest {

  @Test
  void devicesThatATaskWasGivenAreNotThereForTheNext() {
    PredicatesStage stage = stage();
    assertThat(stage.fit("a", "n1")).isEqualTo(Fit.fits());
    Statement statement = stage.session().statement();
    statement.allocate(stage.task("a"), stage.node("n1"));

    assertThat(stage.pending.all()).hasSize(1);
    assertThat(stage.fit("b", "n1").reasons()).containsExactly("cannot allocate all claims");

    statement.discard();
    assertThat(stage.pending.all()).isEmpty();
    assertThat(stage.fit("b", "n1")).isEqualTo(Fit.fits());
  }

  @Test
  void aTaskThatNeedsDevicesCannotBePipelinedAsInUpstream() {
    PredicatesStage stage = stage();
    stage.fit("a", "n1");
    Verdict verdict =
        stage.session().statement().pipeline(stage.task("a"), stage.node("n1"), false);

    assertThat(verdict).isEqualTo(Verdict.error("claim allocation not found for node"));
    assertThat(stage.task("a").status()).isEqualTo(TaskStatus.PENDING);
    assertThat(stage.seenOn("n1")).isEmpty();
  }

  @Test
  void aPipelinedTaskTakesWhatItWouldTakeOnTheNodeThatItHadBeforeAsInUpstream() {
    PredicatesStage stage = stage();
    stage.fit("a", "n1");
    Statement discarded = stage.session().statement();
    discarded.allocate(stage.task("a"), stage.node("n1"));
    discarded.discard();
    stage.fit("a", "n1");

    Statement statement = stage.session().statement();
    assertThat(statement.pipeline(stage.task("a"), stage.node("n2"), false))
        .isEqualTo(Verdict.success());
    assertThat(stage.pending.all()).hasSize(1);
    stage.session().close();
    assertThat(stage.pending.all()).as("what is left for the next session").isEmpty();
  }

  @Test
  void devicesAreWrittenBeforeThePodIsBoundAndGivenBackIfThatFails() {
    PredicatesStage stage = stage();
    stage.fit("a", "n1");
    stage.session().statement().allocate(stage.task("a"), stage.node("n1"));
    var context = new BindContext();
    stage.plugin().prepareBind(stage.task("a"), context);
    BindContext.Step step = context.steps().getFirst();

    // The stage's cluster takes no claims.
    assertThat(step.preBind().toCompletableFuture().join().isSuccess()).isFalse();
    step.rollBack();
    assertThat(stage.pending.all()).isEmpty();
  }

  @Test
  void aSearchForDevicesEndsWhenTheTimeOfTheArgumentIsOver() {
    SliceBuilder many = slice("p").on("n1");
    for (int i = 0; i < 20; i++) {
      many.with(device("d" + i).attribute("id", i));
    }
    var claim = deviceClaim("one").request("r", devices(10)).matching("gpu.example.com/id");
    assertThat(timed(many, claim.build(), Duration.ofSeconds(1)).reasons())
        .containsExactly("node n1: timed out trying to allocate devices");
    assertThat(timed(many, claim.build(), Duration.ZERO).reasons())
        .as("without an end")
        .containsExactly("cannot allocate all claims");
  }

  /** What a node says where every look at the clock takes a tenth of a second. */
  private static Fit timed(SliceBuilder slices, ResourceClaim claim, Duration timeout) {
    var stage =
        new PredicatesStage(
                PredicatesStage.args(true, false, PredicatesArgs.VolumeBinding.DEFAULTS, timeout),
                node("n1").allocatable("pods", "10").build(),
                anyDevice(),
                slices.build(),
                claim,
                World.pending("a", "job").resourceClaim("one").build())
            .clock(new SlowClock());
    return stage.fit("a", "n1");
  }

  /** A node with one device, one without, and two tasks that want one. */
  private static PredicatesStage stage() {
    return new PredicatesStage(
        node("n1").allocatable("cpu", "8").allocatable("pods", "10").build(),
        node("n2").allocatable("cpu", "8").allocatable("pods", "10").build(),
        anyDevice(),
        slice("p").on("n1").with(device("d")).build(),
        deviceClaim("one").uid("1").request("r", devices(1)).build(),
        deviceClaim("two").uid("2").request("r", devices(1)).build(),
        World.pending("a", "job").resourceClaim("one").build(),
        World.pending("b", "job").resourceClaim("two").build());
  }

  private static DeviceClass anyDevice() {
    return new DeviceClass(ObjectMeta.named("", "any"), List.of(), null);
  }

  private static final class SlowClock implements InstantSource {

    private Instant now = Instant.EPOCH;

    @Override
    public Instant instant() {
      now = now.plusMillis(100);
      return now;
    }
  }
}
