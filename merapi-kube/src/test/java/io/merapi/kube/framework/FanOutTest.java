package io.merapi.kube.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FanOutTest {

  @ParameterizedTest(name = "{0} threads, {1} to a share, {2} numbers")
  @CsvSource({"1, 1, 10", "2, 1, 10", "2, 4, 7", "3, 1, 100", "8, 1, 3", "8, 5, 1000", "8, 1, 0"})
  void doesTheWorkForEveryNumberOnce(int threads, int leastShare, int count) {
    var done = new AtomicIntegerArray(count);
    new FanOut(threads, leastShare).forEach(count, done::incrementAndGet);
    for (int i = 0; i < count; i++) {
      assertThat(done.get(i)).as("number %d", i).isEqualTo(1);
    }
  }

  @Test
  void worksOnAsManyThreadsAsItHas() {
    var all = new CountDownLatch(4);
    // Each waits for the three others, so fewer threads would wait for ever.
    new FanOut(4, 1)
        .forEach(
            4,
            _ -> {
              all.countDown();
              assertThat(await(all)).isTrue();
            });
    assertThat(all.getCount()).isZero();
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void endsItsThreadsWhenItIsClosed() throws InterruptedException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    var both = new CountDownLatch(2);
    try (var fanOut = new FanOut(2, 1)) {
      fanOut.forEach(
          2,
          _ -> {
            threads.add(Thread.currentThread());
            both.countDown();
            assertThat(await(both)).isTrue();
          });
    }
    threads.remove(Thread.currentThread());
    assertThat(threads).hasSize(1);
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
    }
  }

  @Test
  void doesLittleWorkOnTheThreadThatAsks() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    new FanOut(4, 10).forEach(19, _ -> threads.add(Thread.currentThread()));
    FanOut.NONE.forEach(1000, _ -> threads.add(Thread.currentThread()));
    FanOut.of(1).forEach(1000, _ -> threads.add(Thread.currentThread()));
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "8"})
  void throwsWhatTheLowestNumberThrows(int threads) {
    int[] broken = {97, 35, 61};
    assertThatIllegalStateException()
        .isThrownBy(() ->
            new FanOut(threads, 1)
                .forEach(
                    100,
                    i -> {
                      if (Arrays.stream(broken).anyMatch(number -> number == i)) {
                        throw new IllegalStateException("broken at " + i);
                      }
                    }))
        .withMessage("broken at 35");
  }

  @Test
  void hidesNoErrorOfAnotherThread() {
    var error = new StackOverflowError("deep");
    assertThatThrownBy(() ->
            new FanOut(2, 1)
                .forEach(
                    2,
                    i -> {
                      if (i == 1) {
                        throw error;
                      }
                    }))
        .isSameAs(error);
  }

  @Test
  void refusesToWorkOnNoThread() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FanOut(0, 1))
        .withMessageContaining("threads (0)");
  }
}
