package io.merapi.api.plugin;

import io.merapi.api.session.Session;
import io.merapi.api.session.extension.BatchPlugin;

/** A plugin that tiers of a {@code volcano-scheduler.conf} can name. */
public non-sealed interface BatchPluginSpec<A extends Record> extends PluginSpec<A> {

  @Override
  Class<? extends BatchPlugin> type();

  /** Makes the instance of one session, while the session opens. */
  BatchPlugin make(A arguments, Session session);
}
