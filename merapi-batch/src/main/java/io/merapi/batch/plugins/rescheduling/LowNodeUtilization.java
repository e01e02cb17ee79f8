package io.merapi.batch.plugins.rescheduling;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Evicts from nodes with much load while there are nodes with little. Loads are in percent, by
 * resource.
 *
 * <p>Of pods upstream takes thresholds, under one name and with a default under another, and looks
 * at neither; here both names mean {@code pods}, which counts with the fix {@link
 * io.merapi.api.fixes.Fix#RESCHEDULING_METRICS_PERIOD} only.
 *
 * @param thresholds below which in every resource a node has little load
 * @param targetThresholds above which in any resource a node has much load
 */
public record LowNodeUtilization(
    Map<String, Double> thresholds, Map<String, Double> targetThresholds) {

  public static final LowNodeUtilization DEFAULTS = new LowNodeUtilization(full(), full());

  /** The resources upstream reads a threshold for; its defaults call the last one pods. */
  private static final List<String> RESOURCES = List.of("cpu", "memory", "pod");

  private static final String PODS = "pods";

  public LowNodeUtilization {
    thresholds = Collections.unmodifiableMap(new LinkedHashMap<>(thresholds));
    targetThresholds = Collections.unmodifiableMap(new LinkedHashMap<>(targetThresholds));
  }

  static LowNodeUtilization bind(Arguments in) {
    var low = thresholds(in, "thresholds");
    // Thresholds that are no object make upstream leave the target thresholds unread as well.
    boolean abandoned = in.keys().contains("thresholds") && !in.isObject("thresholds");
    var target = thresholds(in, "targetThresholds");
    return new LowNodeUtilization(low, abandoned ? full() : target);
  }

  private static Map<String, Double> thresholds(Arguments in, String key) {
    Map<String, Double> thresholds = full();
    Arguments given = in.object(key);
    for (String resource : given.keys()) {
      // Upstream insists on whole numbers even where it does not read the resource.
      Long percent =
          given
              .refusing()
              .integer(resource)
              .should(value -> value >= 0 && value <= 100, "be between 0 and 100")
              .orNull();
      if (!RESOURCES.contains(resource)) {
        given.report(
            resource,
            ProblemKind.UNKNOWN_KEY,
            "is a resource that nothing reads; known are " + String.join(", ", RESOURCES));
      }
      String name = resource.equals("pod") ? PODS : resource;
      if (percent != null && thresholds.containsKey(name)) {
        thresholds.put(name, percent.doubleValue());
      }
    }
    return thresholds;
  }

  private static Map<String, Double> full() {
    var thresholds = new LinkedHashMap<String, Double>();
    thresholds.put("cpu", 100.0);
    thresholds.put("memory", 100.0);
    thresholds.put(PODS, 100.0);
    return thresholds;
  }
}
