package io.merapi.batch.kubeplugins;

import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.PodPhase;
import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.placement.Placement;
import io.merapi.batch.placement.TaskPlacement;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.batch.session.NodeSampling;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.RandomWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Pods that want something of each other are placed by kept counts and by groups of nodes exactly
 * as where every pod and every node is looked at for each of them.
 */
class CountedPlacementProperties {

  private static final int SESSIONS = 250;
  private static final int STEPS = 60;
  private static final int PODS = 36;

  @Test
  void keptCountsGiveTheSameNodesAndTheSameReasons() {
    for (int seed = 0; seed < SESSIONS; seed++) {
      assertSame(seed, 24, SessionOptions.DEFAULTS);
    }
  }

  @Test
  void soTheyDoWhereASampleIsEnough() {
    for (int seed = 0; seed < SESSIONS; seed++) {
      var sampling = new NodeSampling(1 + seed % 4, seed % 60, 5);
      assertSame(seed, seed % 4 == 0 ? 200 : 24, SessionOptions.DEFAULTS.withSampling(sampling));
    }
  }

  private static void assertSame(int seed, int mostNodes, SessionOptions options) {
    // The first numbers of nearby seeds are much alike.
    var random = new Random(seed * 0x9E3779B97F4A7C15L);
    World world = cluster(seed, random, mostNodes);
    boolean remembers = random.nextInt(3) == 0;
    var defined = new Side(world.options(options.withReference(true)), remembers);
    var kept = new Side(world.options(options), remembers);
    for (int step = 0; step < STEPS; step++) {
      step(defined, kept, random, "seed %d, step %d".formatted(seed, step));
    }
  }

  private static void step(Side defined, Side kept, Random random, String where) {
    String task = "p" + random.nextInt(PODS);
    switch (random.nextInt(16)) {
      case 0 -> {
        int domain = random.nextInt(3) == 0 ? random.nextInt(2, 5) : 1;
        defined.searchIn(domain);
        kept.searchIn(domain);
      }
      case 1 -> {
        defined.discard();
        kept.discard();
      }
      case 2 -> {
        defined.evict(task);
        kept.evict(task);
      }
      default ->
          assertThat(kept.place(task)).as("%s, %s", where, task).isEqualTo(defined.place(task));
    }
  }

  /** One of two sessions in which the same is done. */
  private static final class Side {

    private final SchedulingSession session;
    private final TaskPlacement placement;
    private final Map<String, TaskState> tasks = new TreeMap<>();
    private TaskPlacement.Search search;
    private Statement statement;

    Side(World world, boolean remembers) {
      session = world.open();
      placement = TaskPlacement.of(session, remembers);
      search = placement.within(session.hyperNodes().top());
      statement = session.statement();
      session.jobs().forEach(job -> job.tasks().forEach(task -> tasks.put(task.name(), task)));
    }

    /** Begins a search among every so manieth node. */
    void searchIn(int part) {
      List<SessionNode> some = new ArrayList<>();
      for (int i = 0; i < session.nodes().size(); i += part) {
        some.add(session.nodes().get(i));
      }
      search =
          placement.within(
              part == 1
                  ? session.hyperNodes().top()
                  : new HyperNodeInfo("some", 1, HyperNodes.TOP, List.of(), some));
    }

    void discard() {
      statement.discard();
      statement = session.statement();
    }

    void evict(String name) {
      TaskState task = Objects.requireNonNull(tasks.get(name));
      if (task.status().evictable()) {
        statement.evict(task, "test");
      }
    }

    String place(String name) {
      TaskState task = Objects.requireNonNull(tasks.get(name));
      if (task.status() != TaskStatus.PENDING) {
        return "";
      }
      return text(task) + ", next " + session.search(false).start();
    }

    private String text(TaskState task) {
      return switch (search.place(task)) {
        case Placement.OnNode(var node) -> {
          if (node.fitsIdle(task)) {
            statement.allocate(task, node);
          } else {
            statement.pipeline(task, node, false);
          }
          yield node.name();
        }
        case Placement.Refused(var errors) -> {
          var nodes = new TreeMap<String, List<String>>();
          errors.nodes().forEach((node, fit) -> nodes.put(node, details(fit)));
          yield errors.text() + nodes;
        }
        case Placement.Undecided() -> "undecided";
      };
    }

    private static List<String> details(Fit fit) {
      return fit.statuses().stream()
          .map(status -> status.text() + ": " + status.reason().detail())
          .toList();
    }
  }

  private static World cluster(int seed, Random random, int mostNodes) {
    var world = new World(podGroup("job").build());
    var plugins = new ArrayList<>(List.of("predicates", "nodeorder"));
    if (random.nextInt(4) == 0) {
      plugins.add("binpack");
    }
    for (String name : plugins) {
      world.tier(session ->
          Objects.requireNonNull(
              BatchPlugins.IN_TREE
                  .factory(SchedulerParts.forQuestions(), null)
                  .make(
                      InTreePlugins.named(name).orElseThrow().byDefault(),
                      (SchedulingSession) session)));
    }
    var workload = new RandomWorkload(seed, random, true);
    int nodes = random.nextInt(4, mostNodes);
    for (int i = 0; i < nodes; i++) {
      world.with(workload.node("n" + i));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      world.with(workload.service(), workload.namespace());
    }
    int shapes = 1 + random.nextInt(6);
    int running = random.nextInt(3) * 6;
    for (int i = 0; i < PODS; i++) {
      PodBuilder pod =
          new RandomWorkload(seed, new Random(random.nextInt(shapes)), true)
              .pod("p" + i)
              .namespace("default")
              .group("job")
              .schedulerName("volcano")
              .annotation("volcano.sh/task-spec", List.of("", "a", "b").get(random.nextInt(3)))
              .phase(PodPhase.PENDING);
      if (i < running) {
        pod.on("n" + random.nextInt(nodes)).phase(PodPhase.RUNNING);
      }
      world.with(pod.build());
    }
    return world;
  }
}
