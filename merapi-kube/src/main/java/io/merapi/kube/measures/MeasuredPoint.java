package io.merapi.kube.measures;

/** Where plugins are run, as far as that is timed. */
public enum MeasuredPoint {
  PRE_ENQUEUE("PreEnqueue"),
  PRE_FILTER("PreFilter"),
  FILTER("Filter"),
  POST_FILTER("PostFilter"),
  PRE_SCORE("PreScore"),
  SCORE("Score"),
  RESERVE("Reserve"),
  UNRESERVE("Unreserve"),
  PERMIT("Permit"),
  PRE_BIND_PRE_FLIGHT("PreBindPreFlight"),
  PRE_BIND("PreBind"),
  BIND("Bind"),
  POST_BIND("PostBind");

  private final String label;

  MeasuredPoint(String label) {
    this.label = label;
  }

  /** Its name in upstream's metrics. */
  public String label() {
    return label;
  }
}
