package io.merapi.batch.plugins.nodegroup;

import io.merapi.api.batch.Queue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which node groups a queue wants and which it avoids; upstream's {@code queueGroupAffinity}.
 *
 * @param ranks the place of each preferred group in the queue's list; of two entries for one group
 *     the last counts
 */
record GroupRules(
    Set<String> required, Map<String, Integer> ranks, Set<String> forbidden, Set<String> avoided) {

  private static final double FULL_SCORE = 100;

  /** The rules of a queue that states none. */
  static final GroupRules NONE = new GroupRules(Set.of(), Map.of(), Set.of(), Set.of());

  static GroupRules of(Queue.@Nullable Affinity stated) {
    if (stated == null) {
      return NONE;
    }
    Map<String, Integer> ranks = new HashMap<>();
    List<String> preferred = stated.affinity().preferred();
    for (int rank = 0; rank < preferred.size(); rank++) {
      ranks.put(preferred.get(rank), rank);
    }
    return new GroupRules(
        Set.copyOf(stated.affinity().required()),
        Map.copyOf(ranks),
        Set.copyOf(stated.antiAffinity().required()),
        Set.copyOf(stated.antiAffinity().preferred()));
  }

  boolean isEmpty() {
    return required.isEmpty() && ranks.isEmpty() && forbidden.isEmpty() && avoided.isEmpty();
  }

  /** Whether the queue may use a group: one that it wants and does not forbid, or only avoids. */
  boolean admit(String group) {
    boolean wanted = required.contains(group) || ranks.containsKey(group);
    return avoided.contains(group) || (wanted && !forbidden.contains(group));
  }

  /**
   * How much the queue likes a group.
   *
   * @param ordered whether preferred groups score by their place in the list
   */
  double score(String group, boolean ordered) {
    if (avoided.contains(group)) {
      return -1;
    }
    double score = required.contains(group) ? FULL_SCORE : 0;
    Integer rank = ranks.get(group);
    if (rank == null) {
      return score;
    }
    int groups = ranks.size();
    return score + (ordered ? 0.5 * FULL_SCORE * (groups - rank) / groups : 0.5 * FULL_SCORE);
  }
}
