package io.merapi.sim.report.html;

/** The colours of the style sheet, in the order in which they are given out. */
final class Palette {

  /** How many things can be told apart. */
  static final int DISTINCT = 7;

  private Palette() {}

  /** The class of the nth colour; all that comes after the distinct ones is grey. */
  static String look(int n) {
    return "c" + (Math.min(n, DISTINCT) + 1);
  }
}
