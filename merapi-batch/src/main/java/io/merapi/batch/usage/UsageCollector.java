package io.merapi.batch.usage;

import io.merapi.batch.usage.UsageSource.Answer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the load of nodes from time to time; used by the scheduling thread alone.
 *
 * <p>The first collection begins as soon as there are nodes, and each other one an interval after
 * the last one has ended. A node about which nothing new is found out keeps what was measured
 * before, which grows old; one that is gone is forgotten.
 *
 * <p>Differs from upstream, where one failure in Elasticsearch makes the whole collection void, and
 * one in Prometheus counts as a load of 0.
 */
public final class UsageCollector {

  private final UsageSource source;
  private final NodeUsages usages;
  private final InstantSource clock;
  private final Executor loop;
  private final Runnable measured;
  private @Nullable Instant next;
  private boolean underWay;
  private Counts counts = new Counts(0, 0, List.of());

  /**
   * Makes ready to collect.
   *
   * @param usages where measurements go
   * @param loop does work on the scheduling thread, later
   * @param measured told after there were measurements
   */
  public UsageCollector(
      UsageSource source,
      NodeUsages usages,
      InstantSource clock,
      Executor loop,
      Runnable measured) {
    this.source = source;
    this.usages = usages;
    this.clock = clock;
    this.loop = loop;
    this.measured = measured;
  }

  /**
   * Begins a collection if it is time for one.
   *
   * @param known gives the names of all nodes
   */
  public void look(Supplier<List<String>> known) {
    boolean due = next == null || !next.isAfter(clock.instant());
    if (source.equals(UsageSource.NONE) || underWay || !due) {
      return;
    }
    List<String> nodes = known.get();
    if (nodes.isEmpty()) {
      // Until one comes, there is nothing to come back for.
      next = null;
      return;
    }
    underWay = true;
    source
        .measure(nodes)
        .whenComplete((answer, thrown) ->
            loop.execute(() ->
                take(
                    nodes,
                    thrown == null
                        ? answer
                        : new Answer(Map.of(), 1, List.of(thrown.toString())))));
  }

  private void take(List<String> asked, Answer answer) {
    underWay = false;
    next = clock.instant().plus(usages.interval());
    usages.keepOnly(new HashSet<>(asked));
    answer.usages().forEach(usages::put);
    counts =
        new Counts(
            counts.questions + answer.questions(),
            counts.failures + answer.failures().size(),
            answer.failures());
    if (!answer.usages().isEmpty()) {
      measured.run();
    }
  }

  /** When {@link #look} has something to do; null while that is not known. */
  public @Nullable Instant next() {
    return underWay ? null : next;
  }

  public Counts counts() {
    return counts;
  }

  /**
   * What became of questions.
   *
   * @param questions so far
   * @param failures how many of them got no answer of use
   * @param lastFailures those of the last collection, each in one line
   */
  public record Counts(long questions, long failures, List<String> lastFailures) {}
}
