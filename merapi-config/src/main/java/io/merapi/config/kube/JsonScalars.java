package io.merapi.config.kube;

import io.merapi.api.resource.Quantity;
import io.merapi.config.source.ScalarRules;
import io.merapi.config.source.ScalarType;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.kube.configuration.GoDuration;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
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
    return switch (scalar.type()) {
      case INTEGER -> {
        Long value = goInteger(scalar.text().replace("_", ""));
        yield value == null && !json ? whole(scalar.text()) : value;
      }
      case NUMBER -> json ? null : whole(scalar.text());
      case TEXT, FLAG, NULL -> null;
    };
  }

  @Override
  public @Nullable Double number(SourceNode node) {
    if (!(node instanceof Scalar scalar)
        || (scalar.type() != ScalarType.INTEGER && scalar.type() != ScalarType.NUMBER)) {
      return null;
    }
    Long integer = scalar.type() == ScalarType.INTEGER ? integer(node) : null;
    return integer != null ? Double.valueOf(integer) : finite(scalar.text());
  }

  @Override
  public @Nullable Boolean flag(SourceNode node) {
    if (!(node instanceof Scalar scalar) || scalar.type() != ScalarType.FLAG) {
      return null;
    }
    return ScalarType.flag(scalar.text());
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
    try {
      return Quantity.parse(scalar.text());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** A whole number as Go writes it in source: a prefix gives the base, a leading 0 means 8. */
  private static @Nullable Long goInteger(String text) {
    boolean negative = text.startsWith("-");
    String digits = negative || text.startsWith("+") ? text.substring(1) : text;
    String lower = digits.toLowerCase(Locale.ROOT);
    int base = 10;
    int skip = 0;
    if (lower.startsWith("0x")) {
      base = 16;
      skip = 2;
    } else if (lower.startsWith("0b")) {
      base = 2;
      skip = 2;
    } else if (lower.startsWith("0o")) {
      base = 8;
      skip = 2;
    } else if (lower.startsWith("0") && lower.length() > 1) {
      base = 8;
      skip = 1;
    }
    try {
      return Long.parseLong((negative ? "-" : "") + lower.substring(skip), base);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable Long whole(String text) {
    Double value = finite(text);
    if (value == null || value != Math.rint(value) || Math.abs(value) >= 0x1p63) {
      return null;
    }
    return new BigDecimal(value).longValueExact();
  }

  private static @Nullable Double finite(String text) {
    try {
      double value = Double.parseDouble(text.replace("_", ""));
      return Double.isFinite(value) ? value : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
