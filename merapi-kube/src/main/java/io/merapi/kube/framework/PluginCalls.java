package io.merapi.kube.framework;

import io.merapi.api.framework.Verdict;
import java.util.function.Supplier;

/**
 * Calls plugins so that one that throws costs its pod this attempt and nothing else.
 *
 * <p>Loops over many nodes catch what is thrown themselves, once around the loop over plugins, and
 * use only {@link #thrown}.
 */
final class PluginCalls {

  private PluginCalls() {}

  static Verdict ask(Supplier<Verdict> call) {
    try {
      return call.get();
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return thrown(e);
    }
  }

  /** What a plugin that threw is taken to have answered; the caller's words name the plugin. */
  static Verdict thrown(Throwable thrown) {
    return Verdict.error("the plugin threw " + thrown);
  }

  /**
   * The words of a verdict that stands where it must not, for upstream's texts that wrap them.
   *
   * <p>Skip and Wait have no words of their own; upstream's texts then hold a formatting error.
   */
  static String words(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Success _, Verdict.Skip _, Verdict.Wait _ ->
          verdict.code() + " is no answer to this";
      case Verdict.Rejected _, Verdict.Held _, Verdict.Failed _ ->
          String.join(", ", verdict.texts());
    };
  }
}
