package io.merapi.kube.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeptClassesTest {

  /** What is remembered here of a class is its number. */
  private static final int BYTES = 100;

  private static final int ROOM = 80;

  private final Map<Integer, Integer> sizes = new HashMap<>();
  private final List<Integer> forgotten = new ArrayList<>();
  private final KeptClasses<Integer, Integer> classes =
      new KeptClasses<>(
          new ClassMemory(ROOM * BYTES, 2), one -> sizes.getOrDefault(one, BYTES), forgotten::add);

  @Test
  void keepsAllWhereThereIsRoomForAll() {
    askForAll(0, ROOM - 10);
    assertThat(askForAll(0, ROOM - 10)).isEqualTo(ROOM - 10);
    assertThat(forgotten).isEmpty();
  }

  @Test
  void neverTakesMoreThanItMay() {
    var random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      askFor(random.nextInt(3 * ROOM));
      assertThat(classes.values()).hasSizeLessThanOrEqualTo(ROOM);
    }
    assertThat(classes.values()).hasSizeGreaterThan(ROOM - 3);
  }

  @Test
  void whereMoreComeRoundThanThereIsRoomForAsManyAreKnownAsThereIsRoomFor() {
    int twice = 2 * ROOM;
    int known = 0;
    for (int round = 0; round < 20; round++) {
      known = askForAll(0, twice);
    }
    assertThat(known).isBetween(ROOM * 8 / 10, ROOM);
  }

  @Test
  void oneThatComesOftenStaysWhateverElseComesOnce() {
    askForAll(0, ROOM);
    for (int i = 1000; i < 1000 + 100 * ROOM; i++) {
      askFor(i);
      askFor(7);
    }
    assertThat(askFor(7)).isTrue();
  }

  @Test
  void newcomersThatComeByTurnsAreKnownAtOnce() {
    askForAll(0, ROOM);
    askForAll(0, ROOM);
    askForAll(500, 504);
    assertThat(askForAll(500, 504)).isEqualTo(4);
  }

  @Test
  void thoseThatAreNotAskedForAnyMoreMakeWay() {
    for (int round = 0; round < 10; round++) {
      askForAll(0, ROOM);
    }
    for (int round = 0; round < 6; round++) {
      askForAll(500, 500 + ROOM / 2);
    }
    assertThat(askForAll(500, 500 + ROOM / 2)).isEqualTo(ROOM / 2);
  }

  @Test
  void thoseThatHaveGrownMakeOthersGo() {
    askForAll(0, ROOM);
    IntStream.range(0, ROOM).forEach(one -> sizes.put(one, 4 * BYTES));
    askForAll(0, ROOM);
    assertThat(classes.values().stream().mapToInt(sizes::get).sum())
        .isLessThanOrEqualTo(ROOM * BYTES);
  }

  @Test
  void someAreKnownHoweverLittleThereIs() {
    var few = new KeptClasses<Integer, Integer>(new ClassMemory(0, 4), _ -> BYTES, _ -> {});
    IntStream.range(0, 10).forEach(one -> few.add(one, one));
    assertThat(few.values()).hasSize(4);
    assertThat(few.find(9)).isEqualTo(9);
  }

  @Test
  void whoIsForgottenIsTold() {
    askForAll(0, 3 * ROOM);
    assertThat(forgotten).hasSize(3 * ROOM - classes.values().size());
    assertThat(forgotten).doesNotContainAnyElementsOf(classes.values());

    forgotten.clear();
    Integer one = classes.values().getFirst();
    classes.forgetWhat(one);
    assertThat(forgotten).containsExactly(one);
    assertThat(classes.find(one)).isNull();

    classes.clear();
    assertThat(forgotten).containsExactly(one);
    assertThat(classes.values()).isEmpty();
  }

  @Test
  void aSchedulerHasAShareOfTheHeapAndOfASmallOneNoLessThanItsDefault() {
    long gib = 1L << 30;
    assertThat(ClassMemory.ofHeap(8 * gib).bytes()).isEqualTo(2 * gib);
    assertThat(ClassMemory.ofHeap(700 << 20).bytes()).isEqualTo(ClassMemory.DEFAULT.bytes());
    assertThat(ClassMemory.ofHeap(300 << 20).bytes()).isEqualTo(100 << 20);
    assertThat(ClassMemory.DEFAULT.dividedBy(2).bytes()).isEqualTo(ClassMemory.DEFAULT.bytes() / 2);
  }

  @Test
  void onSmallClustersAClassTakesMoreThanItsNodesDo() {
    assertThat(ClassMemory.estimate(0, 25)).isPositive();
    assertThat(ClassMemory.estimate(5000, 25) - ClassMemory.estimate(0, 25)).isEqualTo(125_000);
  }

  /** How many of some classes in a row are known when they are asked for. */
  private int askForAll(int first, int end) {
    return (int) IntStream.range(first, end).filter(this::askFor).count();
  }

  /** Whether a class is known; from now on it is. */
  private boolean askFor(int one) {
    boolean known = classes.find(one) != null;
    if (!known) {
      classes.add(one, one);
    }
    return known;
  }
}
