package io.merapi.sim.trace;

/** A line of a trace cannot be read; the message goes with the column, if one is to blame. */
final class BrokenRow extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String column;

  /**
   * A line that is broken.
   *
   * @param column empty where the line as a whole is broken
   */
  BrokenRow(String column, String message) {
    super(message, null, false, false);
    this.column = column;
  }

  BrokenRow(String column, String found, String expected) {
    this(column, "(%s) must be %s".formatted(found, expected));
  }

  String column() {
    return column;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
