package io.merapi.kube.cycle;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A plugin that declares nothing is asked about every pod, also where it goes by what the scheduler
 * does not tell pods apart by.
 */
class UndeclaredPluginTest {

  @Test
  void podsThatLookAlikeAreFilteredEachForItself() {
    TestCluster cluster = cluster(new Home(true));
    for (int i = 0; i < 6; i++) {
      cluster.apply(homed("p" + i, i % 2 == 0 ? "a" : "b"));
      assertThat(cluster.nodeOf("default/p" + i)).isEqualTo(i % 2 == 0 ? "a" : "b");
    }
  }

  @Test
  void podsThatLookAlikeAreScoredEachForItself() {
    TestCluster cluster = cluster(new Home(false));
    for (int i = 0; i < 6; i++) {
      cluster.apply(homed("p" + i, i % 3 == 0 ? "a" : "b"));
      assertThat(cluster.nodeOf("default/p" + i)).isEqualTo(i % 3 == 0 ? "a" : "b");
    }
  }

  @Test
  void oneThatFitsNowhereDoesNotStandForOthersThatLookLikeIt() {
    TestCluster cluster = cluster(new Home(true));
    cluster.apply(homed("lost", "nowhere"), homed("lost-too", "nowhere"), homed("found", "b"));
    assertThat(cluster.nodeOf("default/lost")).isNull();
    assertThat(cluster.nodeOf("default/lost-too")).isNull();
    assertThat(cluster.nodeOf("default/found")).isEqualTo("b");
    assertThat(cluster.told)
        .filteredOn(line -> line.startsWith("lost "))
        .first()
        .asString()
        .contains("0/2 nodes are available: 2 node(s) were no home.");
  }

  private static TestCluster cluster(Home plugin) {
    var cluster = new TestCluster(plugin);
    for (String name : List.of("a", "b")) {
      cluster.apply(node(name).allocatable("cpu", "100").allocatable("pods", "99").build());
    }
    return cluster;
  }

  private static Pod homed(String name, String home) {
    return pod(name).annotation("home", home).request("cpu", "1m").build();
  }

  /** Goes by an annotation that nobody else reads. */
  private record Home(boolean strict) implements FilterPlugin, ScorePlugin {

    @Override
    public String name() {
      return "Home";
    }

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      return !strict || score(state, pod, node) > 0
          ? Verdict.success()
          : Verdict.unschedulable(Reason.of("NoHome", "node(s) were no home"));
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
      return pod.pod().meta().annotations().getOrDefault("home", "").equals(node.name()) ? 100 : 0;
    }
  }
}
