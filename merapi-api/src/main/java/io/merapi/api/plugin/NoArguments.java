package io.merapi.api.plugin;

/** The arguments of a plugin that takes none. */
public record NoArguments() {

  public static final NoArguments NONE = new NoArguments();
}
