package io.merapi.kube.volumes;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.pod.Volume;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.VolumeSource;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns volumes of in-tree plugins into volumes of the CSI drivers that took over. */
public final class CsiMigration {

  private static final String UNSPECIFIED = "UNSPECIFIED";
  private static final Pattern AZURE_SECRET = Pattern.compile("azure-storage-account-(.+)-secret");

  private CsiMigration() {}

  /**
   * A volume as a node sees it: translated where the node says that its plugin has been migrated,
   * otherwise as it is.
   *
   * @throws VolumeTranslationException if the volume should be translated and cannot be
   */
  public static PersistentVolume on(@Nullable CsiNode node, PersistentVolume volume)
      throws VolumeTranslationException {
    MigratedPlugin plugin = MigratedPlugin.of(volume.source());
    return plugin != null && plugin.scheduled() && plugin.migratedOn(node)
        ? translate(volume)
        : volume;
  }

  /**
   * A volume with a CSI source and the nodes that the driver can reach; one whose plugin scheduling
   * does not treat as migrated comes back as it is.
   *
   * @throws VolumeTranslationException if the driver has no such volume
   */
  public static PersistentVolume translate(PersistentVolume volume)
      throws VolumeTranslationException {
    Labels labels = volume.meta().labels();
    return switch (volume.source()) {
      case VolumeSource.AwsElasticBlockStore(var id) ->
          translated(volume, MigratedPlugin.AWS_EBS, ebsHandle(id));
      case VolumeSource.GcePersistentDisk(var name) ->
          translated(volume, MigratedPlugin.GCE_PD, gceHandle(name, zones(labels)));
      case VolumeSource.AzureDisk(_, var uri, var kind) ->
          translated(volume, MigratedPlugin.AZURE_DISK, azureDiskHandle(uri, kind));
      case VolumeSource.Cinder(var id) -> translated(volume, MigratedPlugin.CINDER, id);
      case VolumeSource.PortworxVolume(var id) -> translated(volume, MigratedPlugin.PORTWORX, id);
      case VolumeSource.AzureFile _,
          VolumeSource.VsphereVolume _,
          VolumeSource.Csi _,
          VolumeSource.Other _ ->
          volume;
    };
  }

  private static PersistentVolume translated(
      PersistentVolume volume, MigratedPlugin plugin, String handle) {
    String zoneKey = plugin.zoneKey();
    NodeSelector nodes = volume.requiredNodes();
    return new PersistentVolume(
        volume.meta(),
        volume.capacity(),
        volume.accessModes(),
        volume.claim(),
        volume.storageClassName(),
        volume.volumeMode(),
        zoneKey == null ? nodes : ZoneTopology.translate(nodes, volume.meta().labels(), zoneKey),
        volume.reclaimPolicy(),
        volume.volumeAttributesClassName(),
        new VolumeSource.Csi(plugin.driver(), handle),
        volume.phase());
  }

  /**
   * The handle under which the driver knows a volume that a pod describes in place; null where no
   * driver takes it over.
   *
   * @throws VolumeTranslationException if the driver has no such volume
   */
  public static @Nullable String inlineHandle(Volume volume, String podNamespace)
      throws VolumeTranslationException {
    return switch (volume.source()) {
      case Volume.AwsElasticBlockStore(var id, _) -> ebsHandle(id);
      case Volume.GcePersistentDisk(var name, _) -> zonalHandle(UNSPECIFIED, name);
      case Volume.AzureDisk(var uri, var kind, _) -> azureDiskHandle(uri, kind);
      case Volume.Cinder(var id, _) -> id;
      case Volume.PortworxVolume(var id, _) -> id;
      case Volume.VsphereVolume(var path) -> path;
      case Volume.AzureFile(var secret, var share, _) ->
          String.join(
              "#",
              "",
              storageAccount(secret),
              share,
              volume.name(),
              podNamespace.isEmpty() ? "default" : podNamespace);
      case Volume.Claim _,
          Volume.Ephemeral _,
          Volume.InlineCsi _,
          Volume.Iscsi _,
          Volume.Rbd _,
          Volume.Image _ ->
          null;
    };
  }

  /** The bare id, which old volumes wrap as {@code aws://zone/id}. */
  private static String ebsHandle(String id) throws VolumeTranslationException {
    String scheme = "aws://";
    if (!id.startsWith(scheme)) {
      return id;
    }
    int path = id.indexOf('/', scheme.length());
    String bare = path < 0 ? "" : stripSlashes(id.substring(path));
    if (!bare.startsWith("vol-") || bare.indexOf('/') >= 0) {
      throw new VolumeTranslationException(
          "failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (%s)"
              .formatted(id));
    }
    return bare;
  }

  private static String stripSlashes(String path) {
    int start = 0;
    int end = path.length();
    while (start < end && path.charAt(start) == '/') {
      start++;
    }
    while (end > start && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(start, end);
  }

  private static List<String> zones(Labels labels) {
    String beta = labels.getOrDefault(WellKnownKeys.BETA_ZONE, "");
    String zones = beta.isEmpty() ? labels.getOrDefault(WellKnownKeys.ZONE, "") : beta;
    return ZoneTopology.split(zones);
  }

  private static String gceHandle(String disk, List<String> zones)
      throws VolumeTranslationException {
    if (zones.size() > 1) {
      return "projects/%s/regions/%s/disks/%s".formatted(UNSPECIFIED, gceRegion(zones), disk);
    }
    String zone = zones.getFirst();
    return zonalHandle(zone.isEmpty() ? UNSPECIFIED : zone, disk);
  }

  private static String zonalHandle(String zone, String disk) {
    return "projects/%s/zones/%s/disks/%s".formatted(UNSPECIFIED, zone, disk);
  }

  private static String gceRegion(List<String> zones) throws VolumeTranslationException {
    var regions = new TreeSet<String>();
    for (String zone : zones) {
      String[] parts = zone.split("-", -1);
      if (parts.length != 3) {
        throw new VolumeTranslationException(
            "failed to get region from zones: zone in unexpected format, expected:"
                + " {locale}-{region}-{zone}, got: "
                + zone);
      }
      regions.add(parts[0] + "-" + parts[1]);
    }
    if (regions.size() != 1) {
      throw new VolumeTranslationException(
          "failed to get region from zones: multiple or no regions gotten from zones, got: map[%s]"
              .formatted(
                  String.join(" ", regions.stream().map(region -> region + ":{}").toList())));
    }
    return regions.first();
  }

  private static String azureDiskHandle(String uri, @Nullable String kind)
      throws VolumeTranslationException {
    if (kind != null && !kind.toLowerCase(Locale.ROOT).equals("managed")) {
      throw new VolumeTranslationException(
          "kind(%s) is not supported in csi migration".formatted(kind));
    }
    return uri;
  }

  /** The account that a secret is for; a secret of another form stands for itself. */
  private static String storageAccount(String secret) {
    Matcher matcher = AZURE_SECRET.matcher(secret);
    return matcher.find() ? matcher.group(1) : secret;
  }
}
