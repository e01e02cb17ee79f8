package io.merapi.config.source;

/**
 * A place in a file.
 *
 * @param file the name as the user gave it; {@code -} for standard input
 * @param line counted from 1; 0 where no line is known
 * @param column counted from 1; 0 where no column is known
 */
public record Location(String file, int line, int column) {

  public static Location of(String file) {
    return new Location(file, 0, 0);
  }

  /** {@code file:line:column}, as editors and compilers write it. */
  @Override
  public String toString() {
    if (line == 0) {
      return file;
    }
    return column == 0 ? file + ":" + line : file + ":" + line + ":" + column;
  }
}
