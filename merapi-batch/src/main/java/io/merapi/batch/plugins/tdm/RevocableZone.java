package io.merapi.batch.plugins.tdm;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time of day at which a zone's nodes are lent out.
 *
 * <p>Differs from upstream: times of day are those of UTC, wherever the program runs; upstream goes
 * by the time zone of its process.
 *
 * @param text as the file gives it, such as {@code 10:00-21:00}
 * @param hours when it begins and ends; empty if the text says no such thing, and then the zone's
 *     nodes take nothing at all
 * @param flaw why there are no hours, in upstream's words; empty otherwise
 */
public record RevocableZone(String text, Optional<Hours> hours, String flaw) {

  private static final Pattern TIME = Pattern.compile("([0-9]{1,2}):([0-9]{2})");

  /** Reads the hours of a zone; an hour of one digit is fine, a minute of one digit is not. */
  public static RevocableZone parse(String text) {
    String[] times = text.strip().split("-", -1);
    if (times.length != 2) {
      return new RevocableZone(
          text, Optional.empty(), "revocable zone %s format error".formatted(text));
    }
    for (String time : times) {
      String flaw = flaw(time);
      if (!flaw.isEmpty()) {
        return new RevocableZone(text, Optional.empty(), flaw);
      }
    }
    return new RevocableZone(text, Optional.of(new Hours(time(times[0]), time(times[1]))), "");
  }

  /** Whether the hours are on at a moment, the last second included. */
  boolean openAt(Instant moment) {
    return hours.isPresent() && hours.get().include(moment);
  }

  private static String flaw(String time) {
    Matcher matcher = TIME.matcher(time);
    if (!matcher.matches()) {
      return "parsing time \"%s\" as \"15:04\": no time of day".formatted(time);
    }
    if (Integer.parseInt(matcher.group(1)) > 23) {
      return "parsing time \"%s\": hour out of range".formatted(time);
    }
    return Integer.parseInt(matcher.group(2)) > 59
        ? "parsing time \"%s\": minute out of range".formatted(time)
        : "";
  }

  private static LocalTime time(String time) {
    int colon = time.indexOf(':');
    return LocalTime.of(
        Integer.parseInt(time.substring(0, colon)), Integer.parseInt(time.substring(colon + 1)));
  }

  /**
   * From when to when.
   *
   * @param end on the day after, unless it is later than the start
   */
  public record Hours(LocalTime start, LocalTime end) {

    public boolean endsOnTheNextDay() {
      return !start.isBefore(end);
    }

    /**
     * Counted from the day of the moment.
     *
     * <p>Kept from upstream: after midnight, hours that began the day before are over.
     */
    private boolean include(Instant moment) {
      LocalDateTime now =
          LocalDateTime.ofInstant(moment, ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
      LocalDate today = now.toLocalDate();
      LocalDate lastDay = endsOnTheNextDay() ? today.plusDays(1) : today;
      return !now.isBefore(today.atTime(start)) && !now.isAfter(lastDay.atTime(end));
    }
  }
}
