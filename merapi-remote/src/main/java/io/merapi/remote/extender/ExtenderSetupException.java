package io.merapi.remote.extender;

/**
 * The configuration of an extender cannot be put into force; the message names extender and key.
 */
public final class ExtenderSetupException extends Exception {

  private static final long serialVersionUID = 1;

  ExtenderSetupException(String urlPrefix, String key, String what) {
    super("extender (%s): %s %s".formatted(urlPrefix, key, what));
  }
}
