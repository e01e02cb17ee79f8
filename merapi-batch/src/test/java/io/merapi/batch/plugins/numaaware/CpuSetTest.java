package io.merapi.batch.plugins.numaaware;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuSetTest {

  @ParameterizedTest(name = "{0} has {1}")
  @CsvSource({"'', 0", "7, 1", "0-3, 4", "3-3, 1", "'0-1,4,6-7', 5", "'1,1-2', 2", "007, 1"})
  void readsListsOfNumbersAndRanges(String list, int size) {
    assertThat(CpuSet.parse(list).size()).isEqualTo(size);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "1,",
        ",1",
        "1-",
        "-1",
        "1--2",
        "1-2-3",
        "3-1",
        " 1",
        "1, 2",
        "0-99999999999"
      })
  void aListThatCannotBeReadIsEmpty(String list) {
    assertThat(CpuSet.parse(list)).isEqualTo(CpuSet.EMPTY);
  }

  @Test
  void setsAreNotChangedByWhatIsWorkedOutFromThem() {
    CpuSet one = CpuSet.of(0, 1);
    CpuSet other = CpuSet.of(1, 2);
    assertThat(one.union(other)).isEqualTo(CpuSet.of(0, 1, 2));
    assertThat(one.intersection(other)).isEqualTo(CpuSet.of(1));
    assertThat(one.minus(other)).isEqualTo(CpuSet.of(0));
    assertThat(one).isEqualTo(CpuSet.of(0, 1)).hasSameHashCodeAs(CpuSet.of(1, 0));
  }
}
