package io.merapi.config.kube;

import io.merapi.api.plugin.ProblemKind;

/** The steps from a text to profiles; upstream stops at the first that finds something. */
public enum Stage {
  /** The text is no such configuration. */
  DECODE("decode"),
  /** A value is not acceptable. */
  VALIDATE("validate"),
  /** No scheduler can be built. */
  BUILD("build");

  private final String key;

  Stage(String key) {
    this.key = key;
  }

  public String key() {
    return key;
  }

  /** The stage at which upstream meets a problem with the arguments of a plugin. */
  static Stage of(ProblemKind kind) {
    return switch (kind) {
      case MALFORMED, UNKNOWN_KEY, WRONG_TYPE -> DECODE;
      case REQUIRED,
          INVALID,
          DUPLICATE,
          NOT_SUPPORTED,
          FORBIDDEN,
          UNKNOWN_NAME,
          POINTLESS,
          OLD_SPELLING ->
          VALIDATE;
    };
  }
}
