package io.merapi.api.resource;

import io.merapi.api.meta.LabelSyntax;

/**
 * The names of resources and the families that Kubernetes sorts them into.
 *
 * <p>Upstream counterparts: {@code k8s.io/kubernetes/pkg/apis/core/v1/helper} and the scheduler's
 * {@code IsScalarResourceName}.
 */
public final class ResourceNames {

  public static final String CPU = "cpu";
  public static final String MEMORY = "memory";
  public static final String EPHEMERAL_STORAGE = "ephemeral-storage";

  /** The size of a volume, or of what a claim asks for. */
  public static final String STORAGE = "storage";

  public static final String PODS = "pods";

  private static final String HUGE_PAGES_PREFIX = "hugepages-";
  private static final String ATTACHABLE_VOLUMES_PREFIX = "attachable-volumes-";
  private static final String QUOTA_REQUESTS_PREFIX = "requests.";

  private ResourceNames() {}

  /**
   * Whether scheduling counts the resource although it has no field of its own: extended resources,
   * huge pages, names below {@code kubernetes.io/} and attachable volumes.
   */
  public static boolean isScalar(String name) {
    return isExtended(name)
        || isHugePages(name)
        || isPrefixedNative(name)
        || name.startsWith(ATTACHABLE_VOLUMES_PREFIX);
  }

  /** Whether the resource is one that Kubernetes itself knows nothing about. */
  public static boolean isExtended(String name) {
    return !isNative(name)
        && !name.startsWith(QUOTA_REQUESTS_PREFIX)
        && LabelSyntax.isKey(QUOTA_REQUESTS_PREFIX + name);
  }

  public static boolean isHugePages(String name) {
    return name.startsWith(HUGE_PAGES_PREFIX);
  }

  /** Whether a pod as a whole may state an amount: cpu, memory and huge pages. */
  public static boolean mayBePodLevel(String name) {
    return name.equals(CPU) || name.equals(MEMORY) || isHugePages(name);
  }

  /** Whether the name counts objects in a quota, such as {@code count/pods}. */
  public static boolean isObjectCount(String name) {
    return name.startsWith("count/");
  }

  private static boolean isNative(String name) {
    return name.indexOf('/') < 0 || isPrefixedNative(name);
  }

  private static boolean isPrefixedNative(String name) {
    return name.contains("kubernetes.io/");
  }
}
