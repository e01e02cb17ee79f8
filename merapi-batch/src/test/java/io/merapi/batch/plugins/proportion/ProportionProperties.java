package io.merapi.batch.plugins.proportion;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.QueueBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Fairness between queues in random clusters, with {@code deserved-is-usable} on. */
class ProportionProperties {

  private static final int CLUSTERS = 1000;
  private static final String GPU = "example.com/gpu";

  @Test
  void whatQueuesDeserveIsWithinDemandAndCapabilityAndLeavesNothingUsable() {
    for (long seed = 0; seed < CLUSTERS; seed++) {
      var opened = new ArrayList<Proportion>();
      SchedulingSession session =
          cluster(new SplittableRandom(seed))
              .tier(opening -> {
                opened.add(new Proportion(opening));
                return opened.getFirst();
              })
              .fixing(Fix.DESERVED_IS_USABLE)
              .open();
      List<QueueShare> shares =
          session.queues().stream()
              .map(queue -> opened.getFirst().share(queue.name()))
              .filter(Objects::nonNull)
              .toList();
      shares.forEach(ProportionProperties::assertWithinBounds);
      assertNothingUsableLeft(session.totalResources(), shares, seed);
    }
  }

  private static void assertWithinBounds(QueueShare share) {
    QueueBounds bounds = share.bounds();
    assertThat(share.deserved().lessEqual(share.request(), MissingDimension.ZERO)).isTrue();
    if (!bounds.capability().isEmpty()) {
      assertThat(
              share
                  .deserved()
                  .min(bounds.capability(), MissingDimension.INFINITY)
                  .sameAmounts(share.deserved()))
          .isTrue();
    }
    Resources least = bounds.guarantee().min(share.request(), MissingDimension.ZERO);
    if (bounds.guarantee().lessEqual(bounds.realCapability(), MissingDimension.ZERO)) {
      assertThat(least.lessEqual(share.deserved(), MissingDimension.ZERO)).isTrue();
    }
  }

  private static void assertNothingUsableLeft(Resources total, List<QueueShare> shares, long seed) {
    ResourceDictionary dictionary = total.dictionary();
    for (String name : List.of("cpu", "memory", "pods", GPU)) {
      int id = dictionary.index(name);
      double left =
          total.get(id) - shares.stream().mapToDouble(share -> share.deserved().get(id)).sum();
      for (QueueShare share : shares) {
        double usable = Math.min(share.request().get(id), share.bounds().realCapability().get(id));
        assertThat(Math.min(left, usable - share.deserved().get(id)))
            .as("%s with seed %d", name, seed)
            .isLessThan(0.1);
      }
    }
  }

  private static World cluster(SplittableRandom random) {
    var world = new World();
    for (int i = random.nextInt(3); i >= 0; i--) {
      world.with(
          node("n" + i)
              .allocatable("cpu", Integer.toString(1 + random.nextInt(16)))
              .allocatable("memory", 1 + random.nextInt(32) + "Gi")
              .allocatable("pods", Integer.toString(1 + random.nextInt(20)))
              .allocatable(GPU, Integer.toString(random.nextInt(5)))
              .build());
    }
    for (int i = random.nextInt(5); i >= 0; i--) {
      world.with(queueOf(random, "q" + i).build());
      world.with(podGroup("g" + i).queue("q" + i).phase(PodGroupPhase.INQUEUE).build());
      for (int pod = random.nextInt(10); pod > 0; pod--) {
        world.with(podOf(random, "p%d-%d".formatted(i, pod), "g" + i).build());
      }
    }
    return world;
  }

  private static QueueBuilder queueOf(SplittableRandom random, String name) {
    QueueBuilder queue = queue(name).weight(random.nextInt(4));
    for (String resource : List.of("cpu", "memory", GPU)) {
      String unit = resource.equals("memory") ? "Gi" : "";
      if (random.nextInt(4) == 0) {
        queue.capability(resource, 1 + random.nextInt(10) + unit);
      }
      if (random.nextInt(4) == 0) {
        queue.guarantee(resource, random.nextInt(6) + unit);
      }
    }
    return queue;
  }

  private static PodBuilder podOf(SplittableRandom random, String name, String group) {
    PodBuilder pod =
        random.nextInt(3) == 0 ? World.running(name, group, "n0") : World.pending(name, group);
    pod.request("cpu", Integer.toString(random.nextInt(4)));
    if (random.nextBoolean()) {
      pod.request("memory", 1 + random.nextInt(4) + "Gi");
    }
    return random.nextInt(3) == 0 ? pod.request(GPU, "1") : pod;
  }
}
