package io.merapi.kube.queue;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.kube.queue.QueueTrial.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackoffTest {

  private final QueueTrial trial = new QueueTrial(Waiting.forNewNodes("room"));

  @Test
  void doublesWithEachFailureUpToItsLimit() {
    var backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

    assertThat(List.of(1, 2, 3, 4, 5, 6, 100, Integer.MAX_VALUE))
        .extracting(failures -> backoff.length(failures).toSeconds())
        .containsExactly(1L, 2L, 4L, 8L, 10L, 10L, 10L, 10L);
  }

  @Test
  void isTheLimitWhereItBeginsAboveIt() {
    var backoff = new Backoff(Duration.ofSeconds(20), Duration.ofSeconds(10));

    assertThat(backoff.length(1)).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void thereIsNoneWithALimitOfZero() {
    var none =
        new QueueTrial(
            new QueueSettings(Duration.ofSeconds(1), Duration.ZERO, Duration.ofMinutes(5)),
            Waiting.forNewNodes("room"));
    none.rejected(pod("a"), "room");
    none.apply(node("n"));
    assertThat(none.pool("a")).isEqualTo(Pool.ACTIVE);

    none.fail(none.pop());
    assertThat(none.pool("a")).isEqualTo(Pool.ACTIVE);
  }

  @Test
  void errorsInARowCountByThemselves() {
    trial.add(pod("a"));
    for (int failures = 0; failures < 3; failures++) {
      trial.reject(trial.pop(), "room");
      trial.pass(Duration.ofSeconds(60));
      trial.apply(node("n" + failures));
    }
    trial.fail(trial.pop());
    assertThat(trial.queue.nextWakeUp()).isEqualTo(trial.now.plusSeconds(2));
    trial.passAttentively(Duration.ofSeconds(2));
    trial.fail(trial.pop());
    assertThat(trial.queue.nextWakeUp()).isEqualTo(trial.now.plusSeconds(3));

    trial.passAttentively(Duration.ofSeconds(3));
    trial.reject(trial.pop(), "room");
    trial.passAttentively(Duration.ofSeconds(8));
    trial.apply(node("last"));
    assertThat(trial.pool("a")).isEqualTo(Pool.BACKOFF);
    trial.passAttentively(Duration.ofSeconds(1));
    assertThat(trial.pool("a")).isEqualTo(Pool.ACTIVE);
  }

  /** Otherwise a pod of low priority would be first because it failed a moment earlier. */
  @Test
  void podsWhoseTimesFallIntoOneSecondComeBackInTheOrderOfTheQueue() {
    trial.rejected(pod("low").priority(1), "room");
    trial.pass(Duration.ofMillis(300));
    trial.rejected(pod("high").priority(9), "room");
    trial.pass(Duration.ofMillis(800));
    trial.rejected(pod("later").priority(99), "room");
    trial.apply(node("n"));

    assertThat(trial.pool("low")).isEqualTo(Pool.BACKOFF);
    assertThat(trial.popAll()).containsExactly("high", "low", "later");
  }

  @Test
  void wholeSecondsComeBackTogether() {
    trial.add(pod("busy"));
    trial.pop();
    trial.rejected(pod("a"), "room");
    trial.pass(Duration.ofMillis(900));
    trial.rejected(pod("b"), "room");
    trial.apply(node("n"));
    var wakeUps = new ArrayList<Duration>();
    var start = trial.now;
    for (var next = trial.queue.nextWakeUp(); next != null; next = trial.queue.nextWakeUp()) {
      trial.now = next;
      wakeUps.add(Duration.between(start, next));
      trial.queue.flush();
    }

    assertThat(wakeUps).containsExactly(Duration.ofMillis(1100));
    assertThat(trial.popAll()).containsExactly("a", "b");
  }

  @Test
  void refusesTimesThatMakeNoSense() {
    assertThatThrownBy(
            () -> new QueueSettings(Duration.ofSeconds(-1), Duration.ZERO, Duration.ofMinutes(5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("initialBackoff (PT-1S)");
    assertThatThrownBy(() -> new QueueSettings(Duration.ZERO, Duration.ZERO, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxUnschedulable (PT0S) must be positive");
  }
}
