package io.merapi.sim.report.html;

import java.util.Locale;

/** What the values of a chart count. */
enum Unit {
  /** Parts of a whole, from 0 to 1. */
  SHARE,
  /** Pods, jobs and the like. */
  COUNT;

  /** A value as people read it. */
  String text(double value) {
    return switch (this) {
      case SHARE -> String.format(Locale.ROOT, "%.0f %%", value * 100);
      case COUNT -> count(Math.round(value));
    };
  }

  /** A value as it stands beside an axis, where every mark must be exact. */
  String mark(double value) {
    return switch (this) {
      case SHARE -> number(value * 100, 1) + " %";
      case COUNT -> text(value);
    };
  }

  /** A value as the script of the page reads it. */
  String data(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return switch (this) {
      case SHARE -> number(value, 4);
      case COUNT -> number(value, 1);
    };
  }

  /** A number of things as people read it. */
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A number with no more digits after the point than it needs. */
  static String number(double value, int digits) {
    double scale = Math.pow(10, digits);
    double rounded = Math.round(value * scale) / scale;
    long whole = (long) rounded;
    return whole == rounded ? Long.toString(whole) : Double.toString(rounded);
  }
}
