package io.merapi.batch.session;

import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Preemptable;
import io.merapi.api.session.extension.Reclaimable;
import io.merapi.api.session.extension.UnifiedEvictable;
import io.merapi.api.session.extension.UnifiedEvictable.Eviction;
import io.merapi.api.session.extension.Victims;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.TierLineup;
import java.util.List;
import java.util.Set;

/** Which tasks may be evicted for others, or for the good of the cluster. */
public final class Evictions {

  private final TierLineup<Preemptable> preemptable;
  private final TierLineup<Reclaimable> reclaimable;
  private final TierLineup<UnifiedEvictable> unified;
  private final TierLineup<Victims> victims;

  Evictions(SessionPlugins plugins) {
    preemptable = plugins.lineup(ExtensionPoint.PREEMPTABLE, Preemptable.class);
    reclaimable = plugins.lineup(ExtensionPoint.RECLAIMABLE, Reclaimable.class);
    unified = plugins.lineup(ExtensionPoint.UNIFIED_EVICTABLE, UnifiedEvictable.class);
    victims = plugins.lineup(ExtensionPoint.VICTIMS, Victims.class);
  }

  public List<Task> preemptable(Task preemptor, List<? extends Task> preemptees) {
    return preemptable.victims(plugin -> plugin.preemptable(preemptor, preemptees));
  }

  public List<Task> reclaimable(Task reclaimer, List<? extends Task> reclaimees) {
    return reclaimable.victims(plugin -> plugin.reclaimable(reclaimer, reclaimees));
  }

  public List<Task> unified(Eviction eviction, List<? extends Task> candidates) {
    return unified.victims(plugin -> plugin.unifiedEvictable(eviction, candidates));
  }

  /** Tasks to evict for the good of the cluster. */
  public Set<Task> victims(List<? extends Task> running) {
    return victims.unionOfFirstTier(plugin -> plugin.victims(running));
  }
}
