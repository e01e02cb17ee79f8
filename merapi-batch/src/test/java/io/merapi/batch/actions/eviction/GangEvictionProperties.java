package io.merapi.batch.actions.eviction;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.UnifiedEvictable;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.workload.PriorityClass;
import io.merapi.batch.actions.bundles.GangEvictionArgs;
import io.merapi.batch.actions.gangpreempt.GangPreempt;
import io.merapi.batch.actions.gangreclaim.GangReclaim;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Many gangs that want room one after the other get it by the same moves, those that are taken back
 * included, whether candidates are remembered or looked for anew.
 */
class GangEvictionProperties {

  private static final int CLUSTERS = 600;

  @Test
  void everyMoveIsThatOfTheDefinition() {
    int evictions = 0;
    int shortened = 0;
    for (int seed = 0; seed < CLUSTERS; seed++) {
      Run defined = new Run(seed, true);
      Run remembered = new Run(seed, false);
      assertThat(remembered.log).as("seed %d", seed).isEqualTo(defined.log);
      evictions += (int) defined.log.stream().filter(line -> line.startsWith("evict")).count();
      shortened += remembered.judged() < defined.judged() ? 1 : 0;
    }
    assertThat(evictions).isGreaterThan(CLUSTERS);
    assertThat(shortened).as("clusters in which less was asked").isGreaterThan(CLUSTERS / 10);
  }

  /** One session on the cluster of a seed. */
  private static final class Run {

    final List<String> log = new ArrayList<>();
    private final List<Sparing> opinions = new ArrayList<>();
    private final Random random;

    Run(int seed, boolean reference) {
      random = new Random(seed);
      World world = cluster();
      world.options(SessionOptions.DEFAULTS.withReference(reference));
      if (random.nextInt(3) == 0) {
        world.fixing(Fix.values());
      }
      world.tier(session -> random.nextInt(3) == 0 ? new Gang(session) : new Hungry(session));
      int plugins = 1 + random.nextInt(3);
      for (int i = 0; i < plugins; i++) {
        world.tier(_ -> {
          var opinion = new Sparing(random);
          opinions.add(opinion);
          return opinion;
        });
      }
      world.tier(session -> new Logged(session, log));
      SchedulingSession session = world.open();
      List<Action> actions =
          List.of(
              new GangPreempt(GangEvictionArgs.DEFAULTS),
              new GangReclaim(GangEvictionArgs.DEFAULTS));
      for (Action action : random.nextBoolean() ? actions : actions.reversed()) {
        action.execute(session);
        log.add(action.getClass().getSimpleName());
      }
      session.close();
      log.addAll(world.effects().calls());
    }

    int judged() {
      return opinions.stream().mapToInt(opinion -> opinion.judged).sum();
    }

    private World cluster() {
      var world = new World();
      for (int i = 0; i < 3; i++) {
        world.with(new PriorityClass(ObjectMeta.named("", "p" + i), i, false, ""));
      }
      world.with(queue("q1").build());
      int nodes = 2 + random.nextInt(5);
      for (int i = 0; i < nodes; i++) {
        world.with(node("n" + i).allocatable("cpu", "4").allocatable("pods", "20").build());
      }
      int jobs = 10 + random.nextInt(15);
      for (int i = 0; i < jobs; i++) {
        addJob("g" + i, nodes, world);
      }
      return world;
    }

    private void addJob(String group, int nodes, World world) {
      int pods = 1 + random.nextInt(5);
      world.with(
          podGroup(group)
              .queue(random.nextInt(3) == 0 ? "q1" : "default")
              .minMember(1 + random.nextInt(pods))
              .priorityClass("p" + random.nextInt(3))
              .phase(PodGroupPhase.INQUEUE)
              .build());
      boolean runs = random.nextBoolean();
      for (int k = 0; k < pods; k++) {
        String pod = group + "-" + k;
        world.with(
            (runs
                    ? World.running(pod, group, "n" + random.nextInt(nodes))
                    : World.pending(pod, group))
                .request("cpu", Integer.toString(1 + random.nextInt(2)))
                .annotation("volcano.sh/preemptable", random.nextInt(8) > 0 ? "true" : "false")
                .build());
      }
    }
  }

  /** Spares some tasks, each for itself or depending on how many are asked about before it. */
  private static final class Sparing implements UnifiedEvictable {

    private final int salt;
    private final int spared;
    private final boolean counts;
    private final boolean byPriority;
    private int judged;

    Sparing(Random random) {
      salt = random.nextInt();
      spared = random.nextInt(5) == 0 ? 1 + random.nextInt(30) : 0;
      counts = random.nextInt(8) == 0;
      byPriority = random.nextBoolean();
    }

    @Override
    public String name() {
      return "sparing";
    }

    @Override
    public VictimVote unifiedEvictable(Eviction eviction, List<? extends Task> candidates) {
      judged += candidates.size();
      var mayGo = new ArrayList<Task>();
      for (Task task : candidates) {
        int mood = Objects.hash(salt, task.key(), seen(eviction), counts ? mayGo.size() : 0);
        if (Math.floorMod(mood, 100) >= spared) {
          mayGo.add(task);
        }
      }
      return VictimVote.of(mayGo);
    }

    private int seen(Eviction eviction) {
      return byPriority ? eviction.job().priority() : 0;
    }

    @Override
    public Optional<Object> evictionTraits(Eviction eviction) {
      return counts ? Optional.empty() : Optional.of(seen(eviction));
    }
  }
}
