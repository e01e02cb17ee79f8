package io.merapi.batch.tier;

import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.session.extension.Vote;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The plugins of one extension point, tier by tier, and how their answers become one.
 *
 * <p>Every way in which upstream's session combines answers is a method here. A plugin that throws
 * ends the question with a {@link PluginFailure} that names it.
 *
 * <p>Implementation note: what is asked for every task or node takes its subjects as arguments, so
 * that asking allocates nothing, and catches in its own loop, so that the compiler sees through it.
 *
 * @param <P> the interface of the extension point
 */
public final class TierLineup<P extends BatchPlugin> {

  private final List<List<P>> tiers;
  private final List<P> plugins;

  /** Lines plugins up; tiers without any plugin of this point may be left out or empty. */
  public TierLineup(List<List<P>> tiers) {
    var filled = new ArrayList<List<P>>();
    var all = new ArrayList<P>();
    for (List<P> tier : tiers) {
      if (!tier.isEmpty()) {
        filled.add(List.copyOf(tier));
        all.addAll(tier);
      }
    }
    this.tiers = List.copyOf(filled);
    this.plugins = List.copyOf(all);
  }

  /** All plugins, in the order of tiers. */
  public List<P> plugins() {
    return plugins;
  }

  public boolean isEmpty() {
    return plugins.isEmpty();
  }

  /** The first comparison that is not 0; 0 where all are. */
  public int compare(ToIntFunction<P> comparison) {
    return compare((plugin, asked, _) -> asked.applyAsInt(plugin), comparison, comparison);
  }

  /** The first comparison of two things that is not 0; 0 where all are. */
  public <T> int compare(Comparison<P, T> comparison, T left, T right) {
    for (int i = 0; i < plugins.size(); i++) {
      P plugin = plugins.get(i);
      try {
        int order = comparison.of(plugin, left, right);
        if (order != 0) {
          return order;
        }
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        throw named(plugin, e);
      }
    }
    return 0;
  }

  /** Whether every plugin agrees; true where there is none. */
  public boolean all(Predicate<P> opinion) {
    return all((plugin, asked) -> asked.test(plugin), opinion);
  }

  /** Whether every plugin agrees on something; true where there is none. */
  public <T> boolean all(BiPredicate<P, T> opinion, T subject) {
    for (int i = 0; i < plugins.size(); i++) {
      P plugin = plugins.get(i);
      try {
        if (!opinion.test(plugin, subject)) {
          return false;
        }
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        throw named(plugin, e);
      }
    }
    return true;
  }

  /** Whether every plugin agrees on one thing for another; true where there is none. */
  public <T, U> boolean all(Opinion<P, T, U> opinion, T subject, U other) {
    for (int i = 0; i < plugins.size(); i++) {
      P plugin = plugins.get(i);
      try {
        if (!opinion.agrees(plugin, subject, other)) {
          return false;
        }
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        throw named(plugin, e);
      }
    }
    return true;
  }

  /** Whether some plugin says so; false where there is none. */
  public boolean any(Predicate<P> opinion) {
    return !all(opinion.negate());
  }

  /** Whether every plugin of the first tier agrees; false where there is no plugin at all. */
  public boolean allOfFirstTier(Predicate<P> opinion) {
    return !tiers.isEmpty()
        && tiers.getFirst().stream().allMatch(plugin -> asked(plugin, opinion::test));
  }

  /**
   * Whether it is permitted: a rejection decides at once, and at the end of a tier a permission of
   * that tier does. True where all abstain.
   */
  public boolean permitted(Function<P, Vote> ballot) {
    for (List<P> tier : tiers) {
      boolean permitted = false;
      for (P plugin : tier) {
        switch (asked(plugin, ballot)) {
          case REJECT -> {
            return false;
          }
          case PERMIT -> permitted = true;
          case ABSTAIN -> {}
        }
      }
      if (permitted) {
        return true;
      }
    }
    return true;
  }

  /** The first refusal; a fit where no plugin refuses. */
  public Fit firstRefusal(Function<P, Fit> check) {
    return firstRefusal((plugin, asked) -> asked.apply(plugin), check);
  }

  /** The first refusal of something; a fit where no plugin refuses. */
  public <T> Fit firstRefusal(BiFunction<P, T, Fit> check, T subject) {
    return firstRefusal((plugin, one, asked) -> asked.apply(plugin, one), subject, check);
  }

  /** The first refusal of one thing for another; a fit where no plugin refuses. */
  public <T, U> Fit firstRefusal(Check<P, T, U> check, T subject, U other) {
    for (int i = 0; i < plugins.size(); i++) {
      P plugin = plugins.get(i);
      try {
        Fit fit = check.fit(plugin, subject, other);
        if (!fit.isSuccess()) {
          return fit;
        }
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        throw named(plugin, e);
      }
    }
    return Fit.fits();
  }

  /** The first answer that is not null; null where all are. */
  public <R> @Nullable R first(Function<P, @Nullable R> question) {
    for (P plugin : plugins) {
      Optional<R> answer = asked(plugin, one -> Optional.<R>ofNullable(question.apply(one)));
      if (answer.isPresent()) {
        return answer.get();
      }
    }
    return null;
  }

  /** What the plugin answers that comes first; null where there is none. */
  public <R> @Nullable R leader(Function<P, @Nullable R> question) {
    return plugins.isEmpty() ? null : asked(plugins.getFirst(), question);
  }

  public void forEach(Consumer<P> action) {
    for (P plugin : plugins) {
      try {
        action.accept(plugin);
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        throw named(plugin, e);
      }
    }
  }

  /** The sum of the scores of one thing for another; 0 where there is no plugin. */
  public <T, U> double sum(Score<P, T, U> score, T subject, U other) {
    double sum = 0;
    for (int i = 0; i < plugins.size(); i++) {
      P plugin = plugins.get(i);
      try {
        sum += score.of(plugin, subject, other);
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        throw named(plugin, e);
      }
    }
    return sum;
  }

  /**
   * The victims that all plugins of a tier let be evicted, of the first tier that leaves any.
   *
   * <p>A plugin that chooses none ends its tier, and the next tier starts afresh. Kept from
   * upstream: where two choices have nothing in common, a third plugin of the same tier starts
   * afresh too.
   */
  public List<Task> victims(Function<P, VictimVote> ballot) {
    for (List<P> tier : tiers) {
      List<Task> victims = victims(tier, ballot);
      if (!victims.isEmpty()) {
        return victims;
      }
    }
    return List.of();
  }

  private List<Task> victims(List<P> tier, Function<P, VictimVote> ballot) {
    List<Task> common = List.of();
    for (P plugin : tier) {
      if (!(asked(plugin, ballot) instanceof VictimVote.Choice(var chosen))) {
        continue;
      }
      if (chosen.isEmpty()) {
        return List.of();
      }
      common = common.isEmpty() ? chosen : intersection(common, chosen);
    }
    return common;
  }

  private static List<Task> intersection(List<Task> left, List<Task> right) {
    if (left.equals(right)) {
      return left;
    }
    var kept = new ArrayList<Task>();
    Set<Task> others = new LinkedHashSet<>(right);
    for (Task task : left) {
      if (others.contains(task)) {
        kept.add(task);
      }
    }
    return kept;
  }

  /** All that the plugins of the first tier with any answer name, each once. */
  public <R> Set<R> unionOfFirstTier(Function<P, Collection<? extends R>> question) {
    var union = new LinkedHashSet<R>();
    for (List<P> tier : tiers) {
      tier.forEach(plugin -> union.addAll(asked(plugin, question)));
      if (!union.isEmpty()) {
        break;
      }
    }
    return union;
  }

  private static <P extends BatchPlugin, R extends @Nullable Object> R asked(
      P plugin, Function<P, R> question) {
    try {
      return question.apply(plugin);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      throw named(plugin, e);
    }
  }

  /** What a plugin has thrown, with its name where it is no answer and has none yet. */
  private static RuntimeException named(BatchPlugin plugin, Throwable thrown) {
    return switch (thrown) {
      case ScoreException answer -> answer;
      case PluginFailure known -> known;
      default -> new PluginFailure(plugin.name(), thrown);
    };
  }

  @Override
  public String toString() {
    return Arrays.toString(plugins().stream().map(BatchPlugin::name).toArray());
  }

  /** How a plugin compares two things. */
  @FunctionalInterface
  public interface Comparison<P, T> {

    int of(P plugin, T left, T right);
  }

  /** Whether a plugin agrees on one thing for another. */
  @FunctionalInterface
  public interface Opinion<P, T, U> {

    boolean agrees(P plugin, T subject, U other);
  }

  /** What a plugin has against one thing for another. */
  @FunctionalInterface
  public interface Check<P, T, U> {

    Fit fit(P plugin, T subject, U other);
  }

  /** A plugin's score of one thing for another. */
  @FunctionalInterface
  public interface Score<P, T, U> {

    double of(P plugin, T subject, U other);
  }
}
