package io.merapi.config.source;

/** What a single value of a file is taken for. */
public enum ScalarType {
  TEXT,
  /** A whole number of 64 bits, signed or not. */
  INTEGER,
  /** Any other number that a double holds, and those that are not finite. */
  NUMBER,
  FLAG,
  NULL
}
