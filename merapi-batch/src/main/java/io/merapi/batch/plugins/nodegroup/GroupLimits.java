package io.merapi.batch.plugins.nodegroup;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.json.JsonResources;
import io.merapi.api.json.JsonValue;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import java.util.HashMap;
import java.util.Map;

/**
 * The most that a queue may use in each node group, as its annotation says.
 *
 * @param readable false where the annotation cannot be read; then the queue may use nothing at all
 * @param limits by group; a resource that is not stated has no limit
 */
record GroupLimits(boolean readable, Map<String, Limit> limits) {

  private static final GroupLimits NONE = new GroupLimits(true, Map.of());
  private static final GroupLimits UNREADABLE = new GroupLimits(false, Map.of());

  static GroupLimits of(QueueInfo queue, Session session) {
    String text =
        queue.queue().meta().annotations().getOrDefault(VolcanoKeys.NODE_GROUP_RESOURCE_LIMITS, "");
    if (text.isEmpty()) {
      return NONE;
    }
    try {
      Map<String, Limit> limits = new HashMap<>();
      JsonResources.readTable(JsonValue.parse(text))
          .forEach((group, list) -> limits.put(group, new Limit(list, session.amounts(list))));
      return new GroupLimits(true, Map.copyOf(limits));
    } catch (IllegalArgumentException _) {
      return UNREADABLE;
    }
  }

  /** Whether an amount is more than the queue may use in a group. */
  boolean exceededBy(Resources amount, String group) {
    Limit limit = limits.get(group);
    return limit != null && limit.exceededBy(amount);
  }

  /**
   * What a queue may use in one group.
   *
   * @param stated the resources that are limited
   * @param amounts the same as sessions compute with them
   */
  record Limit(ResourceList stated, Resources amounts) {

    boolean exceededBy(Resources amount) {
      for (String resource : stated.amounts().keySet()) {
        int id = amount.dictionary().find(resource);
        if (id >= 0 && amount.get(id) - amounts.get(id) >= Resources.EPSILON) {
          return true;
        }
      }
      return false;
    }
  }
}
