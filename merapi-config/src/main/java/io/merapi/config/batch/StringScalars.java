package io.merapi.config.batch;

import io.merapi.api.resource.Quantity;
import io.merapi.config.source.ScalarRules;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Scalar;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The rules of {@code metrics}, a map of strings: whatever single value stands there is its text.
 */
enum StringScalars implements ScalarRules {
  INSTANCE;

  @Override
  public @Nullable String text(SourceNode node) {
    return node instanceof Scalar scalar ? scalar.text() : null;
  }

  @Override
  public @Nullable Duration duration(SourceNode node) {
    return node instanceof Scalar scalar ? GoDuration.parse(scalar.text()) : null;
  }

  @Override
  public @Nullable Long integer(SourceNode node) {
    return null;
  }

  @Override
  public @Nullable Double number(SourceNode node) {
    return null;
  }

  @Override
  public @Nullable Boolean flag(SourceNode node) {
    return null;
  }

  @Override
  public @Nullable Quantity quantity(SourceNode node) {
    return null;
  }
}
