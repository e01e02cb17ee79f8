package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.batch.plugins.predicates.PredicatesStage;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import org.junit.jupiter.api.Test;

/**
 * A pod whose eviction was planned and taken back was gone for the filters, so that its port, its
 * place and its affinity were given to others.
 */
class EvictionsThatAreTakenBackAreSeenTest {

  @Test
  void itsPortIsTakenStill() {
    var stage =
        new PredicatesStage(
            node("n1").allocatable("cpu", "8").allocatable("pods", "10").build(),
            World.running("web", "job", "n1").hostPort(80).build(),
            World.pending("new", "job").hostPort(80).build());
    stage.world().fixing(Fix.ATOMIC_STATEMENTS);
    stage.open();
    Statement statement = stage.session().statement();
    statement.evict(stage.task("web"), "test");
    assertThat(stage.fit("new", "n1").isSuccess()).isTrue();

    statement.discard();
    assertThat(stage.fit("new", "n1").reasons())
        .containsExactly("node(s) didn't have free ports for the requested pod ports");
  }
}
