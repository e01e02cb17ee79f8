package io.merapi.api.batch;

/** Whether a queue takes and starts work, as its status says; only an open one does. */
public enum QueueState {
  OPEN("Open"),
  CLOSED("Closed"),
  /** Takes no new groups and waits for the present ones to end. */
  CLOSING("Closing"),
  UNKNOWN("Unknown"),
  /** The status does not say, which is not the same as open. */
  UNSET("");

  private final String text;

  QueueState(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
