package io.merapi.api.batch;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.ResourceList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue of pod groups with its share of the cluster.
 *
 * @param capability the most it may use; a resource that is missing has no limit
 * @param guarantee what is kept for it
 * @param deserved what it is entitled to and may reclaim
 * @param reclaimable whether others may reclaim from it; absent means yes
 * @param parent the queue above it; empty means the root
 * @param affinity the node groups it wants or avoids; absent takes those of the nearest queue above
 *     that states some, where queues form a tree, while an empty one does not
 * @param type a free text; scheduling does not read it
 * @param dequeueStrategy {@code fifo}, {@code traverse} or empty; scheduling does not read it
 * @param state whether it is open
 * @param allocated what its groups use, as the status reports it
 */
public record Queue(
    ObjectMeta meta,
    int weight,
    ResourceList capability,
    ResourceList guarantee,
    ResourceList deserved,
    @Nullable Boolean reclaimable,
    String parent,
    int priority,
    @Nullable Affinity affinity,
    String type,
    String dequeueStrategy,
    QueueState state,
    ResourceList allocated)
    implements ClusterObject {

  /** An open queue of weight 1 that promises nothing and limits nothing, for one made in code. */
  public static Queue open(String name, boolean reclaimable) {
    return new Queue(
        ObjectMeta.named("", name),
        1,
        ResourceList.EMPTY,
        ResourceList.EMPTY,
        ResourceList.EMPTY,
        reclaimable,
        "",
        0,
        null,
        "",
        "",
        QueueState.OPEN,
        ResourceList.EMPTY);
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.QUEUE;
  }

  /** The same queue with other metadata. */
  public Queue withMeta(ObjectMeta newMeta) {
    return copy(newMeta, state, allocated);
  }

  /** The same queue with another status. */
  public Queue withStatus(QueueState newState, ResourceList newAllocated) {
    return copy(meta, newState, newAllocated);
  }

  private Queue copy(ObjectMeta newMeta, QueueState newState, ResourceList newAllocated) {
    return new Queue(
        newMeta,
        weight,
        capability,
        guarantee,
        deserved,
        reclaimable,
        parent,
        priority,
        affinity,
        type,
        dequeueStrategy,
        newState,
        newAllocated);
  }

  /** Whether other queues may reclaim from this one. */
  public boolean mayBeReclaimed() {
    return reclaimable == null || reclaimable;
  }

  /** Node groups, by name, in order of preference. */
  public record Affinity(NodeGroups affinity, NodeGroups antiAffinity) {}

  /** Node groups that are wanted, or avoided, strictly and by preference. */
  public record NodeGroups(List<String> required, List<String> preferred) {

    public static final NodeGroups NONE = new NodeGroups(List.of(), List.of());

    public NodeGroups {
      required = List.copyOf(required);
      preferred = List.copyOf(preferred);
    }
  }
}
