package io.merapi.sim.recording;

import io.merapi.sim.report.WaitingReason;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Adds up how long pods wait for which reason. */
final class WaitingReasons {

  static final String NOT_ADMITTED = "the group is not admitted to its queue";

  private static final String OTHER = "other reasons";

  /** Messages name counts of nodes, so there are far more of them than reasons. */
  private static final int MOST_MESSAGES = 5_000;

  private static final int MOST_REASONS = 200;

  private static final Pattern BEFORE_NODES = Pattern.compile("^\\d+/\\d+ nodes are \\w+: ");
  private static final Pattern COUNT = Pattern.compile("^\\d+ ");
  private static final Pattern FIRST_COUNT = Pattern.compile("[,;:]? \\d");
  private static final Pattern POSSIBLE_NODE =
      Pattern.compile("^Pod \\S+ can possibly be assigned to \\S+, ");
  private static final Pattern NOT_READY =
      Pattern.compile("^pod group is not ready, .*Origin reason is ?\\S*: (.+)$");

  private static final Pattern LIKE_ANOTHER =
      Pattern.compile("^Task \\S+ with role spec \\S+ has already predicated failed");

  private final Map<String, String> reasons = new HashMap<>();
  private final Map<String, double[]> podMillis = new HashMap<>();

  /** The reason in a message of an event. */
  String reason(String message) {
    String known = reasons.get(message);
    if (known == null) {
      if (reasons.size() >= MOST_MESSAGES) {
        reasons.clear();
      }
      known = brief(message);
      reasons.put(message, known);
    }
    return known;
  }

  /** A message without numbers, names of pods and names of nodes. */
  static String brief(String message) {
    var nodes = BEFORE_NODES.matcher(message);
    if (nodes.find()) {
      String reasons = message.substring(nodes.end());
      int sentence = reasons.indexOf(". ");
      String first = sentence < 0 ? reasons : reasons.substring(0, sentence);
      return Arrays.stream(
              (first.endsWith(".") ? first.substring(0, first.length() - 1) : first).split(", "))
          .map(part -> COUNT.matcher(part).replaceFirst(""))
          .distinct()
          .sorted()
          .collect(Collectors.joining(", "));
    }
    var possible = POSSIBLE_NODE.matcher(message);
    if (possible.find()) {
      return "a node is found, " + message.substring(possible.end());
    }
    var notReady = NOT_READY.matcher(message);
    if (notReady.matches()) {
      return "pod group is not ready: " + brief(notReady.group(1));
    }
    if (LIKE_ANOTHER.matcher(message).find()) {
      return "a pod of the same task did not fit";
    }
    if (message.startsWith("pod group is ready")) {
      return "pod group is ready, pods beyond its minimum wait";
    }
    var count = FIRST_COUNT.matcher(message);
    return count.find() ? message.substring(0, count.start()) : message;
  }

  void add(String reason, long millis) {
    if (millis > 0) {
      double[] sum = podMillis.get(reason);
      if (sum == null) {
        boolean full = podMillis.size() >= MOST_REASONS;
        sum = podMillis.computeIfAbsent(full ? OTHER : reason, _ -> new double[1]);
      }
      sum[0] += millis;
    }
  }

  /**
   * The pods of a job that are not made before it is admitted have waited until now.
   *
   * @param told what the scheduler said of it; empty where it said nothing
   */
  void notAdmitted(JobHistory job, String told, long now) {
    String reason = told.isEmpty() ? NOT_ADMITTED : NOT_ADMITTED + ": " + reason(told);
    add(reason, job.minimum() * (now - job.arrival()));
  }

  /** The longest first. */
  List<WaitingReason> result() {
    return podMillis.entrySet().stream()
        .map(entry -> new WaitingReason(entry.getKey(), entry.getValue()[0] / 1000))
        .sorted(
            Comparator.comparingDouble(WaitingReason::podSeconds)
                .reversed()
                .thenComparing(WaitingReason::reason))
        .toList();
  }
}
