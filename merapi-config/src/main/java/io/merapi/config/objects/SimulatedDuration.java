package io.merapi.config.objects;

import io.merapi.kube.configuration.GoDuration;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as Go writes them, with days in front where one likes, as in {@code 2d12h}. */
public final class SimulatedDuration {

  private static final Pattern DAYS = Pattern.compile("([0-9]{1,6})d(.*)");

  private static final double NANOS = 1e9;

  private SimulatedDuration() {}

  /** Reads a duration; null where the text is none, or a negative one. */
  public static @Nullable Duration parse(String text) {
    Matcher days = DAYS.matcher(text);
    if (!days.matches()) {
      Duration parsed = GoDuration.parse(text);
      return parsed == null || parsed.isNegative() ? null : parsed;
    }
    Duration whole = Duration.ofDays(Integer.parseInt(days.group(1)));
    if (days.group(2).isEmpty()) {
      return whole;
    }
    Duration rest = GoDuration.parse(days.group(2));
    return rest == null || days.group(2).startsWith("-") || days.group(2).startsWith("+")
        ? null
        : whole.plus(rest);
  }

  static double seconds(Duration duration) {
    return duration.getSeconds() + duration.getNano() / NANOS;
  }
}
