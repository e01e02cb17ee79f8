package io.merapi.cli;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.config.source.Spelling;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells kinds that a simulation can do without from those that nobody knows.
 *
 * <p>A dump of a cluster holds much that scheduling never reads. A kind that neither Kubernetes nor
 * Volcano has is more likely a mistake, and passing over it would leave work out in silence.
 */
final class KnownKinds {

  /** Kinds of Kubernetes in groups that do not tell by their name, as in {@code DaemonSet.apps}. */
  private static final Set<String> ORDINARY =
      Set.of(
          "Binding",
          "ComponentStatus",
          "Endpoints",
          "Event",
          "LimitRange",
          "PodTemplate",
          "Secret",
          "ServiceAccount",
          "ControllerRevision.apps",
          "DaemonSet.apps",
          "CronJob.batch",
          "HorizontalPodAutoscaler.autoscaling",
          "Eviction.policy");

  private static final List<String> GROUPS = List.of(".k8s.io", ".volcano.sh");

  private KnownKinds() {}

  /**
   * What is wrong with kinds that were passed over.
   *
   * @param skipped how many objects of each, as in {@code DaemonSet.apps}
   */
  static List<String> complaints(Map<String, Long> skipped) {
    return skipped.entrySet().stream()
        .filter(entry -> !isOrdinary(entry.getKey()))
        .map(entry -> complaint(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static boolean isOrdinary(String kind) {
    return ORDINARY.contains(kind) || GROUPS.stream().anyMatch(kind::endsWith);
  }

  private static String complaint(String kind, long objects) {
    String name = kind.replaceFirst("\\..*", "");
    String advice = Spelling.advice(name, names());
    return "%s of the unknown kind %s%s"
        .formatted(Report.plural(objects, "object"), kind, advice.isEmpty() ? "" : "; " + advice);
  }

  private static Collection<String> names() {
    return Arrays.stream(ObjectKind.values()).map(ObjectKind::kindName).toList();
  }
}
