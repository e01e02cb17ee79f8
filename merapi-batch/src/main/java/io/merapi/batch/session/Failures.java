package io.merapi.batch.session;

import io.merapi.batch.tier.PluginFailure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Plugins that threw in the course of a session; the session goes on without their answer. */
public final class Failures {

  private final List<PluginFailure> all = new ArrayList<>();

  /** What a plugin gives; nothing where it gives null or throws. */
  <T> Optional<T> guard(String plugin, Supplier<@Nullable T> call) {
    try {
      return Optional.ofNullable(call.get());
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      add(plugin, e);
      return Optional.empty();
    }
  }

  /** Has a plugin do something; says whether it did not throw. */
  boolean guard(String plugin, Runnable call) {
    return guard(
            plugin,
            () -> {
              call.run();
              return true;
            })
        .isPresent();
  }

  /** Keeps what a plugin threw. */
  void add(String plugin, Throwable e) {
    add(e instanceof PluginFailure known ? known : new PluginFailure(plugin, e));
  }

  /** Keeps a failure that cost a job or task its turn. */
  public void add(PluginFailure failure) {
    all.add(failure);
  }

  /** In the order in which they happened. */
  public List<PluginFailure> all() {
    return Collections.unmodifiableList(all);
  }
}
