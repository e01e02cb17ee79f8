package io.merapi.batch.plugins.numaaware;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What it makes of an order that contradicts itself is among the recorded assignments. */
class UnstableSortTest {

  @ParameterizedTest(name = "numbers below {0}")
  @ValueSource(ints = {2, 10, 1_000_000})
  void sortsByAnOrderThatIsOne(int bound) {
    var random = new Random(bound);
    for (int size = 0; size < 300; size++) {
      List<Integer> data = new ArrayList<>(random.ints(size, 0, bound).boxed().toList());
      List<Integer> sorted = data.stream().sorted().toList();
      UnstableSort.sort(data, (left, right) -> left < right);
      assertThat(data).isEqualTo(sorted);
    }
  }

  @Test
  void sortsWhatIsSortedAlreadyOrInReverse() {
    List<Integer> rising = IntStream.range(0, 200).boxed().toList();
    List<Integer> falling = new ArrayList<>(rising.reversed());
    List<Integer> nearly = new ArrayList<>(rising);
    nearly.add(150, 3);
    UnstableSort.sort(falling, (left, right) -> left < right);
    UnstableSort.sort(nearly, (left, right) -> left < right);
    assertThat(falling).isEqualTo(rising);
    assertThat(nearly).isSorted().hasSize(201);
  }
}
