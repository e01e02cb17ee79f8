package io.merapi.cluster.run;

/** Told what the operator of a scheduler should know. */
public interface RunLog {

  /** Something worth a line happened. */
  void info(String message);

  /** Something is wrong; the scheduler goes on. */
  void warn(String message);
}
