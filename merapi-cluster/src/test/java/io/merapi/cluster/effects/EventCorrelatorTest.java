package io.merapi.cluster.effects;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.cluster.effects.EventCorrelator.Happening;
import io.merapi.cluster.effects.EventCorrelator.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventCorrelatorTest {

  private static final Instant START = Instant.parse("2030-01-31T12:00:00Z");

  private final EventCorrelator correlator = new EventCorrelator();
  private Instant now = START;

  private @Nullable Written next(String message) {
    return correlator.next(new Happening("u-1", "Warning", "FailedScheduling", message), now);
  }

  private Written written(String message) {
    return Objects.requireNonNull(next(message));
  }

  @Test
  void theSameAgainIsCounted() {
    assertThat(written("no room").count()).isEqualTo(1);
    now = now.plusSeconds(5);
    Written again = written("no room");

    assertThat(again.count()).isEqualTo(2);
    assertThat(again.first()).isEqualTo(START);
    assertThat(written("another reason").count()).isEqualTo(1);
  }

  @Test
  void manyThatDifferInTheirWordsBecomeOne() {
    for (int i = 1; i < 10; i++) {
      assertThat(written("reason " + i).message()).isEqualTo("reason " + i);
    }
    assertThat(written("reason 10").message())
        .isEqualTo("(combined from similar events): reason 10");
    assertThat(written("reason 11").count()).isEqualTo(2);
  }

  @Test
  void whatWasToldLongAgoIsNotCombined() {
    for (int i = 1; i < 10; i++) {
      written("reason " + i);
    }
    now = now.plus(Duration.ofMinutes(11));
    assertThat(written("reason 10").message()).isEqualTo("reason 10");
  }

  @Test
  void anObjectGetsABurstAndThenOneEveryFiveMinutes() {
    for (int i = 0; i < 25; i++) {
      assertThat(next("no room")).isNotNull();
    }
    assertThat(next("no room")).isNull();
    now = now.plus(Duration.ofMinutes(5));
    assertThat(written("no room").count()).isEqualTo(27);
    assertThat(next("no room")).isNull();
    var other = new Happening("u-2", "Warning", "FailedScheduling", "no room");
    assertThat(correlator.next(other, now)).isNotNull();
  }

  @Test
  void whatCouldNotBeWrittenStartsAnew() {
    correlator.forget(written("no room"));
    assertThat(written("no room").count()).isEqualTo(1);
  }
}
