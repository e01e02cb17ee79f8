package io.merapi.api.storage;

import org.jspecify.annotations.Nullable;

/**
 * What a persistent volume is made of, as far as scheduling reads sources: CSI volumes, and those
 * in-tree volumes that are treated as CSI volumes once their plugin has been migrated.
 */
public sealed interface VolumeSource {

  /** A volume of a CSI driver. */
  record Csi(String driver, String volumeHandle) implements VolumeSource {}

  record AwsElasticBlockStore(String volumeId) implements VolumeSource {}

  record GcePersistentDisk(String pdName) implements VolumeSource {}

  /**
   * A disk of Azure.
   *
   * @param diskKind only managed disks have a CSI counterpart; absent means managed
   */
  record AzureDisk(String diskName, String diskUri, @Nullable String diskKind)
      implements VolumeSource {}

  /**
   * A file share of Azure.
   *
   * @param secretNamespace absent means the namespace of the claim
   */
  record AzureFile(String secretName, @Nullable String secretNamespace, String shareName)
      implements VolumeSource {}

  record Cinder(String volumeId) implements VolumeSource {}

  record VsphereVolume(String volumePath) implements VolumeSource {}

  record PortworxVolume(String volumeId) implements VolumeSource {}

  /** A source that scheduling does not read, such as a path of one node. */
  record Other() implements VolumeSource {}
}
