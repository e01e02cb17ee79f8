package io.merapi.kube.configuration;

import java.util.Locale;

/** Where plugins take part, in the order in which upstream fills them when it builds a profile. */
public enum ExtensionPoint {
  PRE_FILTER("preFilter"),
  FILTER("filter"),
  POST_FILTER("postFilter"),
  RESERVE("reserve"),
  PRE_SCORE("preScore"),
  SCORE("score"),
  PRE_BIND("preBind"),
  BIND("bind"),
  POST_BIND("postBind"),
  PERMIT("permit"),
  PRE_ENQUEUE("preEnqueue"),
  QUEUE_SORT("queueSort"),
  PLACEMENT_GENERATE("placementGenerate"),
  PLACEMENT_SCORE("placementScore");

  private final String key;

  ExtensionPoint(String key) {
    this.key = key;
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
