package io.merapi.explain.conformance;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.session.NodeUsage;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.session.SessionOptions;
import io.merapi.explain.cluster.OfflineBatchCluster;
import io.merapi.explain.conformance.CaseResult.Difference;
import io.merapi.explain.conformance.CaseResult.Status;
import io.merapi.explain.session.RecordingEffects;
import io.merapi.explain.session.SessionAnswers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Answers one case of the batch vectors and compares. */
final class BatchCase {

  private final GoldenCase golden;
  private final RecordedExtender extender;
  private final OfflineBatchCluster cluster;

  BatchCase(GoldenCase golden, BatchConfiguration configuration, boolean reference) {
    this.golden = golden;
    Instant now = golden.now();
    this.extender = new RecordedExtender(map(golden.fields().get("extender")).get("rules"));
    this.cluster =
        new OfflineBatchCluster(
            configuration,
            FeatureGates.DEFAULTS,
            SessionOptions.DEFAULTS.withReference(reference),
            Fixes.NONE,
            now,
            extender);
    golden.objects().forEach(cluster::add);
    map(golden.fields().get("nodeUsage"))
        .forEach((node, load) -> cluster.measured(node, usage(map(load), now)));
  }

  private static NodeUsage usage(Map<String, @Nullable Object> load, Instant now) {
    return NodeUsage.collected(
        now.minusSeconds((long) number(load.get("ageSeconds"))),
        number(load.get("cpu")),
        number(load.get("memory")));
  }

  private static double number(@Nullable Object value) {
    return value instanceof Number number ? number.doubleValue() : 0;
  }

  CaseResult run() {
    List<Difference> differences = compareSession();
    if (differences.isEmpty()) {
      differences = new OutcomeComparison(map(golden.expect().get("outcome"))).with(this::outcome);
    }
    return differences.isEmpty()
        ? CaseResult.PASSED
        : new CaseResult(Status.FAILED, differences, "");
  }

  private List<Difference> compareSession() {
    Map<String, @Nullable Object> expected = copy(map(golden.expect().get("session")));
    boolean partial = Objects.equals(expected.remove("partial"), true);
    var answers = new SessionAnswers(cluster::open);
    Map<String, @Nullable Object> found = copy(answers.general());
    found.put("tasks", copy(tasks(answers, expected)));
    if (!expected.containsKey("victims")) {
      // Recorded only where a plugin that picks victims is configured.
      found.remove("victims");
    }
    if (partial) {
      VaryingAnswers.removeFrom(expected, found);
    }
    var comparison = new BatchComparison();
    comparison.compare("session", expected, found);
    return comparison.differences();
  }

  /** The answers for every task that is recorded; those like another's are put in full. */
  private static Map<String, @Nullable Object> tasks(
      SessionAnswers answers, Map<String, @Nullable Object> expected) {
    Map<String, @Nullable Object> recorded = map(expected.get("tasks"));
    var found = new TreeMap<String, @Nullable Object>();
    for (String key : List.copyOf(recorded.keySet())) {
      if (map(recorded.get(key)).get("sameAs") instanceof String like) {
        recorded.put(key, copy(map(recorded.get(like))));
      }
      found.put(key, answers.task(key));
    }
    return found;
  }

  private Map<String, @Nullable Object> outcome() {
    extender.forget();
    var effects = new RecordingEffects();
    Map<String, @Nullable Object> outcome = effects.outcome(cluster.held(effects));
    outcome.put("extenderCalls", extender.calls());
    return outcome;
  }

  @SuppressWarnings("unchecked") // the file format makes it an object
  private static Map<String, @Nullable Object> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : new TreeMap<>();
  }

  /** A copy, all the way down, that may be changed. */
  private static Map<String, @Nullable Object> copy(Map<String, @Nullable Object> map) {
    var copy = new TreeMap<String, @Nullable Object>();
    map.forEach(
        (key, value) -> copy.put(key, value instanceof Map<?, ?> ? copy(map(value)) : value));
    return copy;
  }
}
