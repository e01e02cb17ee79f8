package io.merapi.api.batch;

import io.merapi.api.selector.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the pods of a group fall into sub-groups, and how each of these is placed.
 *
 * @param labelSelector the pods it concerns; absent means all
 * @param matchLabelKeys labels whose values divide those pods into sub-groups; a pod that lacks one
 *     of them is left out
 * @param subGroupSize how many pods of a sub-group must start together; absent means 1
 * @param minSubGroups how many sub-groups must start together; absent means 0
 * @param networkTopology absent where sub-groups may lie anywhere
 */
public record SubGroupPolicy(
    String name,
    @Nullable LabelSelector labelSelector,
    List<String> matchLabelKeys,
    @Nullable Integer subGroupSize,
    @Nullable Integer minSubGroups,
    @Nullable NetworkTopology networkTopology) {

  public SubGroupPolicy {
    matchLabelKeys = List.copyOf(matchLabelKeys);
  }
}
