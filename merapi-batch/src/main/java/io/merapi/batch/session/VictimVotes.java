package io.merapi.batch.session;

import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.batch.tier.TierLineup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
    var asked = new Asked<P>(ballot, evictor, candidates);
    List<Task> victims = lineup.victims(asked);
    int last = asked.last == null ? 0 : lineup.plugins().indexOf(asked.last) + 1;
    return new Verdict(victims, asked.widest, last);
  }

  /**
   * What plugins go by of a task that room is made for, one by one in their order, beside the class
   * of its pod: for two of one class with equal traits verdicts are the same as long as what they
   * depend on is.
   */
  public List<Object> traits(Task evictor) {
    var traits = new ArrayList<Object>(lineup.plugins().size());
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
   * @param asked how many plugins it goes by at most: the first ones in their order, since a tier
   *     that leaves victims spares the tiers after it
   */
  public record Verdict(List<Task> victims, VictimDependence dependence, int asked) {}

  /** Has plugins vote, and takes note of which they were and of what their votes depend on. */
  private static final class Asked<P extends BatchPlugin> implements Function<P, VictimVote> {

    private final Ballot<P> ballot;
    private final Task evictor;
    private final List<? extends Task> candidates;
    private VictimDependence widest = VictimDependence.NODE;
    private @Nullable P last;

    Asked(Ballot<P> ballot, Task evictor, List<? extends Task> candidates) {
      this.ballot = ballot;
      this.evictor = evictor;
      this.candidates = candidates;
    }

    @Override
    public VictimVote apply(P plugin) {
      last = plugin;
      widest = widest.and(ballot.dependence(plugin, evictor, candidates));
      return ballot.vote(plugin, evictor, candidates);
    }
  }

  /** The questions of one extension point. */
  interface Ballot<P> {

    VictimVote vote(P plugin, Task evictor, List<? extends Task> candidates);

    Object traits(P plugin, Task evictor);

    VictimDependence dependence(P plugin, Task evictor, List<? extends Task> candidates);
  }
}
