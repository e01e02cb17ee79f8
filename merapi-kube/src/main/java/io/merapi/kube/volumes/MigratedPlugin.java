package io.merapi.kube.volumes;

import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.pod.Volume;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.VolumeSource;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An in-tree volume plugin whose volumes a CSI driver can handle. */
public enum MigratedPlugin {
  AWS_EBS("kubernetes.io/aws-ebs", "ebs.csi.aws.com", "topology.ebs.csi.aws.com/zone", true),
  GCE_PD("kubernetes.io/gce-pd", "pd.csi.storage.gke.io", "topology.gke.io/zone", true),
  AZURE_DISK("kubernetes.io/azure-disk", "disk.csi.azure.com", null, true),
  CINDER(
      "kubernetes.io/cinder",
      "cinder.csi.openstack.org",
      "topology.cinder.csi.openstack.org/zone",
      true),
  PORTWORX("kubernetes.io/portworx-volume", "pxd.portworx.com", null, true),
  AZURE_FILE("kubernetes.io/azure-file", "file.csi.azure.com", null, false),
  VSPHERE("kubernetes.io/vsphere-volume", "csi.vsphere.vmware.com", null, false);

  private final String inTreeName;
  private final String driver;
  private final @Nullable String zoneKey;
  private final boolean scheduled;

  MigratedPlugin(String inTreeName, String driver, @Nullable String zoneKey, boolean scheduled) {
    this.inTreeName = inTreeName;
    this.driver = driver;
    this.zoneKey = zoneKey;
    this.scheduled = scheduled;
  }

  /** The plugin of a persistent volume; null for CSI volumes and those without a CSI driver. */
  public static @Nullable MigratedPlugin of(VolumeSource source) {
    return switch (source) {
      case VolumeSource.AwsElasticBlockStore _ -> AWS_EBS;
      case VolumeSource.GcePersistentDisk _ -> GCE_PD;
      case VolumeSource.AzureDisk _ -> AZURE_DISK;
      case VolumeSource.Cinder _ -> CINDER;
      case VolumeSource.PortworxVolume _ -> PORTWORX;
      case VolumeSource.AzureFile _ -> AZURE_FILE;
      case VolumeSource.VsphereVolume _ -> VSPHERE;
      case VolumeSource.Csi _, VolumeSource.Other _ -> null;
    };
  }

  /** The plugin of a volume that a pod describes in place; null for all others. */
  public static @Nullable MigratedPlugin of(Volume.Source source) {
    return switch (source) {
      case Volume.AwsElasticBlockStore _ -> AWS_EBS;
      case Volume.GcePersistentDisk _ -> GCE_PD;
      case Volume.AzureDisk _ -> AZURE_DISK;
      case Volume.Cinder _ -> CINDER;
      case Volume.PortworxVolume _ -> PORTWORX;
      case Volume.AzureFile _ -> AZURE_FILE;
      case Volume.VsphereVolume _ -> VSPHERE;
      case Volume.Claim _,
          Volume.Ephemeral _,
          Volume.InlineCsi _,
          Volume.Iscsi _,
          Volume.Rbd _,
          Volume.Image _ ->
          null;
    };
  }

  /** The plugin that storage classes call by this provisioner; null where there is none. */
  public static @Nullable MigratedPlugin named(String inTreeName) {
    return Arrays.stream(values())
        .filter(plugin -> plugin.inTreeName.equals(inTreeName))
        .findFirst()
        .orElse(null);
  }

  /** The name as storage classes and the annotation of a CSINode write it. */
  public String inTreeName() {
    return inTreeName;
  }

  /** The CSI driver that has taken over. */
  public String driver() {
    return driver;
  }

  /** The label by which the driver knows zones; null where it keeps the labels of nodes. */
  @Nullable String zoneKey() {
    return zoneKey;
  }

  /**
   * Whether scheduling treats its volumes as those of the driver; upstream leaves vSphere volumes
   * and Azure's file shares as they are.
   */
  public boolean scheduled() {
    return scheduled;
  }

  /** Whether a node says that the driver has taken over there. */
  public boolean migratedOn(@Nullable CsiNode node) {
    if (node == null) {
      return false;
    }
    String plugins = node.meta().annotations().getOrDefault(WellKnownKeys.MIGRATED_PLUGINS, "");
    return Arrays.asList(plugins.split(",", -1)).contains(inTreeName);
  }
}
