package io.merapi.batch.job;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.session.Job.DisruptionBudget;
import io.merapi.kube.configuration.GoDuration;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What groups say by annotations alone. */
final class GroupAnnotations {

  private GroupAnnotations() {}

  /** The longest time that the group may wait; null where it does not say, or nothing usable. */
  static @Nullable Duration waitingTime(ObjectMeta meta) {
    Duration stated = waitingTime(meta, VolcanoKeys.SLA_WAITING_TIME);
    return stated == null ? waitingTime(meta, VolcanoKeys.BARE_SLA_WAITING_TIME) : stated;
  }

  private static @Nullable Duration waitingTime(ObjectMeta meta, String key) {
    String text = meta.annotations().get(key);
    Duration stated = text == null ? null : GoDuration.parse(text);
    return stated == null || !stated.isPositive() ? null : stated;
  }

  /** How many tasks evictions must leave; the minimum comes before the maximum. */
  static DisruptionBudget budget(ObjectMeta meta) {
    String minimum = meta.annotations().get(VolcanoKeys.JDB_MIN_AVAILABLE);
    if (minimum != null) {
      return new DisruptionBudget(minimum, "");
    }
    String maximum = meta.annotations().get(VolcanoKeys.JDB_MAX_UNAVAILABLE);
    return maximum == null ? DisruptionBudget.NONE : new DisruptionBudget("", maximum);
  }
}
