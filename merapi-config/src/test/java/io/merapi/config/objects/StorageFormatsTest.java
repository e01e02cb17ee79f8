package io.merapi.config.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.storage.ClaimSpec;
import io.merapi.api.storage.CsiDriver;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.CsiStorageCapacity;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.StorageClass;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.api.storage.VolumeSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StorageFormatsTest {

  @Test
  void readsAVolume() {
    var volume = sample(ObjectKind.PERSISTENT_VOLUME, PersistentVolume.class);

    assertThat(volume)
        .isEqualTo(
            new PersistentVolume(
                volume.meta(),
                storage("16"),
                List.of("ReadWriteOnce", "ReadOnlyMany"),
                new PersistentVolume.ClaimReference("web", "data", "u-2"),
                "fast",
                "Block",
                new NodeSelector(
                    List.of(
                        new NodeSelectorTerm(
                            List.of(
                                new SelectorRequirement(
                                    "topology.kubernetes.io/zone", "In", List.of("z1", "z2"))),
                            List.of()))),
                "Delete",
                "gold",
                new VolumeSource.Csi("csi.example.com", "vol-1"),
                "Bound"));
    assertThat(volume.key()).isEqualTo("pv-1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"awsElasticBlockStore\":{\"volumeID\":\"aws://z/v\"}}|AwsElasticBlockStore[volumeId=aws://z/v]",
        "{\"gcePersistentDisk\":{\"pdName\":\"d\"}}|GcePersistentDisk[pdName=d]",
        "{\"azureDisk\":{\"diskName\":\"d\",\"diskURI\":\"u\",\"kind\":\"Managed\"}}"
            + "|AzureDisk[diskName=d, diskUri=u, diskKind=Managed]",
        "{\"azureDisk\":{\"diskURI\":\"u\"}}|AzureDisk[diskName=, diskUri=u, diskKind=null]",
        "{\"azureFile\":{\"secretName\":\"s\",\"secretNamespace\":\"n\",\"shareName\":\"f\"}}"
            + "|AzureFile[secretName=s, secretNamespace=n, shareName=f]",
        "{\"cinder\":{\"volumeID\":\"v\"}}|Cinder[volumeId=v]",
        "{\"vsphereVolume\":{\"volumePath\":\"p\"}}|VsphereVolume[volumePath=p]",
        "{\"portworxVolume\":{\"volumeID\":\"v\"}}|PortworxVolume[volumeId=v]",
        "{\"hostPath\":{\"path\":\"/data\"}}|Other[]",
        "{\"csi\":null}|Other[]",
        "{\"csi\":null,\"cinder\":{\"volumeID\":\"v\"},\"nfs\":null}|Cinder[volumeId=v]"
      })
  void readsTheSourceOfAVolumeAndWritesItBack(String spec, String expected) {
    var volume = volume("{\"spec\":" + spec + "}");

    assertThat(volume.source()).hasToString(expected);
    assertThat(volume(KindFormats.write(volume))).isEqualTo(volume);
  }

  @Test
  void theOldAnnotationDecidesTheClassOfAVolumeEvenWhereItIsEmpty() {
    String spec = "\"spec\":{\"storageClassName\":\"fast\"}";
    String old =
        "\"metadata\":{\"annotations\":{\"volume.beta.kubernetes.io/storage-class\":\"\"}}";

    assertThat(volume("{" + spec + "}").storageClass()).isEqualTo("fast");
    assertThat(volume("{" + spec + "," + old + "}").storageClass()).isEmpty();
    assertThat(claim("{" + spec + "}").storageClass()).isEqualTo("fast");
    assertThat(claim("{" + spec + "," + old + "}").storageClass()).isEmpty();
    assertThat(claim("{}").storageClass()).isEmpty();
  }

  @Test
  void readsAClaim() {
    var claim = sample(ObjectKind.PERSISTENT_VOLUME_CLAIM, PersistentVolumeClaim.class);

    assertThat(claim)
        .isEqualTo(
            new PersistentVolumeClaim(
                claim.meta(),
                new ClaimSpec(
                    List.of("ReadWriteOncePod"),
                    storage("12"),
                    "fast",
                    new LabelSelector(Labels.of("tier", "gold"), List.of()),
                    "pv-1",
                    "Filesystem",
                    "gold"),
                "Bound",
                storage("16")));
    assertThat(claim.key()).isEqualTo("web/data");
    assertThat(claim.meta().controller()).isPresent();
  }

  @Test
  void aClaimIsFullyBoundWithAVolumeAndTheAnnotation() {
    String volume = "\"spec\":{\"volumeName\":\"pv-1\"}";
    String done = "\"metadata\":{\"annotations\":{\"pv.kubernetes.io/bind-completed\":\"\"}}";

    assertThat(claim("{" + volume + "," + done + "}").fullyBound()).isTrue();
    assertThat(claim("{" + volume + "}").fullyBound()).isFalse();
    assertThat(claim("{" + done + "}").fullyBound()).isFalse();
  }

  @Test
  void readsAStorageClass() {
    var storageClass = sample(ObjectKind.STORAGE_CLASS, StorageClass.class);

    assertThat(storageClass)
        .isEqualTo(
            new StorageClass(
                storageClass.meta(),
                "csi.example.com",
                Labels.of("csi.storage.k8s.io/csi-driver-name", "disk.example.com"),
                "WaitForFirstConsumer",
                List.of(
                    new StorageClass.TopologyTerm(
                        List.of(
                            new StorageClass.TopologyRequirement(
                                "topology.kubernetes.io/zone", List.of("z1", "z2")),
                            new StorageClass.TopologyRequirement(
                                "kubernetes.io/hostname", List.of("node-1")))))));
  }

  @Test
  void aNodeThatTakesNoVolumesDiffersFromOneWithoutALimit() {
    var node = sample(ObjectKind.CSI_NODE, CsiNode.class);

    assertThat(node.drivers())
        .containsExactly(
            new CsiNode.Driver("csi.example.com", "i-1", List.of("topology.kubernetes.io/zone"), 0),
            new CsiNode.Driver("file.example.com", "i-1", List.of(), null));
  }

  @Test
  void readsADriver() {
    var driver = sample(ObjectKind.CSI_DRIVER, CsiDriver.class);

    assertThat(driver).isEqualTo(new CsiDriver(driver.meta(), true, true));
  }

  @Test
  void readsStorageCapacity() {
    var capacity = sample(ObjectKind.CSI_STORAGE_CAPACITY, CsiStorageCapacity.class);

    assertThat(capacity)
        .isEqualTo(
            new CsiStorageCapacity(
                capacity.meta(),
                "fast",
                new LabelSelector(Labels.of("topology.kubernetes.io/zone", "z1"), List.of()),
                Quantity.parse("64"),
                Quantity.parse("8")));
  }

  @Test
  void aTopologyThatMatchesAllNodesDiffersFromNone() {
    var all = (CsiStorageCapacity) read(ObjectKind.CSI_STORAGE_CAPACITY, "{\"nodeTopology\":{}}");
    var none = (CsiStorageCapacity) read(ObjectKind.CSI_STORAGE_CAPACITY, "{}");

    assertThat(all.nodeTopology()).isEqualTo(new LabelSelector(Labels.EMPTY, List.of()));
    assertThat(none.nodeTopology()).isNull();
    assertThat(read(ObjectKind.CSI_STORAGE_CAPACITY, KindFormats.write(all))).isEqualTo(all);
  }

  @Test
  void readsAnAttachment() {
    var attachment = sample(ObjectKind.VOLUME_ATTACHMENT, VolumeAttachment.class);

    assertThat(attachment)
        .isEqualTo(new VolumeAttachment(attachment.meta(), "csi.example.com", "node-1", "pv-1"));
  }

  private static PersistentVolume volume(String json) {
    return (PersistentVolume) read(ObjectKind.PERSISTENT_VOLUME, json);
  }

  private static PersistentVolumeClaim claim(String json) {
    return (PersistentVolumeClaim) read(ObjectKind.PERSISTENT_VOLUME_CLAIM, json);
  }

  private static Object read(ObjectKind kind, String json) {
    return KindFormats.read(kind, json);
  }

  private static <T> T sample(ObjectKind kind, Class<T> type) {
    return type.cast(KindFormats.read(kind, KindSamples.json(kind)));
  }

  private static ResourceList storage(String amount) {
    return new ResourceList(Map.of("storage", Quantity.parse(amount)));
  }
}
