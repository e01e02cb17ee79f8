package io.merapi.api.feature;

import io.merapi.api.feature.KnownGate.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which features are on: the defaults of Kubernetes v1.36.1 and of Volcano but for what somebody
 * set apart.
 *
 * <p>The rules are those of {@code k8s.io/component-base/featuregate}: {@code AllAlpha} and {@code
 * AllBeta} stand for the gates of a stage that are not named themselves, a locked gate keeps its
 * default, and a feature that is on needs the features that it builds upon.
 */
public final class FeatureGates {

  public static final FeatureGates DEFAULTS = new FeatureGates(Map.of());

  private static final Map<String, Stage> STAGES =
      Map.of("AllAlpha", Stage.ALPHA, "AllBeta", Stage.BETA);

  /** Gates that somebody set, also those that {@code AllAlpha} or {@code AllBeta} stood for. */
  private final Map<String, Boolean> set;

  private FeatureGates(Map<String, Boolean> set) {
    this.set = set;
  }

  /** Sets gates by their names, or says why not; a refusal leaves the defaults. */
  public static Outcome of(Map<String, Boolean> wanted) {
    var refusals = new ArrayList<Refusal>();
    var set = new TreeMap<String, Boolean>();
    for (Map.Entry<String, Boolean> gate : new TreeMap<>(wanted).entrySet()) {
      String name = gate.getKey();
      boolean on = gate.getValue();
      KnownGate known = KnownGates.ALL.get(name);
      if (STAGES.containsKey(name)) {
        setStage(Objects.requireNonNull(STAGES.get(name)), on, wanted, set);
      } else if (known == null) {
        refusals.add(new Refusal(name, Reason.UNKNOWN, "unrecognized feature gate: " + name));
      } else if (known.locked() && known.onByDefault() != on) {
        refusals.add(
            new Refusal(
                name,
                Reason.LOCKED,
                "cannot set feature gate %s to %b, feature is locked to %b"
                    .formatted(name, on, known.onByDefault())));
      } else {
        set.put(name, on);
      }
    }
    var gates = new FeatureGates(Collections.unmodifiableMap(set));
    if (refusals.isEmpty()) {
      gates.addUnmetNeeds(refusals);
    }
    return new Outcome(refusals.isEmpty() ? gates : DEFAULTS, refusals);
  }

  private static void setStage(
      Stage stage, boolean on, Map<String, Boolean> wanted, Map<String, Boolean> set) {
    for (KnownGate gate : KnownGates.ALL.values()) {
      if (gate.stage() == stage && !wanted.containsKey(gate.name())) {
        set.put(gate.name(), on);
      }
    }
  }

  private void addUnmetNeeds(List<Refusal> refusals) {
    KnownGates.NEEDS.forEach((name, needs) -> {
      List<String> unmet = needs.stream().filter(need -> !on(need)).toList();
      if (on(name) && !unmet.isEmpty()) {
        refusals.add(
            new Refusal(
                name,
                Reason.UNMET_NEED,
                "%s is enabled, but depends on features that are disabled: [%s]"
                    .formatted(name, String.join(" ", unmet))));
      }
    });
  }

  /** Everything that is known of the gates of Kubernetes v1.36.1 and of Volcano, by name. */
  public static Collection<KnownGate> known() {
    return Collections.unmodifiableCollection(KnownGates.ALL.values());
  }

  /** What is known of a gate; null where there is none of that name. */
  public static @Nullable KnownGate known(String name) {
    return KnownGates.ALL.get(name);
  }

  public boolean enabled(FeatureGate gate) {
    return on(gate.key());
  }

  /**
   * These gates with one of them set.
   *
   * @throws IllegalArgumentException if it is locked, or needs another that is off
   */
  public FeatureGates with(FeatureGate gate, boolean on) {
    var wanted = new TreeMap<>(set);
    wanted.put(gate.key(), on);
    Outcome outcome = of(wanted);
    if (!outcome.refusals().isEmpty()) {
      throw new IllegalArgumentException(outcome.refusals().getFirst().message());
    }
    return outcome.gates();
  }

  private boolean on(String name) {
    Boolean chosen = set.get(name);
    return chosen != null
        ? chosen
        : Objects.requireNonNull(KnownGates.ALL.get(name), name).onByDefault();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FeatureGates that && set.equals(that.set);
  }

  @Override
  public int hashCode() {
    return set.hashCode();
  }

  /** The gates that were set, as {@code Name=true,Other=false}. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    set.forEach((name, on) -> text.append(text.isEmpty() ? "" : ",").append(name + "=" + on));
    return text.toString();
  }

  /** What came of setting gates. */
  public record Outcome(FeatureGates gates, List<Refusal> refusals) {

    public Outcome {
      refusals = List.copyOf(refusals);
    }
  }

  /**
   * A gate that cannot be set so.
   *
   * @param message upstream's words
   */
  public record Refusal(String gate, Reason reason, String message) {}

  /** Why a gate cannot be set. */
  public enum Reason {
    UNKNOWN,
    LOCKED,
    UNMET_NEED
  }
}
