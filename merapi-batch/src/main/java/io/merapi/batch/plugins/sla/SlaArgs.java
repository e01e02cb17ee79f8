package io.merapi.batch.plugins.sla;

import io.merapi.api.plugin.Arguments;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the {@code sla} plugin reads from its arguments.
 *
 * @param waitingTime how long a job that says nothing itself may wait; null for as long as it takes
 */
public record SlaArgs(@Nullable Duration waitingTime) {

  public static final SlaArgs DEFAULTS = new SlaArgs(null);

  public static SlaArgs bind(Arguments in) {
    return new SlaArgs(
        in.duration("sla-waiting-time")
            .where(time -> time.isPositive(), "be longer than 0")
            .orNull());
  }
}
