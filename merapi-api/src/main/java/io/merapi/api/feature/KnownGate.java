package io.merapi.api.feature;

/**
 * What Kubernetes v1.36.1 says of one of its gates.
 *
 * @param locked whether it can only have its default
 */
public record KnownGate(String name, Stage stage, boolean onByDefault, boolean locked) {

  /** How far a feature has come. */
  public enum Stage {
    ALPHA,
    BETA,
    GA,
    DEPRECATED
  }

  /** Whether some decision of the scheduler asks for it. */
  public boolean changesDecisions() {
    for (FeatureGate gate : FeatureGate.values()) {
      if (gate.key().equals(name)) {
        return true;
      }
    }
    return false;
  }
}
