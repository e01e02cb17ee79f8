package io.merapi.batch.placement;

import static io.merapi.testkit.HyperNodeBuilder.hyperNode;
import static io.merapi.testkit.PodGroupBuilder.podGroup;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.NetworkTopology.Mode;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.fixes.Fix;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.NodeTraits;
import io.merapi.api.framework.Verdict;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.KindOrder;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.batch.placement.TaskPlacementProperties.Cluster;
import io.merapi.batch.placement.TaskPlacementProperties.Opinions;
import io.merapi.batch.placement.TaskPlacementProperties.Run;
import io.merapi.batch.plugins.networktopologyaware.NetworkTopologyAware;
import io.merapi.batch.plugins.networktopologyaware.NetworkTopologyAwareArgs;
import io.merapi.batch.plugins.tasktopology.TaskTopology;
import io.merapi.batch.plugins.tasktopology.TaskTopologyArgs;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.testkit.PodGroupBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Scores that go by kinds of nodes choose as the definition does, at every step of a session. */
class KindPlacementProperties {

  private static final int CLUSTERS = 200;
  private static final int SESSIONS = 4;
  private static final int STEPS = 40;

  @Test
  void kindsOfNodesChooseAsTheDefinitionDoes() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      var random = new Random(seed);
      int nodes = 1 + random.nextInt(24);
      var cluster = new Cluster(random, nodes);
      addNetwork(cluster, random, nodes);
      addPlugins(cluster, random);
      if (random.nextInt(3) == 0) {
        cluster.world.fixing(Fix.HONOUR_TOPOLOGY_TIERS);
      }
      boolean remembers = random.nextBoolean();
      for (int number = 0; number < SESSIONS; number++) {
        SchedulingSession session = cluster.world.openNext();
        var run = new Run(session, random, remembers);
        for (int step = 0; step < STEPS; step++) {
          if (random.nextInt(5) == 0) {
            putSomewhere(session, random);
          }
          run.step("seed %d, session %d, step %d".formatted(seed, number, step));
        }
        cluster.change();
      }
    }
  }

  private static void addNetwork(Cluster cluster, Random random, int nodes) {
    int switches = 1 + random.nextInt(4);
    for (int i = 0; i < switches; i++) {
      var domain = hyperNode("switch-" + i);
      for (int j = i; j < nodes; j += switches + random.nextInt(2)) {
        domain.nodes("n" + j);
      }
      cluster.world.with(domain.build());
    }
    var spine = hyperNode("spine").tier(2 + random.nextInt(2));
    for (int i = 0; i < switches; i += 1 + random.nextInt(2)) {
      spine.hyperNodes("switch-" + i);
    }
    cluster.world.with(spine.build());
    for (int i = 0; i < 4; i++) {
      PodGroupBuilder group = podGroup("g" + i).minMember(1);
      switch (random.nextInt(4)) {
        case 0 -> group.networkTopology(new NetworkTopology(Mode.HARD, 2, ""));
        case 1 -> group.annotation(VolcanoKeys.TASK_TOPOLOGY_AFFINITY, "a,b");
        case 2 -> group.annotation(VolcanoKeys.TASK_TOPOLOGY_ANTI_AFFINITY, "a");
        default -> {}
      }
      cluster.world.with(group.build());
    }
  }

  /** In any order, because sums of fractions depend on it. */
  private static void addPlugins(Cluster cluster, Random random) {
    List<Function<Session, BatchPlugin>> plugins = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      long mind = random.nextLong();
      // Where all nodes are different there is one of each kind.
      plugins.add(
          random.nextInt(3) == 0
              ? _ -> new Opinions(new Random(mind), cluster, 0)
              : _ -> new Crowding(mind));
    }
    if (random.nextBoolean()) {
      plugins.add(session -> new TaskTopology(TaskTopologyArgs.DEFAULTS, session));
    }
    if (random.nextBoolean()) {
      plugins.add(session -> new NetworkTopologyAware(NetworkTopologyAwareArgs.DEFAULTS, session));
    }
    if (random.nextBoolean()) {
      int salt = random.nextInt();
      plugins.add(session -> new Moods(salt, session));
    }
    Collections.shuffle(plugins, random);
    plugins.forEach(cluster.world::tier);
  }

  /** Has the tasks of a job be in some domain, as if others of it were there. */
  private static void putSomewhere(SchedulingSession session, Random random) {
    var domains = session.hyperNodes().all();
    String domain = domains.get(random.nextInt(domains.size())).name();
    session
        .jobs()
        .forEach(job ->
            job.tasks()
                .forEach(
                    task -> task.setJobAllocatedHyperNode(random.nextInt(4) > 0 ? domain : "")));
  }

  /** Scores nodes by how many tasks they have. */
  private record Crowding(long salt) implements NodeOrder {

    @Override
    public String name() {
      return "crowding";
    }

    @Override
    public boolean tellsJobsApart() {
      return false;
    }

    @Override
    public double scoreNode(Task task, SessionNode node) {
      return Math.floorMod(Objects.hash(salt, node.tasks().size() / 3), 3) / 10.0;
    }

    @Override
    public Dependence nodeOrderDependence(Task task) {
      return Dependence.NODE;
    }
  }

  /** Scores by kinds of nodes that depend on how many tasks have moved and what kinds there are. */
  private static final class Moods implements NodeOrder, BatchNodeOrder, KindOrder, TaskEvents {

    private final int salt;
    private final Session session;
    private int moves;

    Moods(int salt, Session session) {
      this.salt = salt;
      this.session = session;
    }

    @Override
    public String name() {
      return "moods";
    }

    @Override
    public double scoreNode(Task task, SessionNode node) {
      return concerns(task) ? mood(view(task).kind(node), moves) / 7.0 : 0;
    }

    @Override
    public double[] scoreNodes(Task task, List<? extends SessionNode> nodes) {
      if (!concerns(task)) {
        return new double[nodes.size()];
      }
      View view = view(task);
      Map<Integer, Integer> kinds =
          nodes.stream()
              .collect(
                  Collectors.toMap(
                      view::kind, _ -> 1, (one, _) -> Math.min(2, one + 1), TreeMap::new));
      return nodes.stream()
          .mapToDouble(node -> mood(view.kind(node), kinds.hashCode()) / 3.0)
          .toArray();
    }

    private int mood(int kind, int circumstances) {
      return Math.floorMod(Objects.hash(salt, kind, circumstances), 6);
    }

    private boolean concerns(Task task) {
      return Math.floorMod(task.jobKey().hashCode(), 3) > 0;
    }

    private View view(Task task) {
      int place = Math.floorMod(task.jobKey().hashCode(), session.nodes().size());
      return new View(task.jobKey(), session.nodes().get(place));
    }

    @Override
    public Optional<NodeKinds> kinds(Task task) {
      return concerns(task) ? Optional.of(view(task)) : Optional.empty();
    }

    @Override
    public Verdict allocated(Task task) {
      moves++;
      return Verdict.success();
    }

    @Override
    public void deallocated(Task task) {
      moves++;
    }
  }

  /** Jobs see one node each in their own way. */
  private record View(String job, SessionNode special) implements KindOrder.NodeKinds {

    int kind(SessionNode node) {
      int own = node.index() == special.index() ? job.hashCode() : 0;
      return Objects.hash(node.tasks().size() / 2, own);
    }

    @Override
    public void describe(SessionNode node, NodeTraits traits) {
      traits.number(kind(node));
    }

    @Override
    public List<SessionNode> apart() {
      return List.of(special);
    }
  }
}
