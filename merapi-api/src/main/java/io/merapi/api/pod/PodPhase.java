package io.merapi.api.pod;

/** Where a pod is in its life, as its status says. */
public enum PodPhase {
  PENDING("Pending"),
  RUNNING("Running"),
  SUCCEEDED("Succeeded"),
  FAILED("Failed"),
  /** The node cannot be asked; also any word that is none of these. */
  UNKNOWN("Unknown"),
  /** The status does not say; objects written by hand seldom do. */
  UNSET("");

  private final String text;

  PodPhase(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }

  /** The phase of that name. Words that Kubernetes does not know mean {@link #UNKNOWN} to it. */
  public static PodPhase of(String text) {
    return switch (text) {
      case "Pending" -> PENDING;
      case "Running" -> RUNNING;
      case "Succeeded" -> SUCCEEDED;
      case "Failed" -> FAILED;
      case "" -> UNSET;
      default -> UNKNOWN;
    };
  }
}
