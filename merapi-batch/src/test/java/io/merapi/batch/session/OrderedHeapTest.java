package io.merapi.batch.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class OrderedHeapTest {

  @Test
  void givesElementsInOrder() {
    var heap = new OrderedHeap<Integer>((left, right) -> left < right);
    List.of(5, 1, 4, 1, 3).forEach(heap::push);
    assertThat(all(heap)).containsExactly(1, 1, 3, 4, 5);
  }

  @Test
  void aCopyGoesItsOwnWay() {
    var heap = new OrderedHeap<Integer>((left, right) -> left < right);
    heap.push(2);
    heap.push(1);
    var copy = heap.copy();
    copy.pop();
    assertThat(heap.size()).isEqualTo(2);
    assertThat(copy.size()).isEqualTo(1);
  }

  /** What Go's container/heap gives when the least becomes the greatest while it is inside. */
  @Test
  void anElementThatChangesInsideStaysUntilItsTurnComes() {
    int[] keys = {1, 2, 3, 4};
    var heap = new OrderedHeap<Integer>((left, right) -> keys[left] < keys[right]);
    List.of(0, 1, 2, 3).forEach(heap::push);
    keys[0] = 9;
    assertThat(all(heap)).containsExactly(0, 1, 2, 3);
  }

  @Test
  void anEmptyOneHasNoFirst() {
    assertThatThrownBy(new OrderedHeap<Integer>((_, _) -> true)::pop)
        .isInstanceOf(NoSuchElementException.class);
  }

  private static List<Integer> all(OrderedHeap<Integer> heap) {
    var all = new ArrayList<Integer>();
    while (!heap.isEmpty()) {
      all.add(heap.pop());
    }
    return all;
  }
}
