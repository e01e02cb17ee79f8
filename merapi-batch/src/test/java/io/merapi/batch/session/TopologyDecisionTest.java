package io.merapi.batch.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.PodGroupBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyDecisionTest {

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"numa\":{\"1\":{\"memory\":\"1024Mi\",\"cpu\":\"2000m\"}}}"
            + "|{\"numa\":{\"1\":{\"cpu\":\"2\",\"memory\":\"1Gi\"}}}",
        "{\"numa\":{\"2\":{},\"10\":{\"cpu\":1}}, \"other\":1}"
            + "|{\"numa\":{\"10\":{\"cpu\":\"1\"},\"2\":{}}}",
        "{\"numa\":{\"first\":{}}}|~~",
        "{\"numa\":{\"0\":{\"cpu\":\"x\"}}}|~~",
        "{\"numa\":{}}|~~",
        "{\"numa\":null}|~~",
        "{}|~~",
        "null|~~",
        "~~|~~",
        "not json|~~"
      })
  void whatIsReadIsWrittenInOneForm(String annotation, String written) {
    assertThat(
            TopologyDecision.of(
                    PodBuilder.pod("pod")
                        .annotation(VolcanoKeys.TOPOLOGY_DECISION, annotation)
                        .build())
                .orElse(""))
        .isEqualTo(written);
  }

  @Test
  void itGoesOutWithTheBinding() {
    World world =
        new World(
            PodGroupBuilder.podGroup("g").build(),
            NodeBuilder.node("n").allocatable("cpu", "4").allocatable("pods", "4").build(),
            World.pending("pod", "g")
                .annotation(VolcanoKeys.TOPOLOGY_DECISION, "{\"numa\":{\"0\":{\"cpu\":1}}}")
                .build());
    SchedulingSession session = world.open();
    Statement statement = session.statement();
    statement.allocate(
        session.jobs().iterator().next().tasks().iterator().next(), session.nodes().getFirst());
    statement.commit();
    assertThat(world.effects().calls())
        .contains(
            "bind pod to n {volcano.sh/topology-decision={\"numa\":{\"0\":{\"cpu\":\"1\"}}}}");
  }
}
