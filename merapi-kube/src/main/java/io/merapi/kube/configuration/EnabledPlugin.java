package io.merapi.kube.configuration;

/**
 * A plugin that a profile enables.
 *
 * @param weight 0 where none is given, which counts as 1
 */
public record EnabledPlugin(String name, int weight) {

  public static EnabledPlugin of(String name) {
    return new EnabledPlugin(name, 0);
  }
}
