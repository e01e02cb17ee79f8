package io.merapi.kube.persistent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PersistentVectorProperties {

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 32, 33, 1_024, 1_025, 40_000})
  void holdsWhatPlainListHoldsAndKeepsEarlierVectorAsItWas(int size) {
    var random = new Random(size);
    var plain = new ArrayList<@Nullable Integer>();
    var vector = PersistentVector.<Integer>empty();
    for (int i = 0; i < size; i++) {
      vector = vector.with(i, i);
      plain.add(i);
    }
    var before = vector;
    var plainBefore = new ArrayList<>(plain);
    for (int i = 0; i < 100; i++) {
      int index = random.nextInt(size);
      Integer value = random.nextInt(4) == 0 ? null : Integer.valueOf(random.nextInt());
      vector = vector.with(index, value);
      plain.set(index, value);
    }
    assertThat(content(vector)).isEqualTo(plain);
    assertThat(content(before)).isEqualTo(plainBefore);
  }

  @Test
  void vectorsNeverChangeOnceTheirEditHasEnded() {
    for (int seed = 0; seed < 100; seed++) {
      var random = new Random(seed);
      var vector = PersistentVector.<Integer>empty();
      var plain = new ArrayList<@Nullable Integer>();
      var history = new ArrayList<PersistentVector<Integer>>();
      var plainHistory = new ArrayList<List<@Nullable Integer>>();
      var edit = new Edit();
      for (int step = 0; step < 1_200; step++) {
        int index = random.nextInt(3) == 0 ? random.nextInt(plain.size() + 1) : plain.size();
        Integer value = random.nextInt(4) == 0 ? null : Integer.valueOf(step);
        vector = vector.with(index, value, edit);
        if (index == plain.size()) {
          plain.add(value);
        } else {
          plain.set(index, value);
        }
        if (random.nextInt(100) == 0) {
          history.add(vector);
          plainHistory.add(new ArrayList<>(plain));
          edit = new Edit();
        }
      }
      for (int i = 0; i < history.size(); i++) {
        assertThat(content(history.get(i))).isEqualTo(plainHistory.get(i));
      }
      assertThat(content(vector)).isEqualTo(plain);
    }
  }

  @Test
  void changesAreExactlyTheIndicesThatDiffer() {
    for (int seed = 0; seed < 100; seed++) {
      var random = new Random(seed);
      var before = grown(PersistentVector.empty(), random, random.nextInt(2_000));
      var after = grown(before, random, random.nextInt(2_000));
      for (int i = 0; i < 20 && before.size() > 0; i++) {
        after = after.with(random.nextInt(before.size()), random.nextInt());
      }
      var told = new ArrayList<Integer>();
      after.forEachChange(before, told::add);
      assertThat(told).isEqualTo(difference(content(before), content(after)));
      var toldBackwards = new ArrayList<Integer>();
      before.forEachChange(after, toldBackwards::add);
      assertThat(toldBackwards).isEqualTo(told);
    }
  }

  @Test
  void refusesIndicesBeyondItsEnd() {
    var vector = PersistentVector.<String>empty().with(0, "a");
    assertThatThrownBy(() -> vector.get(1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> vector.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> vector.with(2, "c"))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("index (2) must be at least 0 and below 2");
  }

  private static PersistentVector<Integer> grown(
      PersistentVector<Integer> start, Random random, int more) {
    var vector = start;
    for (int i = 0; i < more; i++) {
      vector = vector.with(vector.size(), random.nextInt());
    }
    return vector;
  }

  private static List<Integer> difference(
      List<@Nullable Integer> before, List<@Nullable Integer> after) {
    var indices = new ArrayList<Integer>();
    for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
      Integer old = i < before.size() ? before.get(i) : null;
      Integer now = i < after.size() ? after.get(i) : null;
      if (!Objects.equals(old, now)) {
        indices.add(i);
      }
    }
    return indices;
  }

  private static List<@Nullable Integer> content(PersistentVector<Integer> vector) {
    var content = new ArrayList<@Nullable Integer>();
    for (int i = 0; i < vector.size(); i++) {
      content.add(vector.get(i));
    }
    return content;
  }
}
