package io.merapi.cluster.run;

/**
 * Told what the operator of a scheduler should know.
 *
 * <p>A line has a message that is always the same, and fields for what differs: a name, then its
 * value, and so on. Objects of the cluster are values as they are. A log that knows no fields gets
 * them as a part of the message.
 */
public interface RunLog {

  /** The verbosity from which on every decision is a line. */
  int DECISIONS = 2;

  /** The verbosity from which on every session is a line. */
  int SESSIONS = 4;

  /** Something worth a line happened. */
  void info(String message);

  /** Something is wrong; the scheduler goes on. */
  void warn(String message);

  /** Something worth a line happened. */
  default void info(String message, Object... fields) {
    info(LogFields.text(message, fields));
  }

  /** Something is wrong; the scheduler goes on. */
  default void warn(String message, Object... fields) {
    warn(LogFields.text(message, fields));
  }

  /** Whether lines of a verbosity are wanted; asked before they are made. */
  default boolean wants(int verbosity) {
    return verbosity <= 0;
  }

  /** Something happened that is worth a line at a verbosity; only where that is wanted. */
  default void verbose(int verbosity, String message, Object... fields) {
    if (wants(verbosity)) {
      info(message, fields);
    }
  }
}
