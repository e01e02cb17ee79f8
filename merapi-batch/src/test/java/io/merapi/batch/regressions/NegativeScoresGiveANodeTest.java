package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.SessionNode;
import io.merapi.batch.plugins.nodeorder.NodeOrderArgs;
import io.merapi.batch.plugins.nodeorder.NodeOrderStage;
import io.merapi.batch.session.World;
import io.merapi.testkit.NodeBuilder;
import org.junit.jupiter.api.Test;

/** Where all nodes had scores below zero, a task was given none of them. */
class NegativeScoresGiveANodeTest {

  @Test
  void theLeastNegativeOneWins() {
    var stage =
        new NodeOrderStage(
            new NodeOrderArgs(0, 0, -5, 0, 0, 0, 0, 0),
            machine("empty").build(),
            machine("used").build(),
            World.running("r", "job", "used").build(),
            World.pending("new", "job").build());

    SessionNode chosen =
        stage.session().fitness().choose(stage.task("new"), stage.session().nodes());

    assertThat(chosen).extracting(SessionNode::name).isEqualTo("used");
  }

  private static NodeBuilder machine(String name) {
    return node(name).allocatable("cpu", "4").allocatable("memory", "4Gi");
  }
}
