package io.merapi.kube.cycle;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.kube.audit.Violation;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class KubeAuditTest {

  private static final Node NODE =
      node("a").allocatable("cpu", "1").allocatable("pods", "9").build();

  private final TestCluster cluster = new TestCluster();

  @Test
  void theBooksAgreeWhilePodsWaitAreAssumedAndAreBound() {
    cluster.apply(NODE, oneCore("p"), oneCore("q"));
    assertThat(cluster.scheduler.audit()).isEmpty();

    while (cluster.scheduler.scheduleOne()) {
      assertThat(cluster.scheduler.audit()).isEmpty();
    }
    cluster.apply(oneCore("p").onNode("a"));
    assertThat(cluster.scheduler.audit()).isEmpty();
  }

  @Test
  void aPodThatTheQueueHasLostIsFound() {
    Pod lost = oneCore("p");
    cluster.apply(lost);
    cluster.scheduler.queue().delete(lost);

    assertThat(cluster.scheduler.audit())
        .containsExactly(
            new Violation("a pod without a node waits", "default/p", "in no pool", "in one"));
  }

  @Test
  void anAssumptionAboutAPodThatIsElsewhereIsFound() {
    Pod bound = oneCore("p");
    cluster.apply(NODE, bound.onNode("a"));
    cluster.scheduler.assumptions().assume(bound, "b");
    cluster.scheduler.assumptions().assume(bound, bound.onNode("a"));
    assertThat(cluster.scheduler.audit()).isEmpty();

    cluster
        .scheduler
        .queue()
        .add(Objects.requireNonNull(cluster.scheduler.snapshot().pod("default/p")));
    assertThat(cluster.scheduler.audit())
        .containsExactly(
            new Violation("a pod that waits has no node", "default/p", "waiting", "a"));
  }

  private static Pod oneCore(String name) {
    return pod(name).uid(name).schedulerName("default-scheduler").request("cpu", "1").build();
  }
}
