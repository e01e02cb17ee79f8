package io.merapi.kube.plugins.noderesources;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.resource.ResourceNames;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The device classes that serve extended resources, so that a pod may request devices like any
 * other resource.
 *
 * <p>Every class serves the resource that is named after it; a class may name one more. Where
 * several classes name the same resource, as while one takes over from another, the youngest serves
 * it, and of those of one age the first by name.
 *
 * <p>Differs from upstream: there a class that loses such a resource to another when it arrives
 * does not serve the resource named after it either, so that answers depend on the order of
 * arrival. Upstream counterpart: {@code deviceclass/extendedresourcecache}.
 */
public final class ExtendedResourceClasses {

  private static final String NAMED_AFTER_CLASS = "deviceclass.resource.kubernetes.io/";

  private static final Comparator<DeviceClass> LAST_SERVES =
      Comparator.comparing(ExtendedResourceClasses::created)
          .thenComparing(DeviceClass::name, Comparator.reverseOrder());

  private ExtendedResourceClasses() {}

  /** Whether device classes serve extended resources at all. */
  public static boolean enabled(FeatureGates gates) {
    return gates.enabled(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION)
        && gates.enabled(FeatureGate.DRA_EXTENDED_RESOURCE);
  }

  /** Whether a resource is one that device classes may serve. */
  public static boolean mayServe(String resource) {
    return ResourceNames.isExtended(resource) || resource.startsWith(NAMED_AFTER_CLASS);
  }

  /** The class that serves a resource; absent where none does. */
  public static @Nullable DeviceClass serving(String resource, ClusterView cluster) {
    if (resource.startsWith(NAMED_AFTER_CLASS)) {
      String name = resource.substring(NAMED_AFTER_CLASS.length());
      return (DeviceClass) cluster.object(ObjectKind.DEVICE_CLASS, name);
    }
    DeviceClass serving = null;
    for (ClusterObject object : cluster.objects(ObjectKind.DEVICE_CLASS)) {
      var candidate = (DeviceClass) object;
      if (resource.equals(candidate.extendedResourceName())
          && (serving == null || LAST_SERVES.compare(serving, candidate) < 0)) {
        serving = candidate;
      }
    }
    return serving;
  }

  private static Instant created(DeviceClass deviceClass) {
    Instant created = deviceClass.meta().creationTimestamp();
    return created == null ? Instant.MIN : created;
  }
}
