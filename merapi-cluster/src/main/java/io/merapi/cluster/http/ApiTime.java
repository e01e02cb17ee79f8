package io.merapi.cluster.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Times as the objects of an API server have them. */
public final class ApiTime {

  /** The API server takes six decimals, no more and no less. */
  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private ApiTime() {}

  /** As most fields have it. */
  public static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** As leases and newer Events have it. */
  public static String microseconds(Instant time) {
    return MICROSECONDS.format(time);
  }
}
