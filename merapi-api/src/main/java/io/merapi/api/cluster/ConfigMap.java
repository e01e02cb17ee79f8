package io.merapi.api.cluster;

import io.merapi.api.meta.ObjectMeta;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A ConfigMap; a few of them tell the scheduler of devices.
 *
 * @param data texts by their keys
 */
public record ConfigMap(ObjectMeta meta, SortedMap<String, String> data) implements ClusterObject {

  public ConfigMap {
    data = Collections.unmodifiableSortedMap(new TreeMap<>(data));
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.CONFIG_MAP;
  }
}
