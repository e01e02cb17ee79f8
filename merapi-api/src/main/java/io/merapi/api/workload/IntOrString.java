package io.merapi.api.workload;

/** A number, or a text that is a percentage such as {@code 50%}. */
public sealed interface IntOrString {

  record Int(int value) implements IntOrString {}

  /** Kept as written even where it is no percentage. */
  record Text(String value) implements IntOrString {}
}
