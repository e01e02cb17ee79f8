package io.merapi.config.plugins;

import io.merapi.api.plugin.ProblemKind;

/** A JAR whose plugins cannot be used; the message says why, without the name of the file. */
final class BrokenJarException extends Exception {

  private final ProblemKind kind;

  BrokenJarException(ProblemKind kind, String why) {
    super(why);
    this.kind = kind;
  }

  ProblemKind kind() {
    return kind;
  }
}
