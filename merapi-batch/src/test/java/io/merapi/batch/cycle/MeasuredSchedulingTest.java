package io.merapi.batch.cycle;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.node.Node;
import io.merapi.api.session.NodeUsage;
import io.merapi.batch.configuration.ActionArguments;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.batch.tier.Tier;
import io.merapi.batch.usage.FixedUsage;
import io.merapi.batch.usage.FixedUsage.Load;
import io.merapi.batch.usage.MetricsConfiguration;
import io.merapi.kube.effects.Effects;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A scheduler that is told the load of nodes. */
class MeasuredSchedulingTest {

  private final ArrayDeque<Runnable> loop = new ArrayDeque<>();
  private final List<SchedulingSession> sessions = new ArrayList<>();
  private final Written written = new Written();
  private Instant now = World.NOW;
  private final BatchScheduler scheduler =
      new BatchScheduler(
          new BatchConfiguration(
              List.of(BatchAction.ENQUEUE, BatchAction.ALLOCATE),
              List.of(
                  new Tier(
                      Stream.of("gang", "predicates", "usage")
                          .map(name -> InTreePlugins.named(name).orElseThrow().byDefault())
                          .toList())),
              ActionArguments.DEFAULTS,
              MetricsConfiguration.DEFAULTS),
          FeatureGates.DEFAULTS,
          BatchSettings.DEFAULTS,
          new BatchHost(
              written,
              Effects.refused(),
              new FixedUsage(Map.of("busy", new Load(60, 60), "calm", new Load(20, 20)), () -> now),
              null,
              () -> now,
              loop::add,
              BatchPlugins.IN_TREE,
              _ -> null,
              sessions::add,
              BatchMeasures.NONE));

  @Test
  void loadIsCollectedEveryIntervalAndOpensASession() {
    apply(sized("busy"), sized("calm"));
    proceed();
    assertThat(usage("calm").measured()).isEqualTo(World.NOW);
    int before = sessions.size();

    assertThat(scheduler.nextWakeUp()).isEqualTo(World.NOW.plusSeconds(30));
    now = World.NOW.plusSeconds(30);
    proceed();
    assertThat(usage("calm").measured()).isEqualTo(World.NOW.plusSeconds(30));
    assertThat(sessions).hasSizeGreaterThan(before);
    assertThat(scheduler.usageCounts().questions()).isEqualTo(4);
  }

  @Test
  void tasksGoWhereThereIsLittleLoad() {
    apply(queue("default").build(), sized("busy"), sized("calm"));
    proceed();
    apply(podGroup("g").minMember(1).build(), World.pending("p", "g").build());
    proceed();

    assertThat(written.binds).containsExactly("p on calm");
  }

  private NodeUsage usage(String node) {
    return Objects.requireNonNull(sessions.getLast().node(node)).usage();
  }

  private static Node sized(String name) {
    return node(name)
        .allocatable("cpu", "8")
        .allocatable("memory", "16Gi")
        .allocatable("pods", "10")
        .build();
  }

  private void apply(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      scheduler.accept(new ObjectEvent.Applied(object));
    }
  }

  /** Lets all be done that is due within a second. */
  private void proceed() {
    Instant until = now.plusSeconds(1);
    for (Instant next = now; next != null && !next.isAfter(until); next = scheduler.nextWakeUp()) {
      now = next.isAfter(now) ? next : now;
      scheduler.runDue();
      while (!loop.isEmpty()) {
        loop.remove().run();
      }
    }
  }
}
