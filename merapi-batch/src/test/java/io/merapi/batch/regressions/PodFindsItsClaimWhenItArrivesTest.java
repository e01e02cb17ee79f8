package io.merapi.batch.regressions;

import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.VolumeBuilder.volume;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.storage.StorageClass;
import io.merapi.batch.plugins.predicates.PredicatesStage;
import io.merapi.batch.session.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A pod that was seen before its claim was never looked at again. */
class PodFindsItsClaimWhenItArrivesTest {

  @Test
  void theSessionAfterTheClaimHasComePlacesThePod() {
    var stage =
        new PredicatesStage(
            node("n1").allocatable("cpu", "8").allocatable("pods", "10").build(),
            new StorageClass(
                ObjectMeta.named("", "local"),
                "kubernetes.io/no-provisioner",
                Labels.EMPTY,
                "WaitForFirstConsumer",
                List.of()),
            volume("pv").ofClass("local").size("10Gi").build(),
            World.pending("early", "job").claim("data").build());
    assertThat(stage.fit("early", "n1").isSuccess()).isFalse();

    stage.world().with(claim("data").ofClass("local").size("5Gi").build());
    stage.open();

    assertThat(stage.task("early").request().cpuMillis()).isEqualTo(1000);
    assertThat(stage.fit("early", "n1")).isEqualTo(Fit.fits());
  }
}
