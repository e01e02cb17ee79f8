package io.merapi.kube.audit;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.kube.state.ClusterState;
import java.lang.reflect.Field;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClusterAuditTest {

  private final ClusterState state = ClusterState.withDefaults();

  @Test
  void whateverHappensTheBooksAgree() {
    for (int seed = 0; seed < 20; seed++) {
      var random = new SplittableRandom(seed);
      var cluster = ClusterState.withDefaults();
      for (int step = 0; step < 200; step++) {
        cluster.apply(event(random));
        assertThat(ClusterAudit.of(cluster.snapshot()))
            .as("seed %d, step %d", seed, step)
            .isEmpty();
      }
    }
  }

  private static ObjectEvent event(SplittableRandom random) {
    ClusterObject object =
        random.nextInt(3) == 0
            ? node("n" + random.nextInt(4)).allocatable("cpu", random.nextInt(8) + "").build()
            : somePod(random);
    return random.nextInt(4) == 0
        ? new ObjectEvent.Deleted(object)
        : new ObjectEvent.Applied(object);
  }

  private static Pod somePod(SplittableRandom random) {
    Pod pod =
        pod("p" + random.nextInt(8))
            .uid("u" + random.nextInt(2))
            .request("cpu", random.nextInt(4) + "")
            .build();
    return random.nextBoolean() ? pod : pod.onNode("n" + random.nextInt(4));
  }

  @Test
  void aSumThatIsNotThatOfThePodsIsFound() throws ReflectiveOperationException {
    state.apply(new ObjectEvent.Applied(node("n").allocatable("cpu", "4").build()));
    state.apply(pod("p").request("cpu", "1").build().onNode("n"));
    NodeInfo node = Objects.requireNonNull(state.snapshot().node("n"));
    plant(node, "nonZeroCpuMillis", 7L);

    assertThat(ClusterAudit.of(state.snapshot()))
        .containsExactly(
            new Violation(
                "the cpu for scoring of a node are the sum of its pods", "n", "7", "1000"));
  }

  /** Changes a sum behind everybody's back. */
  private static void plant(NodeInfo node, String sum, long wrong)
      throws ReflectiveOperationException {
    Field field = NodeInfo.class.getSuperclass().getDeclaredField(sum);
    field.setAccessible(true);
    field.setLong(node, wrong);
  }
}
