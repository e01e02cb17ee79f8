package io.merapi.api.pod;

/** Where a pod is in its life, as its status says. */
public enum PodPhase {
  PENDING("Pending"),
  RUNNING("Running"),
  SUCCEEDED("Succeeded"),
  FAILED("Failed"),
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
}
