package io.merapi.kube.plugins.volumezone;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.storage.PersistentVolume;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A label of a volume that says where it is.
 *
 * @param values of which the node must have one
 */
record VolumeTopology(String volumeName, String key, Set<String> values) {

  private static final List<String> KEYS =
      List.of(
          WellKnownKeys.BETA_ZONE,
          WellKnownKeys.BETA_REGION,
          WellKnownKeys.ZONE,
          WellKnownKeys.REGION);

  /** What a volume says of its place; a list with an empty entry says nothing. */
  static List<VolumeTopology> of(PersistentVolume volume) {
    var topologies = new ArrayList<VolumeTopology>();
    for (String key : KEYS) {
      String label = volume.meta().labels().get(key);
      Set<String> values = label == null ? Set.of() : values(label);
      if (!values.isEmpty()) {
        topologies.add(new VolumeTopology(volume.name(), key, values));
      }
    }
    return topologies;
  }

  private static Set<String> values(String label) {
    var values = new TreeSet<String>();
    for (String value : label.split("__", -1)) {
      if (value.isBlank()) {
        return Set.of();
      }
      values.add(value.strip());
    }
    return values;
  }

  /** Whether a node says where it is; one that does not takes every volume. */
  static boolean isPlaced(Labels nodeLabels) {
    for (int i = 0; i < KEYS.size(); i++) {
      if (nodeLabels.has(KEYS.get(i))) {
        return true;
      }
    }
    return false;
  }

  boolean matches(Labels nodeLabels) {
    String value = valueOn(nodeLabels);
    return value != null && values.contains(value);
  }

  /** What the node says, under the label's present name where it does not have the former one. */
  @Nullable String valueOn(Labels nodeLabels) {
    String value = nodeLabels.get(key);
    return value == null ? nodeLabels.get(presentName()) : value;
  }

  private String presentName() {
    return switch (key) {
      case WellKnownKeys.BETA_ZONE -> WellKnownKeys.ZONE;
      case WellKnownKeys.BETA_REGION -> WellKnownKeys.REGION;
      default -> key;
    };
  }
}
