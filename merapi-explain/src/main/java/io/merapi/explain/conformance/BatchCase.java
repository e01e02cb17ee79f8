package io.merapi.explain.conformance;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.configuration.InTreePlugins;
import io.merapi.batch.cycle.InTreeActions;
import io.merapi.batch.cycle.InTreeFactory;
import io.merapi.batch.cycle.SessionCycle;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.SessionParts;
import io.merapi.explain.conformance.CaseResult.Difference;
import io.merapi.explain.conformance.CaseResult.Status;
import io.merapi.explain.session.SessionAnswers;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Answers one case of the batch vectors and compares. */
final class BatchCase {

  /** The time of cases whose answers do not depend on it. */
  private static final Instant ANY_TIME = Instant.parse("2030-01-01T00:00:00Z");

  private final GoldenCase golden;
  private final BatchConfiguration configuration;
  private final Snapshot snapshot;
  private final InstantSource clock;

  BatchCase(GoldenCase golden, BatchConfiguration configuration) {
    this.golden = golden;
    this.configuration = configuration;
    var state =
        new ClusterState(new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.ALL);
    golden.objects().forEach(object -> state.apply(new ObjectEvent.Applied(object)));
    this.snapshot = state.snapshot();
    this.clock =
        InstantSource.fixed(
            golden.fields().get("now") instanceof String now ? Instant.parse(now) : ANY_TIME);
  }

  CaseResult run() {
    Set<String> missing = missingPlugins();
    List<Difference> differences = compareSession(missing);
    Set<String> missingActions = missingActions();
    if (missing.isEmpty() && missingActions.isEmpty() && differences.isEmpty()) {
      differences = new OutcomeComparison(map(golden.expect().get("outcome"))).with(this::outcome);
      return differences.isEmpty()
          ? CaseResult.PASSED
          : new CaseResult(Status.FAILED, differences, "");
    }
    missing.addAll(missingActions);
    return new CaseResult(
        differences.isEmpty() ? Status.PARTLY : Status.FAILED,
        differences,
        differences.isEmpty() ? "needs " + String.join(", ", missing) : "");
  }

  private Set<String> missingPlugins() {
    Set<String> unmade = open(new RecordingEffects()).plugins().missing();
    return InTreePlugins.names().stream()
        .filter(unmade::contains)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> missingActions() {
    return configuration.actions().stream()
        .filter(action -> InTreeActions.make(action, configuration).isEmpty())
        .map(action -> action.key())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private List<Difference> compareSession(Set<String> missing) {
    Map<String, @Nullable Object> expected = copy(map(golden.expect().get("session")));
    boolean partial = Objects.equals(expected.remove("partial"), true);
    var answers = new SessionAnswers(() -> open(new RecordingEffects()));
    Map<String, @Nullable Object> found = copy(answers.general());
    found.put("tasks", tasks(answers, expected));
    new MissingBatchAnswers(configuration, missing).removeFrom(expected, found);
    if (!expected.containsKey("victims")) {
      // Recorded only where a plugin that picks victims is configured.
      found.remove("victims");
    }
    if (partial) {
      found.keySet().retainAll(expected.keySet());
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
    var effects = new RecordingEffects();
    SessionCycle cycle = cycle(effects);
    SchedulingSession session = cycle.open(snapshot);
    cycle.act(session);
    session.close();
    return effects.outcome(session);
  }

  private SchedulingSession open(BatchEffects effects) {
    return cycle(effects).open(snapshot);
  }

  private SessionCycle cycle(BatchEffects effects) {
    return new SessionCycle(
        configuration,
        SessionOptions.DEFAULTS,
        new InTreeFactory(),
        new SessionParts(effects, FeatureGates.DEFAULTS, Fixes.NONE, clock));
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
