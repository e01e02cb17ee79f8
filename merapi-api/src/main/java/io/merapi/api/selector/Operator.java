package io.merapi.api.selector;

import org.jspecify.annotations.Nullable;

/** How a requirement relates a label to its values; upstream's {@code selection.Operator}. */
public enum Operator {
  IN("in"),
  NOT_IN("notin"),
  EQUALS("="),
  DOUBLE_EQUALS("=="),
  NOT_EQUALS("!="),
  GREATER_THAN("gt"),
  LESS_THAN("lt"),
  EXISTS("exists"),
  DOES_NOT_EXIST("!");

  private final String symbol;

  Operator(String symbol) {
    this.symbol = symbol;
  }

  /** The word or sign that stands for the operator in messages. */
  public String symbol() {
    return symbol;
  }

  /** The operator that a label selector names, or null if it is none of its four. */
  static @Nullable Operator ofLabelSelector(String name) {
    return switch (name) {
      case "In" -> IN;
      case "NotIn" -> NOT_IN;
      case "Exists" -> EXISTS;
      case "DoesNotExist" -> DOES_NOT_EXIST;
      default -> null;
    };
  }

  /** The operator that a node selector names, or null if it is none of its six. */
  static @Nullable Operator ofNodeSelector(String name) {
    return switch (name) {
      case "Gt" -> GREATER_THAN;
      case "Lt" -> LESS_THAN;
      default -> ofLabelSelector(name);
    };
  }
}
