package io.merapi.kube.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.storage.CsiNode;
import io.merapi.kube.framework.SnapshotView;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AssumedObjectsTest {

  private final ClusterState cluster = ClusterState.withDefaults();
  private final AssumedObjects assumed = new AssumedObjects();

  @Test
  void assumptionStandsInForTheObjectThatItWasMadeOf() {
    cluster.apply(new ObjectEvent.Applied(object("1", "real")));
    assumed.assume(object("1", "assumed"));

    assertThat(assumed.latest(view(), ObjectKind.CSI_NODE, "n")).isEqualTo(object("1", "assumed"));
    assertThat(assumed.latest(view(), ObjectKind.CSI_NODE))
        .isEqualTo(List.of(object("1", "assumed")));
    assertThat(assumed.assumed(view(), ObjectKind.CSI_NODE))
        .isEqualTo(Map.of("n", object("1", "assumed")));
    assertThat(assumed.assumed(view(), ObjectKind.CSI_DRIVER)).isEmpty();
  }

  @Test
  void newVersionOfTheObjectMakesTheAssumptionVoid() {
    assumed.assume(object("1", "assumed"));
    cluster.apply(new ObjectEvent.Applied(object("2", "real")));

    assertThat(assumed.latest(view(), ObjectKind.CSI_NODE, "n")).isEqualTo(object("2", "real"));
    assertThat(assumed.assumed(view(), ObjectKind.CSI_NODE)).isEmpty();
    assertThat(assumed.prune(view())).isEmpty();
  }

  @Test
  void nothingIsAssumedOfAnObjectThatIsGone() {
    assumed.assume(object("1", "assumed"));

    assertThat(assumed.latest(view(), ObjectKind.CSI_NODE, "n")).isNull();
    assertThat(assumed.assumed(view(), ObjectKind.CSI_NODE)).isEmpty();
  }

  @Test
  void assumptionCanBeTakenBack() {
    cluster.apply(new ObjectEvent.Applied(object("1", "real")));
    assumed.assume(object("1", "assumed"));
    assumed.restore(object("1", "assumed"));

    assertThat(assumed.latest(view(), ObjectKind.CSI_NODE, "n")).isEqualTo(object("1", "real"));
  }

  @Test
  void takingBackAnOldAssumptionLeavesALaterOneAlone() {
    cluster.apply(new ObjectEvent.Applied(object("2", "real")));
    assumed.assume(object("2", "later"));
    assumed.restore(object("1", "earlier"));

    assertThat(assumed.latest(view(), ObjectKind.CSI_NODE, "n")).isEqualTo(object("2", "later"));
  }

  private ClusterView view() {
    return new SnapshotView(cluster.snapshot());
  }

  private static CsiNode object(String version, String word) {
    return new CsiNode(
        ObjectMeta.named("", "n")
            .withResourceVersion(version)
            .withAnnotations(Labels.of("word", word)),
        List.of());
  }
}
