package io.merapi.kube.framework;

import io.merapi.api.framework.Verdict;

/**
 * The verdict of a run over plugins, with the plugin that decided it.
 *
 * @param plugin empty for a success, and where upstream names no plugin
 */
public record PluginVerdict(Verdict verdict, String plugin) {

  public static final PluginVerdict SUCCESS = new PluginVerdict(Verdict.success(), "");

  static PluginVerdict failed(String message) {
    return new PluginVerdict(Verdict.error(message), "");
  }

  public boolean isSuccess() {
    return verdict.isSuccess();
  }

  /** Whether the pod was turned away, and nothing is broken. */
  public boolean isRejection() {
    return verdict instanceof Verdict.Rejected || verdict instanceof Verdict.Held;
  }

  /** All reasons in one line, as events show them. */
  public String message() {
    return String.join(", ", verdict.texts());
  }
}
