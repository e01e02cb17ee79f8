package io.merapi.config.batch;

import io.merapi.api.resource.Quantity;
import io.merapi.config.source.ScalarRules;
import io.merapi.config.source.ScalarType;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Scalar;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which values upstream takes for an argument, by the way in which it gets at them. */
enum VolcanoScalars implements ScalarRules {

  /**
   * By its accessors: a whole number must have been written as one, a number may be whole, a flag
   * may be a string, and a string must be one.
   */
  ACCESSED {
    @Override
    public @Nullable Long integer(SourceNode node) {
      return resolved(node) instanceof Long whole ? whole : null;
    }

    @Override
    public @Nullable Double number(SourceNode node) {
      return switch (resolved(node)) {
        case Long whole -> whole.doubleValue();
        case Double number -> number;
        case null, default -> null;
      };
    }

    @Override
    public @Nullable Boolean flag(SourceNode node) {
      if (!(node instanceof Scalar scalar)) {
        return null;
      }
      return switch (scalar.type()) {
        case FLAG -> scalar.flag();
        case TEXT -> parsed(scalar.text());
        case INTEGER, NUMBER, NULL -> null;
      };
    }

    @Override
    public Nulls nulls() {
      return Nulls.WRONG;
    }

    @Override
    public ScalarRules decoded() {
      return DECODED;
    }
  },

  /** By a structure decoder: see {@link io.merapi.api.plugin.Arguments#decoded}. */
  DECODED {
    @Override
    public @Nullable Long integer(SourceNode node) {
      if (isNull(node)) {
        return 0L;
      }
      return switch (resolved(node)) {
        case Long whole -> whole;
        case BigInteger unsigned -> unsigned.longValue();
        case Double number -> number.longValue();
        case null, default -> null;
      };
    }

    @Override
    public @Nullable Double number(SourceNode node) {
      if (isNull(node)) {
        return 0.0;
      }
      Number number = resolved(node);
      return number == null ? null : number.doubleValue();
    }

    @Override
    public @Nullable Boolean flag(SourceNode node) {
      if (!(node instanceof Scalar scalar)) {
        return null;
      }
      return scalar.isNull() ? Boolean.FALSE : scalar.flag();
    }

    @Override
    public @Nullable String text(SourceNode node) {
      return isNull(node) ? "" : super.text(node);
    }

    @Override
    public Nulls nulls() {
      return Nulls.ZERO;
    }
  };

  private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "True", "TRUE");
  private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "False", "FALSE");

  @Override
  public @Nullable String text(SourceNode node) {
    return node instanceof Scalar scalar && scalar.type() == ScalarType.TEXT ? scalar.text() : null;
  }

  @Override
  public @Nullable Duration duration(SourceNode node) {
    String text = text(node);
    return text == null ? null : GoDuration.parse(text);
  }

  @Override
  public @Nullable Quantity quantity(SourceNode node) {
    String text = text(node);
    return text == null ? null : ScalarRules.quantity(text);
  }

  private static @Nullable Boolean parsed(String text) {
    if (TRUE.contains(text)) {
      return true;
    }
    return FALSE.contains(text) ? false : null;
  }

  private static @Nullable Number resolved(SourceNode node) {
    return node instanceof Scalar scalar ? scalar.number() : null;
  }

  private static boolean isNull(SourceNode node) {
    return node instanceof Scalar scalar && scalar.isNull();
  }
}
