package io.merapi.api.device;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind of device that claims ask for by name.
 *
 * @param selectors conditions that must all hold
 * @param configurations what drivers are told about devices of the class
 * @param extendedResourceName the extended resource that pods may request instead of making a
 *     claim; absent for none but the one derived from the class's name
 */
public record DeviceClass(
    ObjectMeta meta,
    List<DeviceSelector> selectors,
    List<DeviceConfiguration> configurations,
    @Nullable String extendedResourceName)
    implements ClusterObject {

  public DeviceClass {
    selectors = List.copyOf(selectors);
    configurations = List.copyOf(configurations);
  }

  /** A class that tells drivers nothing. */
  public DeviceClass(
      ObjectMeta meta, List<DeviceSelector> selectors, @Nullable String extendedResourceName) {
    this(meta, selectors, List.of(), extendedResourceName);
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.DEVICE_CLASS;
  }
}
