package io.merapi.batch.session;

import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.PluginOption;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the plugins of a session by their names, and owns what they keep from one session to the
 * next.
 */
public interface PluginFactory {

  /**
   * A new instance for one session.
   *
   * @return null where no plugin of that name can be made
   */
  @Nullable BatchPlugin make(PluginOption option, SchedulingSession session);

  /** What a plugin registers for under its arguments, at most; for most it is all that it can. */
  default Set<ExtensionPoint> registered(PluginOption option) {
    return EnumSet.allOf(ExtensionPoint.class);
  }
}
