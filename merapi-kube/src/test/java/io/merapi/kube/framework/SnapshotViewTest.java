package io.merapi.kube.framework;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.ClusterView.ImageState;
import io.merapi.api.node.NodeInfo;
import org.junit.jupiter.api.Test;

class SnapshotViewTest {

  @Test
  void showsNodesInTheOrderOfTheSnapshot() {
    ClusterView view = new ProfileFixture(node("b").build(), node("a").build()).cluster();

    assertThat(view.nodes()).extracting(NodeInfo::name).containsExactly("b", "a");
    assertThat(view.node("a")).isSameAs(view.nodes().get(1));
    assertThat(view.node("c")).isNull();
  }

  @Test
  void countsTheNodesThatHoldAnImage() {
    ClusterView view =
        new ProfileFixture(
                node("a").image(7, "app:1").build(),
                node("b").build(),
                node("c").image(7, "app:1", "app:latest").build())
            .cluster();

    assertThat(view.image("app:1")).isEqualTo(new ImageState(7, 2));
    assertThat(view.image("app:latest")).isEqualTo(new ImageState(7, 1));
    assertThat(view.image("other")).isNull();
  }

  @Test
  void findsNodesByTheAffinityOfTheirPods() {
    ClusterView view =
        new ProfileFixture(
                node("a").build(),
                node("b").build(),
                pod("near").near("app", "web").on("a").build(),
                pod("away").awayFrom("app", "web").on("b").build())
            .cluster();

    assertThat(view.nodesWithPodAffinity()).extracting(NodeInfo::name).containsExactly("a", "b");
    assertThat(view.nodesWithRequiredPodAntiAffinity())
        .extracting(NodeInfo::name)
        .containsExactly("b");
  }
}
