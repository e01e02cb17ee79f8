package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.plugins.predicates.PredicatesArgs;
import io.merapi.batch.plugins.predicates.PredicatesStage;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** All pods of a template but the first were told of the cache, and not of what is wrong. */
class CachedRefusalsCarryTheirCauseTest {

  @Test
  void whatWasSaidOfTheFirstPodOfATemplateIsSaidOfTheOthers() {
    var stage =
        new PredicatesStage(
            PredicatesStage.args(
                true, true, PredicatesArgs.VolumeBinding.DEFAULTS, Duration.ofSeconds(10)),
            node("n1").allocatable("pods", "10").taint("own", "", "NoSchedule").build(),
            of("t", "a").build(),
            of("t", "b").build());
    stage.world().fixing(Fix.REASONS_CARRY_THEIR_CAUSE);
    Fit first = stage.fit("a", "n1");

    assertThat(stage.fit("b", "n1")).isEqualTo(first);
    assertThat(first.reasons()).containsExactly("node(s) had untolerated taint(s)");
  }

  private static PodBuilder of(String template, String name) {
    return World.pending(name, "job").annotation("volcano.sh/template-uid", template);
  }
}
