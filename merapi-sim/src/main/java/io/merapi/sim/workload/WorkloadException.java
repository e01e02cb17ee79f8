package io.merapi.sim.workload;

/** A workload cannot be read; the message says what is wrong, where, and what was expected. */
public final class WorkloadException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public WorkloadException(String message) {
    super(message);
  }
}
