package io.merapi.api.plugin;

import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PluginContext;

/** A plugin that profiles of a {@code KubeSchedulerConfiguration} can name. */
public non-sealed interface KubePluginSpec<A extends Record> extends PluginSpec<A> {

  @Override
  Class<? extends Plugin> type();

  /** Makes the instance of a profile, which is asked about all its pods. */
  Plugin make(A arguments, PluginContext context);
}
