package io.merapi.kube.persistent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PersistentBitsProperties {

  @Test
  void holdsWhatPlainSetHoldsAndKeepsEarlierSetsAsTheyWere() {
    for (int seed = 0; seed < 100; seed++) {
      var random = new Random(seed);
      var bits = PersistentBits.EMPTY;
      var plain = new TreeSet<Integer>();
      for (int step = 0; step < 200; step++) {
        int number = random.nextInt(2_000);
        boolean present = random.nextBoolean();
        var before = bits;
        var content = numbers(before);
        bits = bits.with(number, present);
        if (present) {
          plain.add(number);
        } else {
          plain.remove(number);
        }
        assertThat(bits.contains(number)).isEqualTo(present);
        assertThat(numbers(before)).isEqualTo(content);
      }
      assertThat(numbers(bits)).containsExactlyElementsOf(plain);
      assertThat(bits.size()).isEqualTo(plain.size());
      for (int from = 0; from < 2_100; from++) {
        Integer next = plain.ceiling(from);
        assertThat(bits.next(from)).as("next from %d", from).isEqualTo(next == null ? -1 : next);
      }
    }
  }

  @Test
  void editChangesInPlaceOnlyWhatItHasMadeItself() {
    for (int seed = 0; seed < 100; seed++) {
      var random = new Random(seed);
      var bits = PersistentBits.EMPTY;
      var kept = new ArrayList<PersistentBits>();
      var contents = new ArrayList<List<Integer>>();
      var plain = new TreeSet<Integer>();
      for (int round = 0; round < 10; round++) {
        var edit = new Edit();
        for (int step = 0; step < 20; step++) {
          int number = random.nextInt(2_000);
          boolean present = random.nextBoolean();
          bits = bits.with(number, present, edit);
          if (present) {
            plain.add(number);
          } else {
            plain.remove(number);
          }
          assertThat(numbers(bits)).containsExactlyElementsOf(plain);
          assertThat(bits.size()).isEqualTo(plain.size());
        }
        kept.add(bits);
        contents.add(List.copyOf(plain));
      }
      for (int round = 0; round < kept.size(); round++) {
        assertThat(numbers(kept.get(round))).as("seed %d", seed).isEqualTo(contents.get(round));
      }
    }
  }

  @Test
  void equalityDoesNotDependOnHowFarTheSetOnceReached() {
    var small = PersistentBits.EMPTY.with(3, true);
    var shrunk = PersistentBits.EMPTY.with(5_000, true).with(3, true).with(5_000, false);
    assertThat(shrunk).isEqualTo(small).hasSameHashCodeAs(small);
    assertThat(shrunk.with(4, true)).isNotEqualTo(small.with(5, true));
  }

  private static List<Integer> numbers(PersistentBits bits) {
    var numbers = new ArrayList<Integer>();
    bits.forEach(numbers::add);
    return numbers;
  }
}
