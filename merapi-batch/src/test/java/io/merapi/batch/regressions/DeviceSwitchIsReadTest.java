package io.merapi.batch.regressions;

import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.device.DeviceClass;
import io.merapi.api.fixes.Fix;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.plugins.predicates.PredicatesArgs;
import io.merapi.batch.plugins.predicates.PredicatesStage;
import io.merapi.batch.session.World;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@code predicate.DynamicResourceAllocationEnable: false} did not switch the filter off. */
class DeviceSwitchIsReadTest {

  @Test
  void falseSwitchesTheFilterOff() {
    assertThat(fit(false, Fix.DRA_SWITCH_IS_READ)).isEqualTo(Fit.fits());
  }

  @Test
  void trueAndNothingLeaveItOn() {
    assertThat(fit(true, Fix.DRA_SWITCH_IS_READ).isSuccess()).isFalse();
    assertThat(fit(null, Fix.DRA_SWITCH_IS_READ).isSuccess()).isFalse();
  }

  @Test
  void withoutTheFixTheSwitchIsNotRead() {
    assertThat(fit(false).isSuccess()).isFalse();
  }

  /** What a node without devices says of a task that claims one. */
  private static Fit fit(@Nullable Boolean dynamicResources, Fix... fixes) {
    PredicatesArgs on = PredicatesArgs.DEFAULTS;
    var stage =
        new PredicatesStage(
            new PredicatesArgs(
                true,
                true,
                true,
                true,
                true,
                true,
                true,
                true,
                false,
                dynamicResources,
                on.volumes(),
                on.dynamicResourcesTimeout()),
            node("n1").allocatable("pods", "10").build(),
            new DeviceClass(ObjectMeta.named("", "any"), List.of(), null),
            deviceClaim("one").request("r", devices(1)).build(),
            World.pending("a", "job").resourceClaim("one").build());
    stage.world().fixing(fixes);
    return stage.fit("a", "n1");
  }
}
