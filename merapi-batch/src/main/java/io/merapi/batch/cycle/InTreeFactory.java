package io.merapi.batch.cycle;

import static java.util.Map.entry;

import io.merapi.api.session.Session;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.configuration.InTreePlugins;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.plugins.priority.Priority;
import io.merapi.batch.session.PluginFactory;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.PluginOption;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the plugins that come with the scheduler; those that do not exist yet it cannot make. */
public final class InTreeFactory implements PluginFactory {

  private static final Map<String, Maker> MAKERS =
      Map.ofEntries(
          entry(Gang.NAME, (_, session) -> new Gang(session)),
          entry(Priority.NAME, (_, _) -> new Priority()));

  /** The names of plugins that exist. */
  public static Set<String> existing() {
    return MAKERS.keySet();
  }

  @Override
  public @Nullable BatchPlugin make(PluginOption option, Session session) {
    Maker maker = MAKERS.get(option.name());
    return maker == null ? null : maker.make(option, session);
  }

  @Override
  public Set<ExtensionPoint> registered(PluginOption option) {
    return InTreePlugins.named(option.name())
        .map(spec -> spec.registered(option))
        .orElseGet(() -> PluginFactory.super.registered(option));
  }

  /** Makes an instance for a session. */
  private interface Maker {
    BatchPlugin make(PluginOption option, Session session);
  }
}
