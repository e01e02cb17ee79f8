package io.merapi.batch.session;

import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.batch.tier.TierLineup;
import java.util.ArrayList;
import java.util.List;

/**
 * What plugins together say of the tasks of one node that may be evicted for another one, and what
 * that depends on.
 *
 * @param <P> the interface of the extension point
 */
public final class VictimVotes<P extends BatchPlugin> {

  private final TierLineup<P> lineup;
  private final Ballot<P> ballot;

  VictimVotes(TierLineup<P> lineup, Ballot<P> ballot) {
    this.lineup = lineup;
    this.ballot = ballot;
  }

  /** The candidates that may go. */
  public List<Task> victims(Task evictor, List<? extends Task> candidates) {
    return lineup.victims(plugin -> ballot.vote(plugin, evictor, candidates));
  }

  /** The same with what it depends on. */
  public Verdict verdict(Task evictor, List<? extends Task> candidates) {
    VictimDependence[] widest = {VictimDependence.NODE};
    List<Task> victims =
        lineup.victims(plugin -> {
          widest[0] = widest[0].and(ballot.dependence(plugin, evictor, candidates));
          return ballot.vote(plugin, evictor, candidates);
        });
    return new Verdict(victims, widest[0]);
  }

  /**
   * What plugins go by of a task that room is made for, beside the class of its pod: for two of one
   * class with equal traits verdicts are the same as long as what they depend on is.
   */
  public List<Object> traits(Task evictor) {
    var traits = new ArrayList<Object>();
    lineup.forEach(plugin -> traits.add(ballot.traits(plugin, evictor)));
    return traits;
  }

  /** Whether it is certain that where there are no candidates there are no victims. */
  public boolean chooseAmongCandidates(Task evictor) {
    return lineup.all(
        plugin -> ballot.dependence(plugin, evictor, List.of()) != VictimDependence.ANYTHING);
  }

  /**
   * Who may go.
   *
   * @param dependence the widest of those of the plugins that were asked
   */
  public record Verdict(List<Task> victims, VictimDependence dependence) {}

  /** The questions of one extension point. */
  interface Ballot<P> {

    VictimVote vote(P plugin, Task evictor, List<? extends Task> candidates);

    Object traits(P plugin, Task evictor);

    VictimDependence dependence(P plugin, Task evictor, List<? extends Task> candidates);
  }
}
