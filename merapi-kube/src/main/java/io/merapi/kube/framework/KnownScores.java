package io.merapi.kube.framework;

import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.node.NodeInfo;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Raw scores that need not be asked of their plugins. */
public interface KnownScores {

  /** Every plugin is to be asked. */
  KnownScores NONE = _ -> null;

  /** The raw scores of a plugin for every feasible node; null where the plugin is to be asked. */
  @Nullable ToLongFunction<NodeInfo> of(ScorePlugin plugin);
}
