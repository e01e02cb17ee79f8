package io.merapi.batch.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnpreparedTest {

  private static final boolean NEW = true;
  private static final boolean KNOWN = false;

  private final Unprepared unprepared = new Unprepared();

  @Test
  void whileAClusterIsReadEachPreparationIsForAQuarterOfTheObjectsBeforeIt() {
    var preparations = new ArrayList<Integer>();
    for (int read = 1; read <= 40_000; read++) {
      if (unprepared.add(NEW)) {
        preparations.add(read);
        unprepared.clear();
      }
    }

    assertThat(preparations)
        .isEqualTo(List.of(4096, 8192, 12_288, 16_384, 20_480, 25_600, 32_000, 40_000));
  }

  @Test
  void changesOfKnownObjectsArePreparedForAsOftenHoweverLargeTheClusterIs() {
    for (int read = 1; read <= 40_000; read++) {
      unprepared.add(NEW);
    }
    unprepared.clear();

    int preparations = 0;
    for (int change = 1; change <= 3 * Unprepared.MANY; change++) {
      if (unprepared.add(KNOWN)) {
        preparations++;
        unprepared.clear();
      }
    }
    assertThat(preparations).isEqualTo(3);
  }

  @Test
  void aSessionThatWasHeldNeedsNoPreparationForWhatItHasSeen() {
    for (int change = 1; change < Unprepared.MANY; change++) {
      unprepared.add(KNOWN);
    }
    unprepared.clear();

    assertThat(unprepared.add(KNOWN)).isFalse();
  }
}
