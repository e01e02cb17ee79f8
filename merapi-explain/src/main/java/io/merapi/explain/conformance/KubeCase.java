package io.merapi.explain.conformance;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.PodInfo;
import io.merapi.explain.answers.PodAnswers;
import io.merapi.explain.answers.PodInquiry;
import io.merapi.explain.conformance.CaseResult.Status;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.placement.NodeSampling;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Answers one case of the kube vectors and compares. */
final class KubeCase {

  private static final Set<ExtensionPoint> NOT_RECORDED =
      EnumSet.of(ExtensionPoint.PLACEMENT_GENERATE, ExtensionPoint.PLACEMENT_SCORE);

  private final GoldenCase golden;
  private final KubeConfiguration configuration;
  private final FeatureGates gates;
  private final boolean reference;
  private final TreeComparison comparison = new TreeComparison();
  private final MissingAnswers missing = new MissingAnswers();

  /**
   * @param reference whether pods are placed straight from the definition, and not from memory
   */
  KubeCase(
      GoldenCase golden, KubeConfiguration configuration, FeatureGates gates, boolean reference) {
    this.golden = golden;
    this.configuration = configuration;
    this.gates = gates;
    this.reference = reference;
  }

  CaseResult run() {
    if (golden.expect().containsKey("table")) {
      comparison.compare("table", golden.expect().get("table"), table());
      return result();
    }
    if (golden.expect().containsKey("profiles")) {
      comparison.compare("profiles", golden.expect().get("profiles"), profiles());
    }
    var engine = new KubeEngine(golden, configuration, gates, reference);
    List<String> queueOrder = engine.queueOrder();
    comparison.compare(
        "queueOrder",
        Objects.requireNonNullElse(golden.expect().get("queueOrder"), List.of()),
        queueOrder);
    if (golden.expect().get("sequence") instanceof Map<?, ?> expected) {
      if (missing.matterTo(engine)) {
        missing.leaveOut(engine.missing());
      } else {
        comparison.compare("sequence", expected, new SequenceRun(engine).over(queueOrder));
      }
    } else {
      pods(engine);
    }
    return result();
  }

  private CaseResult result() {
    if (!comparison.differences().isEmpty()) {
      return new CaseResult(Status.FAILED, comparison.differences(), "");
    }
    return missing.leftOut().isEmpty()
        ? CaseResult.PASSED
        : new CaseResult(
            Status.PARTLY,
            List.of(),
            "needs plugins that do not exist yet: " + String.join(", ", missing.leftOut()));
  }

  /** The numbers of nodes to find, row by row of the input. */
  private List<Object> table() {
    var rows = new ArrayList<Object>();
    if (golden.fields().get("table") instanceof List<?> inputs) {
      for (Object input : inputs) {
        if (input instanceof Map<?, ?> row) {
          rows.add(tableRow(row));
        }
      }
    }
    return rows;
  }

  private static Map<String, @Nullable Object> tableRow(Map<?, ?> input) {
    var row = new TreeMap<String, @Nullable Object>();
    input.forEach((key, value) -> row.put(Objects.toString(key), value));
    Integer percentage = number(input.get("percentageOfNodesToScore"));
    Integer nodes = number(input.get("numAllNodes"));
    NodeSampling sampling =
        NodeSampling.of(
            number(input.get("profilePercentageOfNodesToScore")),
            percentage == null ? 0 : percentage,
            true);
    row.put("value", (long) sampling.enough(nodes == null ? 0 : nodes));
    return row;
  }

  private static @Nullable Integer number(@Nullable Object value) {
    return value instanceof Number number ? number.intValue() : null;
  }

  private Map<String, Object> profiles() {
    var profiles = new TreeMap<String, Object>();
    for (Profile profile : configuration.profiles()) {
      var plugins = new TreeMap<String, Object>();
      profile
          .plugins()
          .inOrder()
          .forEach((point, names) -> {
            if (!NOT_RECORDED.contains(point)) {
              plugins.put(point.key(), names);
            }
          });
      profiles.put(
          profile.schedulerName(),
          Map.of("plugins", plugins, "scoreWeights", profile.plugins().scoreWeights()));
    }
    return profiles;
  }

  private void pods(KubeEngine engine) {
    Map<?, ?> expected = golden.expect().get("pods") instanceof Map<?, ?> pods ? pods : Map.of();
    var keys = new ArrayList<String>();
    for (PodInfo pod : engine.pending()) {
      keys.add(pod.key());
      pod(engine, pod, true, expected.get(pod.key()));
    }
    for (PodInfo pod : engine.incoming()) {
      keys.add(pod.key());
      pod(engine, pod, false, expected.get(pod.key()));
    }
    for (Object key : expected.keySet()) {
      if (!keys.contains(Objects.toString(key))) {
        comparison.compare("pods." + key, expected.get(key), null);
      }
    }
  }

  private void pod(KubeEngine engine, PodInfo pod, boolean inCluster, @Nullable Object expected) {
    String path = "pods." + pod.key();
    SchedulingProfile profile = engine.profile(pod);
    if (profile == null || pod.pod().meta().deletionTimestamp() != null) {
      // The recorded text says why in the words of whoever recorded it.
      boolean ignored = expected instanceof Map<?, ?> answers && answers.containsKey("ignored");
      comparison.compare(path + ".ignored", ignored, true);
      return;
    }
    var inquiry =
        new PodInquiry(profile, engine.placement(profile), engine.cluster(), engine.nominations());
    Map<String, Object> found =
        PodAnswers.of(PlacementFindings.of(inquiry.about(pod, inCluster), engine.cluster()));
    if (expected instanceof Map<?, ?> answers) {
      var pair = missing.leaveOut(profile, answers, found);
      comparison.compare(path, pair.expected(), pair.found());
    } else {
      comparison.compare(path, expected, found);
    }
  }
}
