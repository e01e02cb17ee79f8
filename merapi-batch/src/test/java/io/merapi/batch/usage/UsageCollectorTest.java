package io.merapi.batch.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.NodeUsage;
import io.merapi.batch.usage.FixedUsage.Load;
import io.merapi.batch.usage.UsageSource.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class UsageCollectorTest {

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration INTERVAL = Duration.ofSeconds(30);

  private final NodeUsages usages = new NodeUsages(INTERVAL);
  private final ArrayDeque<Runnable> loop = new ArrayDeque<>();
  private final List<List<String>> asked = new ArrayList<>();
  private final List<String> nodes = new ArrayList<>(List.of("a", "b"));
  private CompletableFuture<Answer> answer = new CompletableFuture<>();
  private Instant now = START;
  private int changes;
  private UsageCollector collector =
      collector(known -> {
        asked.add(known);
        return answer;
      });

  @Test
  void asksAtOnceAndThenAnIntervalAfterEachAnswer() {
    look();
    assertThat(asked).containsExactly(List.of("a", "b"));

    now = START.plusSeconds(100);
    look();
    assertThat(asked).hasSize(1);
    assertThat(collector.next()).isNull();

    answer(new Answer(Map.of(), 2, List.of()));
    assertThat(collector.next()).isEqualTo(now.plus(INTERVAL));
    now = now.plus(INTERVAL).minusMillis(1);
    look();
    assertThat(asked).hasSize(1);
    now = now.plusMillis(1);
    look();
    assertThat(asked).hasSize(2);
  }

  @Test
  void waitsForTheFirstNode() {
    nodes.clear();
    look();
    assertThat(asked).isEmpty();
    assertThat(collector.next()).isNull();

    nodes.add("c");
    look();
    assertThat(asked).containsExactly(List.of("c"));
  }

  @Test
  void doesNotComeBackForNodesThatAreGone() {
    look();
    answer(new Answer(Map.of(), 2, List.of()));
    nodes.clear();
    now = now.plus(INTERVAL);
    look();

    assertThat(asked).hasSize(1);
    assertThat(collector.next()).isNull();
  }

  @Test
  void measurementsAreTakenOnTheSchedulingThreadAndTold() {
    look();
    NodeUsage usage = NodeUsage.collected(START, 10, 20);
    answer.complete(new Answer(Map.of("a", usage), 2, List.of()));
    assertThat(usages.of("a")).isEqualTo(NodeUsage.UNKNOWN);
    assertThat(changes).isZero();

    loop.remove().run();
    assertThat(usages.of("a")).isEqualTo(usage);
    assertThat(changes).isEqualTo(1);
  }

  @Test
  void aNodeAboutWhichNothingNewIsFoundOutKeepsWhatWasMeasuredBefore() {
    NodeUsage before = NodeUsage.collected(START.minusSeconds(60), 1, 2);
    usages.put("b", before);
    usages.put("gone", before);
    look();
    answer(new Answer(Map.of("a", NodeUsage.collected(START, 10, 20)), 2, List.of("b: no answer")));

    assertThat(usages.of("b")).isEqualTo(before);
    assertThat(usages.of("gone")).isEqualTo(NodeUsage.UNKNOWN);
  }

  @Test
  void questionsAndFailuresAreCounted() {
    look();
    answer(new Answer(Map.of(), 4, List.of("one", "two")));
    assertThat(collector.counts())
        .isEqualTo(new UsageCollector.Counts(4, 2, List.of("one", "two")));
    assertThat(changes).isZero();

    now = now.plus(INTERVAL);
    answer = new CompletableFuture<>();
    look();
    answer(new Answer(Map.of(), 4, List.of("three")));
    assertThat(collector.counts()).isEqualTo(new UsageCollector.Counts(8, 3, List.of("three")));
  }

  @Test
  void aSourceThatFailsAsAWholeCostsOneCollection() {
    look();
    answer.completeExceptionally(new IllegalStateException("broken"));
    loop.remove().run();

    assertThat(collector.counts().failures()).isEqualTo(1);
    assertThat(collector.counts().lastFailures().getFirst()).contains("broken");
    assertThat(collector.next()).isEqualTo(START.plus(INTERVAL));
  }

  @Test
  void nothingIsAskedWhereNothingIsMeasured() {
    collector = collector(UsageSource.NONE);
    look();

    assertThat(loop).isEmpty();
    assertThat(collector.next()).isNull();
  }

  @Test
  void fixedLoadIsAlwaysFresh() {
    collector = collector(new FixedUsage(Map.of("a", new Load(10, 20)), () -> now));
    now = START.plusSeconds(5);
    look();
    loop.remove().run();

    assertThat(usages.of("a")).isEqualTo(NodeUsage.collected(now, 10, 20));
    assertThat(usages.of("b")).isEqualTo(NodeUsage.UNKNOWN);
  }

  private UsageCollector collector(UsageSource source) {
    return new UsageCollector(source, usages, () -> now, loop::add, () -> changes++);
  }

  private void look() {
    collector.look(() -> List.copyOf(nodes));
  }

  private void answer(Answer given) {
    answer.complete(given);
    loop.remove().run();
  }
}
