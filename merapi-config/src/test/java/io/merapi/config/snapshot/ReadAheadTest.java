package io.merapi.config.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.testkit.NodeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReadAheadTest {

  private static final LoadResult RESULT = result();

  private final List<String> taken = new ArrayList<>();

  @Test
  void handsOnEveryObjectInTheOrderOfReadingOnTheThreadOfTheCaller() {
    for (int count : new int[] {0, 1, 127, 128, 129, 256, 5_000}) {
      taken.clear();
      Thread caller = Thread.currentThread();
      LoadResult result =
          ReadAhead.run(
              consumer -> read(count, consumer),
              object -> {
                assertThat(Thread.currentThread()).isSameAs(caller);
                taken.add(object.name());
              });
      assertThat(taken).isEqualTo(names(count));
      assertThat(result).isSameAs(RESULT);
    }
  }

  @Test
  void aFailureOfTheReadingComesAfterTheObjectsThatWereRead() {
    assertThatThrownBy(() ->
            ReadAhead.run(
                consumer -> {
                  read(300, consumer);
                  throw new IllegalArgumentException("broken");
                },
                object -> taken.add(object.name())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("broken");
    assertThat(taken).isEqualTo(names(300));
  }

  @Test
  void readingStopsWhenAnObjectCannotBeTakenIn() throws InterruptedException {
    var stopped = new CountDownLatch(1);
    assertThatThrownBy(() ->
            ReadAhead.run(
                consumer -> {
                  try {
                    return read(Integer.MAX_VALUE, consumer);
                  } finally {
                    stopped.countDown();
                  }
                },
                object -> {
                  throw new IllegalStateException("full at " + object.name());
                }))
        .hasMessage("full at node-0");
    stopped.await();
  }

  @Test
  void aCallerThatIsInterruptedStopsTheReading() throws InterruptedException {
    var stopped = new CountDownLatch(1);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() ->
            ReadAhead.run(
                consumer -> {
                  try {
                    return read(Integer.MAX_VALUE, consumer);
                  } finally {
                    stopped.countDown();
                  }
                },
                object -> taken.add(object.name())))
        .hasMessage("reading was stopped");
    assertThat(Thread.interrupted()).isTrue();
    stopped.await();
  }

  private static LoadResult read(int count, Consumer<ClusterObject> consumer) {
    for (int i = 0; i < count; i++) {
      consumer.accept(NodeBuilder.node("node-" + i).build());
    }
    return RESULT;
  }

  private static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj(i -> "node-" + i).toList();
  }

  private static LoadResult result() {
    SortedMap<String, Long> none = new TreeMap<>();
    return new LoadResult(new TreeMap<>(), none, List.of(), 0, 0, 0, 0);
  }
}
