package io.merapi.batch.configuration;

import io.merapi.batch.tier.ExtensionPoint;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The actions that a session can run. Upstream refuses a configuration that names another. */
public enum BatchAction {
  ENQUEUE("enqueue"),
  ALLOCATE("allocate"),
  BACKFILL("backfill"),
  PREEMPT("preempt"),
  RECLAIM("reclaim"),
  GANG_PREEMPT("gangpreempt"),
  GANG_RECLAIM("gangreclaim"),
  SHUFFLE("shuffle");

  private final String key;

  BatchAction(String key) {
    this.key = key;
  }

  /** The name in the configuration. */
  public String key() {
    return key;
  }

  /** The extension points in each of which a plugin must take part, or the action does nothing. */
  public Set<ExtensionPoint> needs() {
    return switch (this) {
      case ENQUEUE, ALLOCATE, BACKFILL -> EnumSet.noneOf(ExtensionPoint.class);
      case PREEMPT -> EnumSet.of(ExtensionPoint.JOB_STARVING, ExtensionPoint.PREEMPTABLE);
      case RECLAIM -> EnumSet.of(ExtensionPoint.JOB_STARVING, ExtensionPoint.RECLAIMABLE);
      case GANG_PREEMPT, GANG_RECLAIM ->
          EnumSet.of(ExtensionPoint.JOB_STARVING, ExtensionPoint.UNIFIED_EVICTABLE);
      case SHUFFLE -> EnumSet.of(ExtensionPoint.VICTIMS);
    };
  }

  public static Optional<BatchAction> of(String key) {
    return Arrays.stream(values()).filter(action -> action.key.equals(key)).findFirst();
  }

  /** All names, in the order of this type. */
  public static List<String> keys() {
    return Arrays.stream(values()).map(BatchAction::key).toList();
  }
}
