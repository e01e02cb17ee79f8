package io.merapi.batch.plugins.conformance;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.UnifiedEvictable.Eviction;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ConformanceTest {

  private final SchedulingSession session =
      new World(
              node("n1").allocatable("cpu", "8").build(),
              podGroup("job").build(),
              World.pending("new", "job").build(),
              World.running("plain", "job", "n1").build(),
              World.running("urgent", "job", "n1").priorityClass("high").build(),
              World.running("dns", "job", "n1").priorityClass("system-cluster-critical").build(),
              World.running("proxy", "job", "n1").priorityClass("system-node-critical").build(),
              World.running("number", "job", "n1").priority(2_000_001_000).build(),
              World.running("system", "", "n1").namespace("kube-system").build())
          .tier(_ -> new Conformance())
          .open();
  private final Conformance plugin = new Conformance();
  private final List<? extends Task> onNode =
      List.copyOf(Objects.requireNonNull(session.node("n1")).tasks());

  @Test
  void criticalPodsAndThoseOfTheSystemNamespaceAreNoVictims() {
    assertThat(onNode).hasSize(6);
    assertThat(names(plugin.preemptable(pending(), onNode)))
        .containsExactlyInAnyOrder("plain", "urgent", "number");
  }

  @Test
  void itIsAllTheSameWhatTheRoomIsFor() {
    VictimVote expected = plugin.preemptable(pending(), onNode);
    var eviction =
        new Eviction(Eviction.Kind.GANG_RECLAIM, Objects.requireNonNull(pending().job()), null, "");
    assertThat(plugin.reclaimable(pending(), onNode)).isEqualTo(expected);
    assertThat(plugin.unifiedEvictable(eviction, onNode)).isEqualTo(expected);
  }

  @Test
  void whereAllAreCriticalNoneMayGo() {
    SessionNode node = Objects.requireNonNull(session.node("n1"));
    List<? extends Task> critical =
        node.tasks().stream().filter(task -> task.name().equals("dns")).toList();
    assertThat(plugin.preemptable(pending(), critical)).isEqualTo(VictimVote.of(List.of()));
  }

  private Task pending() {
    return Objects.requireNonNull(session.job("default/job")).tasks().stream()
        .filter(task -> task.name().equals("new"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> names(VictimVote vote) {
    return ((VictimVote.Choice) vote).victims().stream().map(Task::name).toList();
  }
}
