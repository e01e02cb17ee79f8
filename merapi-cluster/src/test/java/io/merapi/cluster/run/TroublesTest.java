package io.merapi.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TroublesTest {

  private final List<String> lines = new ArrayList<>();
  private final Troubles troubles =
      new Troubles(
          new RunLog() {
            @Override
            public void info(String message) {
              lines.add(message);
            }

            @Override
            public void warn(String message) {
              lines.add(message);
            }
          });

  @Test
  void aTroubleIsSaidOnceAndItsEndIs() {
    troubles.began(ObjectKind.POD, "refused");
    troubles.began(ObjectKind.NODE, "refused");
    troubles.began(ObjectKind.POD, "refused");
    assertThat(troubles.present()).containsExactly("refused");

    troubles.ended(ObjectKind.POD);
    assertThat(troubles.present()).containsExactly("refused");
    troubles.ended(ObjectKind.NODE);
    troubles.ended(ObjectKind.NODE);

    assertThat(troubles.present()).isEmpty();
    assertThat(lines)
        .containsExactly(
            "watching again kind=\"Pod\" err=\"refused\"", "the whole cluster is followed again");
  }

  @Test
  void aTroubleThatComesBackIsSaidAgain() {
    troubles.began(ObjectKind.POD, "refused");
    troubles.ended(ObjectKind.POD);
    troubles.began(ObjectKind.POD, "refused");

    assertThat(lines).hasSize(3);
  }

  @Test
  void whoeverElseIsInterestedIsToldOfEachOnce() {
    var told = new ArrayList<String>();
    troubles.tell(told::add);
    troubles.began(ObjectKind.POD, "refused");
    troubles.began(ObjectKind.NODE, "refused");
    troubles.began(ObjectKind.NODE, "away");

    assertThat(told).containsExactly("refused", "away");
  }
}
