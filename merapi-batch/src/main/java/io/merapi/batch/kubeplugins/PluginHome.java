package io.merapi.batch.kubeplugins;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps plugins from one session to the next, as long as their settings stay the same. Used by one
 * thread.
 *
 * @param <S> all that they are made from
 * @param <P> the plugins
 */
public final class PluginHome<S extends Record, P> {

  private final Function<S, P> maker;
  private @Nullable S settings;
  private @Nullable P plugins;

  public PluginHome(Function<S, P> maker) {
    this.maker = maker;
  }

  /** The plugins for some settings: those of the latest session where it had the same. */
  public P of(S wanted) {
    P kept = plugins;
    if (kept == null || !wanted.equals(settings)) {
      kept = Objects.requireNonNull(maker.apply(wanted));
      plugins = kept;
      settings = wanted;
    }
    return kept;
  }
}
