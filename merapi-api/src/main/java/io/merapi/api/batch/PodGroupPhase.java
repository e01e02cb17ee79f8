package io.merapi.api.batch;

/** Where a pod group is in its life, as its status says. */
public enum PodGroupPhase {
  /** Known to the scheduler, but not admitted to its queue. */
  PENDING("Pending"),
  /** Admitted: controllers may create its pods. */
  INQUEUE("Inqueue"),
  /** At least the minimum of its pods has a place. */
  RUNNING("Running"),
  /** Some pods run while others of the minimum cannot be placed. */
  UNKNOWN("Unknown"),
  /** All its pods have ended. */
  COMPLETED("Completed"),
  /** The status does not say; treated as pending. */
  UNSET("");

  private final String text;

  PodGroupPhase(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
