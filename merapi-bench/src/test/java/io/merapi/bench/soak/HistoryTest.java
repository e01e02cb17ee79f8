package io.merapi.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HistoryTest {

  private static final int LENGTH = 300;

  @Test
  void sameSeedMakesTheSameHistory() {
    assertThat(History.of(7, LENGTH)).isEqualTo(History.of(7, LENGTH));
    assertThat(History.of(7, LENGTH)).isNotEqualTo(History.of(8, LENGTH));
  }

  @Test
  void sameHistoryEndsTheSame() {
    for (Layer layer : Layer.values()) {
      History history = History.of(3, 100);
      assertThat(history.run(layer::begin)).isEqualTo(history.run(layer::begin));
    }
  }

  @Test
  void tellsWhatHappenedBeforeTheTrouble() {
    History.Ending ending = new History(1, List.of(5L, 10L, 30L, 4L)).run(ForgettingTens::new);
    assertThat(ending.story()).containsExactly("5", "10");
    assertThat(ending.trouble()).contains("placement of 30", "definition [10]", "memory       []");
    assertThat(ending.compared()).isEqualTo(3);
  }

  @Test
  void isCutDownToTheEventsThatMatter() {
    var events = new ArrayList<>(LongStream.range(100, 100 + LENGTH).boxed().toList());
    events.replaceAll(event -> event % 10 == 0 ? event + 1 : event);
    events.set(17, 10L);
    events.set(250, 30L);
    History shrunk = new History(1, events).shrunk(ForgettingTens::new);
    assertThat(shrunk.events()).containsExactly(10L, 30L);
  }

  @Test
  void aBreakIsTroubleToo() {
    assertThat(new History(1, List.of(0L, 1L)).run(Breaking::new).well()).isTrue();
    assertThat(new History(1, List.of(0L, 2L, 1L)).shrunk(Breaking::new).events())
        .containsExactly(2L);
  }

  /** Knows of two events only. */
  private static final class Breaking implements Trial {

    Breaking(long seed) {
      assertThat(seed).isEqualTo(1);
    }

    @Override
    public String live(long event) {
      return List.of("zero", "one").get((int) event);
    }

    @Override
    public long compared() {
      return 0;
    }
  }

  /** Keeps in mind the numbers that ten divides by the definition, and nothing from memory. */
  private static final class ForgettingTens implements Trial {

    private final List<Long> tens = new ArrayList<>();
    private long compared;

    ForgettingTens(long seed) {
      assertThat(seed).isEqualTo(1);
    }

    @Override
    public String live(long event) {
      compared++;
      if (event == 30) {
        Difference.check("placement of " + event, tens, List.of());
      }
      if (event % 10 == 0) {
        tens.add(event);
      }
      return Long.toString(event);
    }

    @Override
    public long compared() {
      return compared;
    }
  }
}
