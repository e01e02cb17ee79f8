package io.merapi.api.pod;

import io.merapi.api.storage.ClaimTemplate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A volume of a pod, by its name and source.
 *
 * <p>Volumes of sources that scheduling does not read are left out of the facts: among them is the
 * token volume that each pod gets under a name of its own, which would keep pods of one template
 * from sharing a {@link PodSpec}.
 */
public record Volume(String name, Source source) {

  boolean namesClaim() {
    return source instanceof Claim(String claimName, _) && !claimName.isEmpty();
  }

  Volume withoutClaimName() {
    return source instanceof Claim(_, boolean readOnly)
        ? new Volume(name, new Claim("", readOnly))
        : this;
  }

  /** Where the volume comes from. */
  public sealed interface Source {}

  /** A claim that exists under this name in the pod's namespace. */
  public record Claim(String claimName, boolean readOnly) implements Source {}

  /** A claim made for this pod and deleted with it; its name is {@code pod-volume}. */
  public record Ephemeral(ClaimTemplate template) implements Source {}

  /** A volume that a CSI driver makes inside the pod. */
  public record InlineCsi(String driver) implements Source {}

  public record AwsElasticBlockStore(String volumeId, boolean readOnly) implements Source {}

  public record GcePersistentDisk(String pdName, boolean readOnly) implements Source {}

  public record Iscsi(String targetPortal, String iqn, int lun, boolean readOnly)
      implements Source {}

  public record Rbd(List<String> monitors, String pool, String image, boolean readOnly)
      implements Source {

    public Rbd {
      monitors = List.copyOf(monitors);
    }
  }

  /**
   * A disk of Azure.
   *
   * @param diskKind only managed disks have a CSI counterpart; absent means managed
   */
  public record AzureDisk(String diskUri, @Nullable String diskKind, boolean readOnly)
      implements Source {}

  public record AzureFile(String secretName, String shareName, boolean readOnly)
      implements Source {}

  public record Cinder(String volumeId, boolean readOnly) implements Source {}

  public record VsphereVolume(String volumePath) implements Source {}

  public record PortworxVolume(String volumeId, boolean readOnly) implements Source {}

  /** An image mounted as a volume; its locality counts like that of a container's image. */
  public record Image(String reference) implements Source {}
}
