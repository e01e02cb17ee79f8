package io.merapi.batch.plugins.rescheduling;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the {@code rescheduling} plugin reads from its arguments.
 *
 * @param interval how much time passes at least between two runs
 * @param metricsPeriod the averaging period under which the load is looked up; upstream's collector
 *     stores it under {@code 10m} only
 * @param lowNodeUtilization the one strategy there is; null if the file lists only others
 */
public record ReschedulingArgs(
    Duration interval, String metricsPeriod, @Nullable LowNodeUtilization lowNodeUtilization) {

  public static final ReschedulingArgs DEFAULTS =
      new ReschedulingArgs(Duration.ofMinutes(5), "5m", LowNodeUtilization.DEFAULTS);

  private static final String STRATEGY = "lowNodeUtilization";
  private static final String COLLECTED_PERIOD = "10m";

  public static ReschedulingArgs bind(Arguments in) {
    // An interval that is no string ends upstream; a string that is no duration does not.
    boolean given = in.refusing().text("interval").orNull() != null;
    String period = in.refusing().text("metricsPeriod").or("");
    if (period.isEmpty()) {
      period = DEFAULTS.metricsPeriod;
    }
    if (!period.equals(COLLECTED_PERIOD)) {
      in.report(
          "metricsPeriod",
          ProblemKind.POINTLESS,
          "(\"%s\") must be \"%s\", the only period under which load is collected: otherwise nothing is ever evicted"
              .formatted(period, COLLECTED_PERIOD));
    }
    return new ReschedulingArgs(
        given ? in.duration("interval").or(DEFAULTS.interval) : DEFAULTS.interval,
        period,
        strategy(in));
  }

  private static @Nullable LowNodeUtilization strategy(Arguments in) {
    var items = in.objects("strategies");
    if (in.size("strategies") == 0) {
      return DEFAULTS.lowNodeUtilization;
    }
    LowNodeUtilization strategy = null;
    for (Arguments item : items) {
      String name = item.text(item.spelled("name")).or("");
      Arguments params = item.object(item.spelled("params"));
      if (!name.equals(STRATEGY)) {
        item.report(
            item.spelled("name"),
            ProblemKind.UNKNOWN_NAME,
            "(\"%s\") must be %s, the one strategy there is".formatted(name, STRATEGY));
        params.keys().forEach(params::has);
      } else if (isDecodable(item)) {
        // Upstream keeps the parameters by name, so the last of several counts for all.
        strategy = LowNodeUtilization.bind(params);
      }
    }
    return strategy;
  }

  /** Whether upstream takes the strategy in; one whose parameters are no object is left out. */
  private static boolean isDecodable(Arguments item) {
    String key = item.spelled("params");
    return !item.has(key) || item.isObject(key);
  }
}
