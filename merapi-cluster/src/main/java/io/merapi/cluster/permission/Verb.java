package io.merapi.cluster.permission;

import java.util.Locale;

/** What is done to an object, in the words of roles. */
public enum Verb {
  GET("GET"),
  LIST("GET"),
  WATCH("GET"),
  CREATE("POST"),
  UPDATE("PUT"),
  PATCH("PATCH"),
  DELETE("DELETE");

  private final String method;

  Verb(String method) {
    this.method = method;
  }

  /** The method of HTTP that does it. */
  String method() {
    return method;
  }

  /** As a role writes it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
