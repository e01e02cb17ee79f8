package io.merapi.batch.devices;

import org.jspecify.annotations.Nullable;

/** Reads texts in YAML or JSON that objects of the cluster carry. */
@FunctionalInterface
public interface DocumentReader {

  /**
   * The values of a text: maps by text, lists, texts, numbers and flags; fields without a value are
   * left out.
   *
   * @return null where it cannot be read, or is empty
   */
  @Nullable Object read(String text);
}
