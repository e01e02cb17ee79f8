package io.merapi.kube.plugins.imagelocality;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.Container;
import io.merapi.api.pod.ResourceRequirements;
import io.merapi.api.pod.Volume;
import io.merapi.kube.plugins.PluginTrial;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageLocalityTest {

  private static final long MIB = 1024 * 1024;

  private final PluginTrial trial = trial();
  private final ImageLocality plugin = new ImageLocality(trial.context());

  @Test
  void imageCountsByItsSizeAndTheShareOfNodesThatHoldIt() {
    trial.with(node("a").image(600 * MIB, "app:1")).with(node("b"));
    // Half of the nodes: 300 MiB count, on a scale from 23 to 1000.
    assertThat(trial.scores(plugin, pod("p").image("app:1"))).isEqualTo(Map.of("a", 28L, "b", 0L));
  }

  @ParameterizedTest(name = "{0} MiB score {1}")
  @CsvSource({"0, 0", "23, 0", "32, 0", "33, 1", "511, 49", "999, 99", "1000, 100", "9000, 100"})
  void scaleRunsFromLeastToMost(long mebibytes, long expected) {
    trial.with(node("a").image(mebibytes * MIB, "app:1"));
    assertThat(trial.scores(plugin, pod("p").image("app:1"))).isEqualTo(Map.of("a", expected));
  }

  @Test
  void eachContainerWidensTheScale() {
    trial.with(node("a").image(1000 * MIB, "app:1"));
    var init = new Container("i", "tool:1", ResourceRequirements.NONE, List.of(), "", false);
    assertThat(trial.scores(plugin, pod("p").image("app:1").initContainer(init)))
        .isEqualTo(Map.of("a", 49L));
  }

  @Test
  void imageOfAVolumeCountsWithoutWideningTheScale() {
    trial.with(node("a").image(500 * MIB, "data:1"));
    assertThat(trial.scores(plugin, pod("p").volume(new Volume.Image("data:1"))))
        .isEqualTo(Map.of("a", 48L));
  }

  @ParameterizedTest(name = "pod says {0}, node has {1}: found {2}")
  @CsvSource({
    "app, app:latest, true",
    "registry:5000/app, registry:5000/app:latest, true",
    "registry:5000/app:1, registry:5000/app:1, true",
    "app@sha256:abc, app@sha256:abc, true",
    "app:1, docker.io/library/app:1, false"
  })
  void namesWithoutTagMeanLatest(String wanted, String held, boolean found) {
    trial.with(node("a").image(1000 * MIB, held));
    assertThat(trial.scores(plugin, pod("p").image(wanted)))
        .isEqualTo(Map.of("a", found ? 100L : 0L));
  }
}
