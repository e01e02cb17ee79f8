package io.merapi.kube.volumes;

import static io.merapi.testkit.VolumeBuilder.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.pod.Volume;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.VolumeSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsiMigrationTest {

  private static final String EBS_ZONE = "topology.ebs.csi.aws.com/zone";
  private static final VolumeSource EBS = new VolumeSource.AwsElasticBlockStore("vol-1");

  @ParameterizedTest
  @CsvSource({
    "vol-1, vol-1",
    "anything, anything",
    "aws://us-east-1a/vol-1, vol-1",
    "aws:///vol-1, vol-1"
  })
  void ebsVolumesGoByTheirBareId(String id, String handle) throws VolumeTranslationException {
    assertThat(translated(new VolumeSource.AwsElasticBlockStore(id)))
        .isEqualTo(new VolumeSource.Csi("ebs.csi.aws.com", handle));
    assertThat(inline(new Volume.AwsElasticBlockStore(id, false))).isEqualTo(handle);
  }

  @ParameterizedTest
  @CsvSource({"aws://us-east-1a/disk", "aws://us-east-1a/vol-1/part", "aws://vol-1"})
  void ebsVolumesOfAnotherFormCannotBeTranslated(String id) {
    assertThatThrownBy(() -> translated(new VolumeSource.AwsElasticBlockStore(id)))
        .isInstanceOf(VolumeTranslationException.class)
        .hasMessage(
            "failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (%s)",
            id);
  }

  @ParameterizedTest(name = "zones {0}")
  @CsvSource({
    "'', projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d",
    "us-central1-a, projects/UNSPECIFIED/zones/us-central1-a/disks/d",
    "us-central1-a__us-central1-b, projects/UNSPECIFIED/regions/us-central1/disks/d"
  })
  void gceDisksGoByTheirZoneOrRegion(String zones, String handle)
      throws VolumeTranslationException {
    PersistentVolume volume =
        volume("pv")
            .source(new VolumeSource.GcePersistentDisk("d"))
            .label(WellKnownKeys.ZONE, zones)
            .build();
    assertThat(CsiMigration.translate(volume).source())
        .isEqualTo(new VolumeSource.Csi("pd.csi.storage.gke.io", handle));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "here__there | zone in unexpected format, expected: {locale}-{region}-{zone}, got: here",
        "us-east1-a__eu-west1-b"
            + "| multiple or no regions gotten from zones, got: map[eu-west1:{} us-east1:{}]"
      })
  void gceDisksOfNoSingleRegionCannotBeTranslated(String zones, String message) {
    PersistentVolume volume =
        volume("pv")
            .source(new VolumeSource.GcePersistentDisk("d"))
            .label(WellKnownKeys.BETA_ZONE, zones)
            .build();
    assertThatThrownBy(() -> CsiMigration.translate(volume))
        .hasMessage("failed to get region from zones: " + message);
  }

  @Test
  void otherVolumesKeepTheirId() throws VolumeTranslationException {
    assertThat(translated(new VolumeSource.Cinder("id")))
        .isEqualTo(new VolumeSource.Csi("cinder.csi.openstack.org", "id"));
    assertThat(translated(new VolumeSource.PortworxVolume("id")))
        .isEqualTo(new VolumeSource.Csi("pxd.portworx.com", "id"));
    assertThat(translated(new VolumeSource.AzureDisk("name", "uri", "managed")))
        .isEqualTo(new VolumeSource.Csi("disk.csi.azure.com", "uri"));
    assertThat(translated(new VolumeSource.VsphereVolume("path")))
        .isEqualTo(new VolumeSource.VsphereVolume("path"));
  }

  @Test
  void azureDisksMustBeManaged() {
    assertThatThrownBy(() -> translated(new VolumeSource.AzureDisk("name", "uri", "Dedicated")))
        .hasMessage("kind(Dedicated) is not supported in csi migration");
  }

  @Test
  void inlineVolumesHaveHandlesOfTheirOwn() throws VolumeTranslationException {
    assertThat(inline(new Volume.GcePersistentDisk("d", false)))
        .isEqualTo("projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d");
    assertThat(inline(new Volume.AzureDisk("uri", null, false))).isEqualTo("uri");
    assertThat(inline(new Volume.Cinder("id", false))).isEqualTo("id");
    assertThat(inline(new Volume.PortworxVolume("id", false))).isEqualTo("id");
    assertThat(inline(new Volume.VsphereVolume("path"))).isEqualTo("path");
    assertThat(inline(new Volume.AzureFile("azure-storage-account-acc-secret", "share", false)))
        .isEqualTo("#acc#share#v#ns");
    assertThat(inline(new Volume.AzureFile("secret", "share", false)))
        .isEqualTo("#secret#share#v#ns");
    assertThat(inline(new Volume.InlineCsi("driver"))).isNull();
  }

  @Test
  void zonesOfTheNodeAffinityGetTheDriversLabel() throws VolumeTranslationException {
    assertThat(nodes(Labels.of(WellKnownKeys.ZONE, "b"), in(WellKnownKeys.ZONE, "a")))
        .isEqualTo(selector(in(EBS_ZONE, "a")));
    assertThat(
            nodes(
                Labels.EMPTY, in(WellKnownKeys.BETA_ZONE, "a"), in(WellKnownKeys.BETA_REGION, "r")))
        .isEqualTo(selector(in(EBS_ZONE, "a"), in(WellKnownKeys.REGION, "r")));
  }

  @Test
  void zonesOfLabelsAreAddedWhereTheAffinityNamesNone() throws VolumeTranslationException {
    assertThat(nodes(Labels.of(WellKnownKeys.ZONE, "b__a"), in("disk", "ssd")))
        .isEqualTo(selector(in("disk", "ssd"), in(EBS_ZONE, "a", "b")));
    assertThat(nodes(Labels.of(WellKnownKeys.BETA_ZONE, "a")))
        .isEqualTo(selector(in(EBS_ZONE, "a")));
    assertThat(nodes(Labels.of(WellKnownKeys.ZONE, ""))).isNull();
    assertThat(nodes(Labels.EMPTY)).isNull();
  }

  @Test
  void driversWithoutZonesKeepTheNodes() throws VolumeTranslationException {
    PersistentVolume volume =
        volume("pv")
            .source(new VolumeSource.AzureDisk("name", "uri", null))
            .requiringNodes(new NodeSelectorTerm(List.of(in(WellKnownKeys.ZONE, "a")), List.of()))
            .build();
    assertThat(CsiMigration.translate(volume).requiredNodes())
        .isEqualTo(selector(in(WellKnownKeys.ZONE, "a")));
  }

  @Test
  void volumeIsTranslatedOnlyOnNodesThatSayThatItsPluginHasMigrated()
      throws VolumeTranslationException {
    PersistentVolume volume = volume("pv").source(EBS).build();
    assertThat(CsiMigration.on(null, volume)).isSameAs(volume);
    assertThat(CsiMigration.on(csiNode("kubernetes.io/gce-pd"), volume)).isSameAs(volume);
    assertThat(CsiMigration.on(csiNode("kubernetes.io/gce-pd,kubernetes.io/aws-ebs"), volume))
        .isNotEqualTo(volume);
  }

  private static VolumeSource translated(VolumeSource source) throws VolumeTranslationException {
    return CsiMigration.translate(volume("pv").source(source).build()).source();
  }

  private static @Nullable String inline(Volume.Source source) throws VolumeTranslationException {
    return CsiMigration.inlineHandle(new Volume("v", source), "ns");
  }

  private static @Nullable NodeSelector nodes(Labels labels, SelectorRequirement... affinity)
      throws VolumeTranslationException {
    var builder = volume("pv").source(EBS);
    labels.forEach(label -> builder.label(label.getKey(), label.getValue()));
    if (affinity.length > 0) {
      builder.requiringNodes(new NodeSelectorTerm(List.of(affinity), List.of()));
    }
    return CsiMigration.translate(builder.build()).requiredNodes();
  }

  private static NodeSelector selector(SelectorRequirement... requirements) {
    return new NodeSelector(List.of(new NodeSelectorTerm(List.of(requirements), List.of())));
  }

  private static SelectorRequirement in(String key, String... values) {
    return new SelectorRequirement(key, "In", List.of(values));
  }

  private static CsiNode csiNode(String migrated) {
    return new CsiNode(
        ObjectMeta.named("", "n")
            .withAnnotations(Labels.of(WellKnownKeys.MIGRATED_PLUGINS, migrated)),
        List.of());
  }
}
