package io.merapi.kube.cycle;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
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

  /** Such as a plugin has whose author declares less than it goes by, or an engine with a fault. */
  @Test
  void whatIsRememberedOfAClassAndIsNotSoIsFound() {
    var fickle = new Fickle();
    var forgetful = new TestCluster(fickle);
    forgetful.apply(NODE, roomy("b"), roomy("c"), oneCore("p"));
    forgetful.scheduler.scheduleOne();
    assertThat(forgetful.scheduler.audit()).isEmpty();

    fickle.refused = "c";
    assertThat(forgetful.scheduler.audit())
        .singleElement()
        .satisfies(violation -> {
          assertThat(violation.rule())
              .isEqualTo("what is remembered of a class is what its plugins say");
          assertThat(violation.object()).isEqualTo("pods like default/p");
          assertThat(violation.found()).contains("of 3 that fit");
          assertThat(violation.expected()).contains("of 2 that fit");
        });
  }

  private static Node roomy(String name) {
    return node(name).allocatable("cpu", "8").allocatable("pods", "9").build();
  }

  /** A filter that says it goes by nodes, and changes its mind. */
  private static final class Fickle implements FilterPlugin {

    private String refused = "";

    @Override
    public String name() {
      return "Fickle";
    }

    @Override
    public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
      return Dependence.NODE;
    }

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      return node.name().equals(refused)
          ? Verdict.unschedulable(Reason.of("Fickle", "node(s) fell out of favour"))
          : Verdict.success();
    }
  }

  private static Pod oneCore(String name) {
    return pod(name).uid(name).schedulerName("default-scheduler").request("cpu", "1").build();
  }
}
