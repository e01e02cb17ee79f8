package io.merapi.kube.configuration;

import io.merapi.api.pod.Container;
import io.merapi.api.pod.Pod;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A service that has a say in scheduling.
 *
 * @param filterVerb appended to the prefix; empty where it does not filter, likewise the others
 * @param weight of its scores
 * @param nodeCacheCapable whether it knows the nodes, so that their names are enough
 * @param managedResources only pods that ask for one of these concern it; empty means all pods
 * @param ignorable whether scheduling goes on when it does not answer
 */
public record Extender(
    String urlPrefix,
    String filterVerb,
    String preemptVerb,
    String prioritizeVerb,
    long weight,
    String bindVerb,
    boolean enableHttps,
    @Nullable Tls tls,
    Duration httpTimeout,
    boolean nodeCacheCapable,
    List<ManagedResource> managedResources,
    boolean ignorable) {

  /** Used where the file gives no time-out. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

  public Extender {
    managedResources = List.copyOf(managedResources);
  }

  /** Whether it wants to be asked about a pod: it looks after a resource of it, or after all. */
  public boolean concerns(Pod pod) {
    return ManagedResource.concern(
        pod, managedResources.stream().map(ManagedResource::name).toList());
  }

  /** An extended resource that the extender looks after. */
  public record ManagedResource(String name, boolean ignoredByScheduler) {

    /**
     * Whether a container of a pod requests or limits one of some resources; true where none is
     * named.
     */
    public static boolean concern(Pod pod, Collection<String> names) {
      return names.isEmpty()
          || Stream.of(pod.spec().containers(), pod.spec().initContainers())
              .flatMap(List::stream)
              .map(Container::resources)
              .anyMatch(wanted ->
                  names.stream()
                      .anyMatch(name ->
                          wanted.requests().get(name) != null
                              || wanted.limits().get(name) != null));
    }
  }

  /**
   * How to trust the extender and to be trusted by it.
   *
   * @param certData base64 of what the file would hold, which it replaces; likewise the other data
   */
  public record Tls(
      boolean insecure,
      String serverName,
      String certFile,
      String keyFile,
      String caFile,
      String certData,
      String keyData,
      String caData) {

    /** Whether it names authorities to trust. */
    public boolean hasAuthorities() {
      return !caFile.isEmpty() || !caData.isEmpty();
    }
  }
}
