package io.merapi.config.kube;

import io.merapi.api.resource.Quantity;
import io.merapi.config.source.ScalarRules;
import io.merapi.config.source.ScalarType;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.kube.configuration.GoDuration;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The strict types of Kubernetes' JSON: {@code "1"} is a string and nothing else.
 *
 * <p>YAML is turned into JSON first, which writes a number such as {@code 2.0} as {@code 2}; so
 * that is a whole number in a YAML file and none in a JSON file.
 */
record JsonScalars(boolean json) implements ScalarRules {

  @Override
  public @Nullable Long integer(SourceNode node) {
    if (!(node instanceof Scalar scalar)) {
      return null;
    }
    return switch (scalar.number()) {
      case Long whole -> whole;
      case Double number when !json -> whole(number);
      case null, default -> null;
    };
  }

  @Override
  public @Nullable Double number(SourceNode node) {
    Number number = node instanceof Scalar scalar ? scalar.number() : null;
    return number != null && Double.isFinite(number.doubleValue()) ? number.doubleValue() : null;
  }

  @Override
  public @Nullable Boolean flag(SourceNode node) {
    return node instanceof Scalar scalar ? scalar.flag() : null;
  }

  @Override
  public @Nullable String text(SourceNode node) {
    if (!(node instanceof Scalar scalar) || scalar.type() != ScalarType.TEXT) {
      return null;
    }
    return scalar.text();
  }

  @Override
  public @Nullable Duration duration(SourceNode node) {
    String text = text(node);
    return text == null ? null : GoDuration.parse(text);
  }

  @Override
  public @Nullable Quantity quantity(SourceNode node) {
    if (!(node instanceof Scalar scalar)
        || scalar.type() == ScalarType.FLAG
        || scalar.type() == ScalarType.NULL) {
      return null;
    }
    return ScalarRules.quantity(scalar.text());
  }

  private static @Nullable Long whole(double value) {
    return value == Math.rint(value) && Math.abs(value) < 0x1p63 ? (Long) (long) value : null;
  }
}
