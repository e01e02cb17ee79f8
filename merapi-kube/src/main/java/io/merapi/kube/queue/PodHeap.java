package io.merapi.kube.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pods in an order, any of which can be taken out in O(log n).
 *
 * <p>A pod is in one heap at a time and knows its place there. What the order reads of a pod must
 * not change while it is in the heap, except between {@link #remove} and {@link #add}.
 */
final class PodHeap {

  private final Comparator<PendingPod> order;
  private final ArrayList<PendingPod> heap = new ArrayList<>();

  PodHeap(Comparator<PendingPod> order) {
    this.order = order.thenComparingLong(pod -> pod.arrival);
  }

  int size() {
    return heap.size();
  }

  @Nullable PendingPod peek() {
    return heap.isEmpty() ? null : heap.getFirst();
  }

  void add(PendingPod pod) {
    heap.add(pod);
    rise(pod, heap.size() - 1);
  }

  void remove(PendingPod pod) {
    int place = pod.heapIndex;
    PendingPod last = heap.removeLast();
    pod.heapIndex = -1;
    if (last != pod) {
      rise(last, sink(place));
    }
  }

  /** All pods, the first of them first. */
  List<PendingPod> pods() {
    return List.copyOf(heap);
  }

  private void rise(PendingPod pod, int from) {
    int place = from;
    while (place > 0) {
      int parent = (place - 1) / 2;
      if (order.compare(pod, heap.get(parent)) >= 0) {
        break;
      }
      put(heap.get(parent), place);
      place = parent;
    }
    put(pod, place);
  }

  /**
   * Lets what lies below an empty place move up, and says which place is empty then. The pod that
   * comes there was the last, so it hardly ever rises again: that spares comparing it on the way.
   */
  private int sink(int from) {
    int place = from;
    for (int child = 2 * place + 1; child < heap.size(); child = 2 * place + 1) {
      if (child + 1 < heap.size() && order.compare(heap.get(child + 1), heap.get(child)) < 0) {
        child++;
      }
      put(heap.get(child), place);
      place = child;
    }
    return place;
  }

  private void put(PendingPod pod, int place) {
    heap.set(place, pod);
    pod.heapIndex = place;
  }
}
