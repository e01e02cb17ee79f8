package io.merapi.batch.session;

import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Preemptable;
import io.merapi.api.session.extension.Reclaimable;
import io.merapi.api.session.extension.UnifiedEvictable;
import io.merapi.api.session.extension.UnifiedEvictable.Eviction;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.session.extension.Victims;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.TierLineup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which tasks may be evicted for others, or for the good of the cluster. */
public final class Evictions {

  private final VictimVotes<?> preempting;
  private final VictimVotes<?> reclaiming;
  private final TierLineup<UnifiedEvictable> unified;
  private final TierLineup<Victims> victims;

  Evictions(SessionPlugins plugins) {
    preempting =
        new VictimVotes<>(
            plugins.lineup(ExtensionPoint.PREEMPTABLE, Preemptable.class), new PreemptBallot());
    reclaiming =
        new VictimVotes<>(
            plugins.lineup(ExtensionPoint.RECLAIMABLE, Reclaimable.class), new ReclaimBallot());
    unified = plugins.lineup(ExtensionPoint.UNIFIED_EVICTABLE, UnifiedEvictable.class);
    victims = plugins.lineup(ExtensionPoint.VICTIMS, Victims.class);
  }

  /** Who may go for a task of the same queue. */
  public VictimVotes<?> preempting() {
    return preempting;
  }

  /** Who may go for a task of another queue. */
  public VictimVotes<?> reclaiming() {
    return reclaiming;
  }

  public List<Task> unified(Eviction eviction, List<? extends Task> candidates) {
    return unified.victims(plugin -> plugin.unifiedEvictable(eviction, candidates));
  }

  /**
   * What plugins go by of an eviction for a whole job; null where one of them does not judge each
   * task for itself.
   */
  public @Nullable List<Object> unifiedTraits(Eviction eviction) {
    var traits = new ArrayList<Object>();
    boolean all =
        unified.all(plugin -> {
          Optional<Object> one = plugin.evictionTraits(eviction);
          one.ifPresent(traits::add);
          return one.isPresent();
        });
    return all ? traits : null;
  }

  /** Whether each plugin, and there is one, lets all of some tasks go. */
  public boolean unifiedLetsAllGo(Eviction eviction, List<? extends Task> candidates) {
    return !unified.isEmpty()
        && unified.all(plugin ->
            plugin.unifiedEvictable(eviction, candidates) instanceof VictimVote.Choice(var chosen)
                && chosen.equals(candidates));
  }

  /** Tasks to evict for the good of the cluster. */
  public Set<Task> victims(List<? extends Task> running) {
    return victims.unionOfFirstTier(plugin -> plugin.victims(running));
  }

  private static final class PreemptBallot implements VictimVotes.Ballot<Preemptable> {

    @Override
    public VictimVote vote(Preemptable plugin, Task evictor, List<? extends Task> candidates) {
      return plugin.preemptable(evictor, candidates);
    }

    @Override
    public Object traits(Preemptable plugin, Task evictor) {
      return plugin.preemptorTraits(evictor);
    }

    @Override
    public VictimDependence dependence(
        Preemptable plugin, Task evictor, List<? extends Task> candidates) {
      return plugin.preemptableDependence(evictor, candidates);
    }
  }

  private static final class ReclaimBallot implements VictimVotes.Ballot<Reclaimable> {

    @Override
    public VictimVote vote(Reclaimable plugin, Task evictor, List<? extends Task> candidates) {
      return plugin.reclaimable(evictor, candidates);
    }

    @Override
    public Object traits(Reclaimable plugin, Task evictor) {
      return plugin.reclaimerTraits(evictor);
    }

    @Override
    public VictimDependence dependence(
        Reclaimable plugin, Task evictor, List<? extends Task> candidates) {
      return plugin.reclaimableDependence(evictor, candidates);
    }
  }
}
