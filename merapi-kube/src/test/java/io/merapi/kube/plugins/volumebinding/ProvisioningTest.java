package io.merapi.kube.plugins.volumebinding;

import static io.merapi.kube.plugins.volumebinding.Storage.capacity;
import static io.merapi.kube.plugins.volumebinding.Storage.claim;
import static io.merapi.kube.plugins.volumebinding.Storage.driver;
import static io.merapi.kube.plugins.volumebinding.Storage.storageClass;
import static io.merapi.kube.plugins.volumebinding.Storage.volume;
import static io.merapi.kube.plugins.volumebinding.Storage.where;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.Quantity;
import io.merapi.api.storage.CsiStorageCapacity;
import io.merapi.api.storage.StorageClass.TopologyTerm;
import io.merapi.kube.plugins.volumebinding.VolumeTrial.Attempt;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where volumes can be made for claims that find none. */
class ProvisioningTest {

  private static final String NO_VOLUME =
      "node(s) didn't find available persistent volumes to bind";
  private static final String NO_SPACE = "node(s) did not have enough free storage";
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String DRIVER = "ssd.example.com";

  private final VolumeTrial trial =
      new VolumeTrial().with(node("a").label(ZONE, "z1")).with(node("b").label(ZONE, "z2"));

  private VolumeTrial withClass(TopologyTerm... allowed) {
    return trial.with(storageClass("ssd", DRIVER, "WaitForFirstConsumer", allowed));
  }

  private Attempt scheduleWith(Storage.Claim claim) {
    return trial.with(claim.storageClass("ssd")).schedule(pod("p").claim("data"));
  }

  @Test
  void volumeCanBeMadeAnywhere() {
    withClass();
    assertThat(scheduleWith(claim("data", "5Gi")).fitting()).containsExactly("a", "b");
  }

  @Test
  void classMayAllowSomeTopologiesOnly() {
    withClass(where(ZONE, "z3"), where(ZONE, "z2", "z4"));
    Attempt attempt = scheduleWith(claim("data", "5Gi"));

    assertThat(attempt.rejections()).isEqualTo(Map.of("a", List.of(NO_VOLUME)));
    assertThat(VolumeBindingTest.reason(attempt.filter("a")).detail())
        .isEqualTo("claim default/data finds no volume, and class ssd makes volumes elsewhere");
  }

  @Test
  void termWithoutRequirementsAllowsNothing() {
    withClass(new TopologyTerm(List.of()), where(ZONE));
    assertThat(scheduleWith(claim("data", "5Gi")).fitting()).isEmpty();
  }

  @Test
  void volumeThatExistsIsTakenBeforeOneIsMade() {
    withClass(where(ZONE, "z2"));
    trial.with(volume("pv", "5Gi").storageClass("ssd").on(ZONE, "z1"));

    assertThat(scheduleWith(claim("data", "5Gi")).fitting()).containsExactly("a", "b");
  }

  @Test
  void claimThatAVolumeIsBeingMadeForStaysOnItsNode() {
    withClass();
    trial.with(volume("pv", "5Gi").storageClass("ssd"));
    Attempt attempt = scheduleWith(claim("data", "5Gi").selectedNode("b"));

    assertThat(attempt.rejections()).isEqualTo(Map.of("a", List.of(NO_VOLUME)));
    assertThat(VolumeBindingTest.reason(attempt.filter("a")).detail())
        .isEqualTo("claim default/data gets its volume on node b");
  }

  @Test
  void driverThatTellsItsCapacityMustHaveEnough() {
    withClass()
        .with(driver(DRIVER, true))
        .with(capacity("small", "ssd", ZONE, "z1", "4Gi", null))
        .with(capacity("large", "ssd", ZONE, "z2", "50Gi", null));
    Attempt attempt = scheduleWith(claim("data", "5Gi"));

    assertThat(attempt.rejections()).isEqualTo(Map.of("a", List.of(NO_SPACE)));
    assertThat(VolumeBindingTest.reason(attempt.filter("a")).detail())
        .isEqualTo("claim default/data wants 5Gi of class ssd, more than the node can reach");
  }

  @Test
  void driverThatDoesNotTellItsCapacityIsTrusted() {
    withClass().with(driver(DRIVER, false)).with(capacity("small", "ssd", ZONE, "z1", "4Gi", null));
    assertThat(scheduleWith(claim("data", "5Gi")).fitting()).containsExactly("a", "b");
  }

  @Test
  void largestVolumeCountsMoreThanWhatIsLeft() {
    withClass().with(driver(DRIVER, true)).with(capacity("pool", "ssd", "", "", "50Gi", "4Gi"));
    assertThat(scheduleWith(claim("data", "5Gi")).fitting()).isEmpty();
    assertThat(scheduleWith(claim("data", "4Gi")).fitting()).containsExactly("a", "b");
  }

  @Test
  void capacityWithoutTopologyOrAmountServesNobody() {
    withClass()
        .with(driver(DRIVER, true))
        .with(
            new CsiStorageCapacity(
                ObjectMeta.named("csi", "nowhere"), "ssd", null, Quantity.parse("1Ti"), null))
        .with(capacity("unknown", "ssd", "", "", null, null));
    assertThat(scheduleWith(claim("data", "5Gi")).fitting()).isEmpty();
  }

  @Test
  void capacityOfAnotherClassDoesNotCount() {
    withClass().with(driver(DRIVER, true)).with(capacity("pool", "other", "", "", "50Gi", null));
    assertThat(scheduleWith(claim("data", "5Gi")).fitting()).isEmpty();
  }

  @Test
  void claimWithoutASizeNeedsNoCapacity() {
    withClass().with(driver(DRIVER, true));
    assertThat(scheduleWith(claim("data", "")).fitting()).containsExactly("a", "b");
  }

  @Test
  void capacityIsFollowedAsItChanges() {
    withClass().with(driver(DRIVER, true)).with(capacity("pool", "ssd", ZONE, "z1", "1Gi", null));
    assertThat(scheduleWith(claim("data", "5Gi")).fitting()).isEmpty();

    trial.with(capacity("pool", "ssd", ZONE, "z1", "9Gi", null));
    assertThat(scheduleWith(claim("data", "5Gi")).fitting()).containsExactly("a");

    trial.without(capacity("pool", "ssd", ZONE, "z1", "9Gi", null));
    assertThat(scheduleWith(claim("data", "5Gi")).fitting()).isEmpty();
  }
}
