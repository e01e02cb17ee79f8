package io.merapi.kube.queue;

import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.ProfileFixture;
import io.merapi.kube.framework.SchedulingProfile;
import java.time.Instant;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PodHeapProperties {

  private final ProfileFixture fixture = new ProfileFixture();
  private final SchedulingProfile profile = fixture.profile();
  private final PodInfo pod = fixture.pod(pod("a").build());

  @Test
  void firstIsFirstWhateverComesAndGoes() {
    Comparator<PendingPod> order = Comparator.comparing(PendingPod::enqueued);
    for (int seed = 0; seed < 50; seed++) {
      var random = new SplittableRandom(seed);
      var heap = new PodHeap(order);
      var sorted = new TreeSet<>(order.thenComparingLong(one -> one.arrival));
      for (int step = 0; step < 1000; step++) {
        if (sorted.isEmpty() || random.nextInt(5) < 3) {
          var time = Instant.ofEpochSecond(random.nextInt(50));
          var added = new PendingPod(pod, profile, step, time);
          heap.add(added);
          sorted.add(added);
        } else {
          PendingPod any = heap.pods().get(random.nextInt(heap.size()));
          heap.remove(any);
          sorted.remove(any);
        }
        assertThat(heap.peek()).isSameAs(sorted.isEmpty() ? null : sorted.first());
        assertThat(heap.size()).isEqualTo(sorted.size());
      }
    }
  }
}
