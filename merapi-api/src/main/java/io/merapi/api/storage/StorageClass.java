package io.merapi.api.storage;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A class of volumes and how they are made.
 *
 * @param parameters what the provisioner is told; Volcano reads the name of the CSI driver there
 * @param volumeBindingMode {@code Immediate} or {@code WaitForFirstConsumer}; absent fails the pods
 *     that wait for a volume of the class
 * @param allowedTopologies where volumes can be made, one term of which must match the node; empty
 *     means everywhere
 */
public record StorageClass(
    ObjectMeta meta,
    String provisioner,
    Labels parameters,
    @Nullable String volumeBindingMode,
    List<TopologyTerm> allowedTopologies)
    implements ClusterObject {

  public StorageClass {
    allowedTopologies = List.copyOf(allowedTopologies);
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.STORAGE_CLASS;
  }

  /** Labels of a node that must all match; a term without any matches no node. */
  public record TopologyTerm(List<TopologyRequirement> requirements) {

    public TopologyTerm {
      requirements = List.copyOf(requirements);
    }
  }

  /** A label whose value must be one of these. */
  public record TopologyRequirement(String key, List<String> values) {

    public TopologyRequirement {
      values = List.copyOf(values);
    }
  }
}
