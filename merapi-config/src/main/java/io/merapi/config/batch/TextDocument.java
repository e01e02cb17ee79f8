package io.merapi.config.batch;

import io.merapi.config.source.MalformedTextException;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceParser;
import org.jspecify.annotations.Nullable;

/** A text in YAML or JSON that an object of the cluster carries. */
public final class TextDocument {

  private TextDocument() {}

  /**
   * The values of a text: maps by text, lists, texts, numbers and flags; fields without a value are
   * left out.
   *
   * @return null where it cannot be read, or is empty
   */
  public static @Nullable Object read(String text) {
    try {
      SourceNode document = SourceParser.parse("document", text).first();
      return document == null ? null : PlainValues.of(document);
    } catch (MalformedTextException _) {
      return null;
    }
  }
}
