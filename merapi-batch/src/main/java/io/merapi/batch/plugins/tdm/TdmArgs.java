package io.merapi.batch.plugins.tdm;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the {@code tdm} plugin reads from its arguments.
 *
 * @param zones by name, in the order of the file
 * @param evictPeriod how much time passes at least between two evictions
 */
public record TdmArgs(Map<String, RevocableZone> zones, Duration evictPeriod) {

  public static final TdmArgs DEFAULTS = new TdmArgs(Map.of(), Duration.ofMinutes(1));

  private static final String ZONE = "tdm.revocable-zone.";
  private static final String PERIOD = "tdm.evict.period";

  public TdmArgs {
    zones = Collections.unmodifiableMap(new LinkedHashMap<>(zones));
  }

  public static TdmArgs bind(Arguments in) {
    var zones = new LinkedHashMap<String, RevocableZone>();
    for (String key : in.keys()) {
      // Upstream looks for the prefix anywhere in the key and cuts it out.
      int at = key.indexOf(ZONE);
      if (at < 0) {
        continue;
      }
      var zone = RevocableZone.parse(in.refusing().text(key).or(""));
      if (zone.hours().isEmpty() && in.isText(key)) {
        in.report(
            key,
            ProblemKind.INVALID,
            "(\"%s\") must be two times of day such as 10:00-21:00".formatted(zone.text()));
      }
      zones.put(key.substring(0, at) + key.substring(at + ZONE.length()), zone);
    }
    // A period that is no string ends upstream; a string that is no duration does not.
    boolean given = in.refusing().text(PERIOD).orNull() != null;
    return new TdmArgs(
        zones, given ? in.duration(PERIOD).or(DEFAULTS.evictPeriod) : DEFAULTS.evictPeriod);
  }
}
