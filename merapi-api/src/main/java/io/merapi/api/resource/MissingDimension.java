package io.merapi.api.resource;

/** What a comparison of {@link Resources} takes a scalar for that one side does not have. */
public enum MissingDimension {
  /** Nothing of it. */
  ZERO,
  /** More of it than any number. */
  INFINITY
}
