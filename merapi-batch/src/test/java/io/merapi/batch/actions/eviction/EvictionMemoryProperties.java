package io.merapi.batch.actions.eviction;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.session.Session;
import io.merapi.api.workload.PriorityClass;
import io.merapi.batch.actions.allocate.Allocate;
import io.merapi.batch.actions.allocate.AllocateArgs;
import io.merapi.batch.actions.bundles.GangEvictionArgs;
import io.merapi.batch.actions.gangpreempt.GangPreempt;
import io.merapi.batch.actions.gangreclaim.GangReclaim;
import io.merapi.batch.actions.preempt.Preempt;
import io.merapi.batch.actions.preempt.PreemptArgs;
import io.merapi.batch.actions.reclaim.Reclaim;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.NodeSampling;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What is remembered of nodes and victims leads to the same moves, one by one and those that are
 * taken back included, as the definition does: whatever plugins go by, as long as they say so.
 */
class EvictionMemoryProperties {

  private static final int CLUSTERS = 1500;

  /** How many of four pods of a job run. */
  private static final List<Integer> RUNNING = List.of(0, 0, 1, 3, 4, 4);

  @Test
  void everyMoveIsThatOfTheDefinition() {
    assertMovesAreThoseOfTheDefinition(false);
  }

  @Test
  void everyMoveIsThatOfTheDefinitionWhereASampleIsEnough() {
    assertMovesAreThoseOfTheDefinition(true);
  }

  private static void assertMovesAreThoseOfTheDefinition(boolean sampled) {
    int evictions = 0;
    int passedOver = 0;
    for (int seed = 0; seed < CLUSTERS; seed++) {
      Run defined = new Run(seed, true, sampled);
      Run remembered = new Run(seed, false, sampled);
      assertThat(remembered.log).as("seed %d", seed).isEqualTo(defined.log);
      evictions += (int) defined.log.stream().filter(line -> line.startsWith("evict")).count();
      passedOver += defined.votes() - remembered.votes();
    }
    assertThat(evictions).isGreaterThan(CLUSTERS);
    assertThat(passedOver).as("votes that were not asked for").isGreaterThan(CLUSTERS);
  }

  /** One session on the cluster of a seed. */
  private static final class Run {

    final List<String> log = new ArrayList<>();
    private final List<Opinion> opinions = new ArrayList<>();
    private final Random random;

    Run(int seed, boolean reference, boolean sampled) {
      random = new Random(seed);
      // Sets of nodes are kept 64 in a word.
      World world = sampled && seed % 8 == 0 ? cluster(60, 140) : cluster(2, 6);
      world.options(
          SessionOptions.DEFAULTS
              .withSampling(sampled ? sampling() : NodeSampling.ALL_NODES)
              .withReference(reference));
      if (random.nextBoolean()) {
        world.fixing(Fix.values());
      }
      world.tier(session -> random.nextInt(3) == 0 ? new Gang(session) : new Hungry(session));
      int tiers = 1 + random.nextInt(2);
      for (int i = 0; i < tiers; i++) {
        world.tier(this::opinion);
      }
      world.tier(session -> new Logged(session, log));
      SchedulingSession session = world.open();
      for (Action action : actions()) {
        action.execute(session);
        log.add(action.getClass().getSimpleName());
      }
      session.close();
      log.addAll(world.effects().calls());
      session.failures().all().forEach(failure -> log.add(failure.toString()));
    }

    private NodeSampling sampling() {
      return new NodeSampling(1 + random.nextInt(3), 1 + random.nextInt(60), 5);
    }

    int votes() {
      return opinions.stream().mapToInt(Opinion::votes).sum();
    }

    private Opinion opinion(Session session) {
      var opinion = new Opinion(random, session);
      opinions.add(opinion);
      return opinion;
    }

    private List<Action> actions() {
      var actions = new ArrayList<Action>();
      if (random.nextInt(3) == 0) {
        actions.add(new Allocate(AllocateArgs.DEFAULTS, false));
      }
      var dry = new PreemptArgs(true, true, 16, 1 + random.nextInt(100), 1, 100);
      int more = 1 + random.nextInt(3);
      for (int i = 0; i < more; i++) {
        actions.add(
            switch (random.nextInt(8)) {
              case 0, 1 -> new Reclaim();
              case 2 -> new Preempt(dry);
              case 3 -> new GangReclaim(GangEvictionArgs.DEFAULTS);
              case 4 -> new GangPreempt(GangEvictionArgs.DEFAULTS);
              default -> new Preempt(PreemptArgs.DEFAULTS);
            });
      }
      return actions;
    }

    private World cluster(int fewest, int most) {
      var world = new World();
      for (int i = 0; i < 3; i++) {
        world.with(new PriorityClass(ObjectMeta.named("", "p" + i), i, false, ""));
      }
      world.with(queue("q1").reclaimable(random.nextInt(4) > 0).build());
      int nodes = random.nextInt(fewest, most + 1);
      for (int i = 0; i < nodes; i++) {
        world.with(
            node("n" + i)
                .allocatable("cpu", Integer.toString(2 + random.nextInt(4)))
                .allocatable("pods", "20")
                .build());
      }
      int jobs = nodes + 4 + random.nextInt(10);
      for (int i = 0; i < jobs; i++) {
        addJob("g" + i, nodes, world);
      }
      return world;
    }

    private void addJob(String group, int nodes, World world) {
      int pods = 1 + random.nextInt(5);
      String priority = "p" + random.nextInt(3);
      world.with(
          podGroup(group)
              .queue(oneOf("default", "q1"))
              .minMember(1 + random.nextInt(pods))
              .priorityClass(priority)
              .phase(PodGroupPhase.INQUEUE)
              .build());
      // Most jobs run or wait as a whole, so that nodes are full and many tasks try the same ones.
      int running = RUNNING.get(random.nextInt(RUNNING.size()));
      for (int k = 0; k < pods; k++) {
        String pod = group + "-" + k;
        PodBuilder builder =
            random.nextInt(4) < running
                ? World.running(pod, group, "n" + random.nextInt(nodes))
                : World.pending(pod, group);
        // Most pods are of one class: what is remembered is of use, and may be wrong.
        world.with(
            builder
                .request("cpu", oneOf("1", "2"))
                .annotation("volcano.sh/task-spec", oneOf("", "a"))
                .annotation("volcano.sh/preemptable", oneOf("true", "false"))
                .build());
      }
    }

    private String oneOf(String often, String seldom) {
      return random.nextInt(6) > 0 ? often : seldom;
    }
  }
}
