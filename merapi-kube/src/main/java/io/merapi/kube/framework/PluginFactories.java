package io.merapi.kube.framework;

import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PluginContext;
import io.merapi.kube.configuration.Profile;
import org.jspecify.annotations.Nullable;

/** Makes the plugins of a profile by their names. */
public interface PluginFactories {

  /**
   * A new instance for one profile, which also has its arguments.
   *
   * @return null where no plugin of that name can be made
   */
  @Nullable Plugin make(String name, Profile profile, PluginContext context);
}
