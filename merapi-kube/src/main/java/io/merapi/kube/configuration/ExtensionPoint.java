package io.merapi.kube.configuration;

import io.merapi.api.framework.BindPlugin;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PermitPlugin;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PostBindPlugin;
import io.merapi.api.framework.PostFilterPlugin;
import io.merapi.api.framework.PreBindPlugin;
import io.merapi.api.framework.PreEnqueuePlugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.QueueSortPlugin;
import io.merapi.api.framework.ReservePlugin;
import io.merapi.api.framework.ScorePlugin;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where plugins take part, in the order in which upstream fills them when it builds a profile. */
public enum ExtensionPoint {
  PRE_FILTER("preFilter", PreFilterPlugin.class),
  FILTER("filter", FilterPlugin.class),
  POST_FILTER("postFilter", PostFilterPlugin.class),
  RESERVE("reserve", ReservePlugin.class),
  PRE_SCORE("preScore", PreScorePlugin.class),
  SCORE("score", ScorePlugin.class),
  PRE_BIND("preBind", PreBindPlugin.class),
  BIND("bind", BindPlugin.class),
  POST_BIND("postBind", PostBindPlugin.class),
  PERMIT("permit", PermitPlugin.class),
  PRE_ENQUEUE("preEnqueue", PreEnqueuePlugin.class),
  QUEUE_SORT("queueSort", QueueSortPlugin.class),
  PLACEMENT_GENERATE("placementGenerate", null),
  PLACEMENT_SCORE("placementScore", null);

  private final String key;
  private final @Nullable Class<? extends Plugin> type;

  /**
   * A point with its key in files.
   *
   * @param type the interface by which a plugin takes part; null for points of pod groups, which
   *     the scheduling of single pods never reaches
   */
  ExtensionPoint(String key, @Nullable Class<? extends Plugin> type) {
    this.key = key;
    this.type = type;
  }

  /** The points whose interfaces a class implements. */
  public static Set<ExtensionPoint> implementedBy(Class<?> plugin) {
    var points = EnumSet.noneOf(ExtensionPoint.class);
    for (ExtensionPoint point : values()) {
      if (point.type != null && point.type.isAssignableFrom(plugin)) {
        points.add(point);
      }
    }
    return points;
  }

  /** The key of a profile's plugins in the file. */
  public String key() {
    return key;
  }

  /** What upstream's messages call it, such as {@code PreFilterPlugin}. */
  public String interfaceName() {
    return key.substring(0, 1).toUpperCase(Locale.ROOT) + key.substring(1) + "Plugin";
  }
}
