package io.merapi.api.batch;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.SelectsPods;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A group of pods that is scheduled as a whole; in Volcano's words a job.
 *
 * @param minMember how many pods must start together
 * @param minTaskMember how many pods of each task must start together, by the name of the task
 * @param queue as the object states it; empty where it does not
 * @param minResources what must be free before the group is admitted; absent admits it without a
 *     question, which an empty list does not always
 * @param networkTopology absent where its pods may lie anywhere
 */
public record PodGroup(
    ObjectMeta meta,
    int minMember,
    Map<String, Integer> minTaskMember,
    String queue,
    String priorityClassName,
    @Nullable ResourceList minResources,
    @Nullable NetworkTopology networkTopology,
    List<SubGroupPolicy> subGroupPolicies,
    Status status)
    implements ClusterObject, SelectsPods {

  public PodGroup {
    minTaskMember = Collections.unmodifiableMap(new TreeMap<>(minTaskMember));
    subGroupPolicies = List.copyOf(subGroupPolicies);
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.POD_GROUP;
  }

  /** The same group with other metadata. */
  public PodGroup withMeta(ObjectMeta newMeta) {
    return copy(newMeta, status);
  }

  /** The same group with another status. */
  public PodGroup withStatus(Status newStatus) {
    return copy(meta, newStatus);
  }

  private PodGroup copy(ObjectMeta newMeta, Status newStatus) {
    return new PodGroup(
        newMeta,
        minMember,
        minTaskMember,
        queue,
        priorityClassName,
        minResources,
        networkTopology,
        subGroupPolicies,
        newStatus);
  }

  /** The labels that sort the pods of the group into sub-groups. */
  @Override
  public Set<String> podLabelKeys() {
    var keys = new LinkedHashSet<String>();
    for (SubGroupPolicy policy : subGroupPolicies) {
      if (policy.labelSelector() != null) {
        keys.addAll(policy.labelSelector().keys());
      }
      keys.addAll(policy.matchLabelKeys());
    }
    return keys;
  }

  /** What the last scheduling cycle, and the controllers, reported of the group. */
  public record Status(
      PodGroupPhase phase, List<Condition> conditions, int running, int succeeded, int failed) {

    /** The status of a group that nothing has been reported of. */
    public static final Status UNREPORTED = new Status(PodGroupPhase.UNSET, List.of(), 0, 0, 0);

    public Status {
      conditions = List.copyOf(conditions);
    }

    /** Whether another says the same but for the times and the sessions that conditions name. */
    public boolean saysTheSameAs(Status other) {
      boolean same =
          phase == other.phase
              && running == other.running
              && succeeded == other.succeeded
              && failed == other.failed
              && conditions.size() == other.conditions.size();
      for (int i = 0; same && i < conditions.size(); i++) {
        same = conditions.get(i).saysTheSameAs(other.conditions.get(i));
      }
      return same;
    }
  }

  /**
   * A condition such as {@code Unschedulable}.
   *
   * @param transitionId the scheduling cycle that last changed it
   */
  public record Condition(
      String type,
      String status,
      String transitionId,
      @Nullable Instant lastTransitionTime,
      String reason,
      String message) {

    private boolean saysTheSameAs(Condition other) {
      return type.equals(other.type)
          && status.equals(other.status)
          && reason.equals(other.reason)
          && message.equals(other.message);
    }
  }
}
