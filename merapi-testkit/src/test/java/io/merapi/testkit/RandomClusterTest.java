package io.merapi.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectEvent.Applied;
import io.merapi.api.cluster.ObjectEvent.Deleted;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomClusterTest {

  @Test
  void sameSeedGivesSameEventsAndAnotherSeedOthers() {
    List<ObjectEvent> events = new RandomCluster(1, 5, 12).events(300);
    assertThat(new RandomCluster(1, 5, 12).events(300)).isEqualTo(events);
    assertThat(new RandomCluster(2, 5, 12).events(300)).isNotEqualTo(events);
  }

  @Test
  void eventsMeetTheCasesThatTheyAreFor() {
    List<ObjectEvent> events = new RandomCluster(1, 5, 12).events(300);
    Set<String> nodes = new HashSet<>();
    int podsBeforeNode = 0;
    for (ObjectEvent event : events) {
      switch (event) {
        case Applied(Pod pod) when pod.assigned() && !nodes.contains(pod.nodeName()) ->
            podsBeforeNode++;
        case Applied(var object) when object.kind() == ObjectKind.NODE -> nodes.add(object.name());
        case Deleted(var object) when object.kind() == ObjectKind.NODE ->
            nodes.remove(object.name());
        case Applied _, Deleted _ -> {}
      }
    }
    assertThat(podsBeforeNode).isPositive();
    assertThat(events).filteredOn(Deleted.class::isInstance).isNotEmpty();
    assertThat(new HashSet<>(events)).hasSizeLessThan(events.size());
  }
}
