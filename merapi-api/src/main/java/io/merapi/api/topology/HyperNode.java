package io.merapi.api.topology;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A domain of the network, made of nodes or of smaller domains.
 *
 * @param tier the lower, the faster its members reach each other
 * @param tierName empty where the object does not say
 */
public record HyperNode(ObjectMeta meta, int tier, String tierName, List<Member> members)
    implements ClusterObject {

  public HyperNode {
    members = List.copyOf(members);
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.HYPER_NODE;
  }

  /**
   * Members of a domain. Several ways to name them add up.
   *
   * @param exactName the name of one member; absent where the object does not name one
   * @param namePattern a regular expression on the names of nodes; absent where there is none
   * @param labels labels of nodes; absent and empty match none
   */
  public record Member(
      MemberType type,
      @Nullable String exactName,
      @Nullable String namePattern,
      @Nullable LabelSelector labels) {}

  /** What a member is. */
  public enum MemberType {
    NODE("Node"),
    HYPER_NODE("HyperNode"),
    /** The object does not say; such a member counts for nothing. */
    UNSET("");

    private final String text;

    MemberType(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }
}
