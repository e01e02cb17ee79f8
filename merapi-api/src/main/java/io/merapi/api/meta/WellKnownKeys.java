package io.merapi.api.meta;

/**
 * Labels, annotations and taints of Kubernetes that scheduling, or what stands in for the rest of a
 * cluster around it, reads. A comment names the object that carries the key.
 */
public final class WellKnownKeys {

  // Where a node is

  /** Node label: the name of the host; its domains are single nodes. */
  public static final String HOSTNAME = "kubernetes.io/hostname";

  /** Node and volume label: the zone; on a volume several are joined by {@code __}. */
  public static final String ZONE = "topology.kubernetes.io/zone";

  /** Node and volume label: the region. */
  public static final String REGION = "topology.kubernetes.io/region";

  /** Node and volume label: the former name of {@link #ZONE}. */
  public static final String BETA_ZONE = "failure-domain.beta.kubernetes.io/zone";

  /** Node and volume label: the former name of {@link #REGION}. */
  public static final String BETA_REGION = "failure-domain.beta.kubernetes.io/region";

  /** Node taint: stands for a node that is marked unschedulable; pods may tolerate it. */
  public static final String UNSCHEDULABLE_TAINT = "node.kubernetes.io/unschedulable";

  /** Field of a node, in the place of a label, that node selectors may match. */
  public static final String NODE_NAME_FIELD = "metadata.name";

  // Volumes

  /** Claim annotation: binding to the volume is complete, whatever its value. */
  public static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";

  /** Volume and claim annotation: the binding was chosen by a controller, not by the user. */
  public static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

  /** Claim annotation: the node for which a volume is being provisioned. */
  public static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

  /** Volume and claim annotation: the class, in the place of the field that came later. */
  public static final String BETA_STORAGE_CLASS = "volume.beta.kubernetes.io/storage-class";

  /**
   * StorageClass annotation: {@code "true"} for the class of claims that name none. Admission fills
   * it in; scheduling itself takes a claim without a class as it is.
   */
  public static final String DEFAULT_STORAGE_CLASS = "storageclass.kubernetes.io/is-default-class";

  /** CSINode annotation: in-tree plugins, comma-separated, whose volumes a CSI driver handles. */
  public static final String MIGRATED_PLUGINS = "storage.alpha.kubernetes.io/migrated-plugins";

  /** StorageClass parameter: the CSI driver, where the provisioner has another name. */
  public static final String CSI_DRIVER_NAME_PARAMETER = "csi.storage.k8s.io/csi-driver-name";

  // Devices

  /** ResourceClaim annotation: the name, inside the pod, of the claim made from a template. */
  public static final String POD_RESOURCE_CLAIM = "resource.kubernetes.io/pod-claim-name";

  /** ResourceClaim annotation: {@code "true"} for a claim that stands for extended resources. */
  public static final String EXTENDED_RESOURCE_CLAIM =
      "resource.kubernetes.io/extended-resource-claim";

  /** ResourceClaim finalizer: keeps an allocated claim from vanishing. */
  public static final String RESOURCE_CLAIM_FINALIZER = "resource.kubernetes.io/delete-protection";

  /** What the extended resource that every device class implies starts with. */
  public static final String DEVICE_CLASS_RESOURCE_PREFIX = "deviceclass.resource.kubernetes.io/";

  private WellKnownKeys() {}
}
