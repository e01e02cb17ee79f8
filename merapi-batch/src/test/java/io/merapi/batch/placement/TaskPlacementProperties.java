package io.merapi.batch.placement;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.Reason;
import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.Job;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.Predicate;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import io.merapi.kube.placement.ClassMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Placement that remembers answers as the definition does, at every step of a session. */
class TaskPlacementProperties {

  private static final int CLUSTERS = 150;
  private static final int SESSIONS = 6;
  private static final int STEPS = 30;

  @Test
  void whatIsRememberedGivesTheSameNodeAndTheSameReasons() {
    compare(ClassMemory.DEFAULT);
  }

  @Test
  void soItIsWhereMostClassesAreForgotten() {
    compare(new ClassMemory(0, 2));
  }

  private static void compare(ClassMemory memory) {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      var random = new Random(seed);
      long mind = random.nextLong();
      var cluster = new Cluster(random, 1 + random.nextInt(8));
      cluster.world.options(SessionOptions.DEFAULTS.withMemory(memory));
      boolean reconsiders = random.nextInt(4) == 0;
      cluster.world.tier(
          _ -> new Opinions(new Random(mind), cluster, reconsiders ? random.nextInt(2) : 0));
      boolean remembers = random.nextBoolean();
      for (int number = 0; number < SESSIONS; number++) {
        var run = new Run(cluster.world.openNext(), random, remembers);
        for (int step = 0; step < STEPS; step++) {
          run.step("seed %d, session %d, step %d".formatted(seed, number, step));
        }
        cluster.change();
      }
    }
  }

  /** Two placements that are asked side by side, while tasks move. */
  static final class Run {

    private final SchedulingSession session;
    private final Random random;
    private final TaskPlacement reference;
    private final TaskPlacement incremental;
    private Statement statement;
    private TaskPlacement.Search byDefinition;
    private TaskPlacement.Search byMemory;

    Run(SchedulingSession session, Random random, boolean remembers) {
      this.session = session;
      this.random = random;
      this.reference = new ReferenceTaskPlacement(session, remembers);
      this.incremental = new IncrementalTaskPlacement(session, remembers);
      this.statement = session.statement();
      this.byDefinition = reference.within(session.hyperNodes().top());
      this.byMemory = incremental.within(session.hyperNodes().top());
    }

    void step(String where) {
      List<TaskState> tasks = new ArrayList<>();
      session.jobs().forEach(job -> tasks.addAll(job.tasks()));
      TaskState task = tasks.get(random.nextInt(tasks.size()));
      switch (random.nextInt(12)) {
        case 0 -> {
          HyperNodeInfo domain = domain();
          byDefinition = reference.within(domain);
          byMemory = incremental.within(domain);
        }
        case 1 -> {
          statement.discard();
          statement = session.statement();
        }
        case 2 -> {
          if (task.status().evictable()) {
            statement.evict(task, "test");
          }
        }
        default -> {
          if (task.status() == TaskStatus.PENDING) {
            place(task, where);
          }
        }
      }
    }

    private void place(TaskState task, String where) {
      Placement expected = byDefinition.place(task);
      Placement found = byMemory.place(task);
      assertThat(text(found)).as(where).isEqualTo(text(expected));
      if (expected instanceof Placement.OnNode(var node)) {
        if (node.fitsIdle(task)) {
          statement.allocate(task, node);
        } else {
          statement.pipeline(task, node, false);
        }
      }
    }

    private HyperNodeInfo domain() {
      List<SessionNode> some = new ArrayList<>();
      session.nodes().stream().filter(_ -> random.nextInt(3) > 0).forEach(some::add);
      return random.nextBoolean() || some.isEmpty()
          ? session.hyperNodes().top()
          : new HyperNodeInfo("some", 1, HyperNodes.TOP, List.of(), some);
    }

    static String text(Placement placement) {
      return switch (placement) {
        case Placement.OnNode(var node) -> node.name();
        case Placement.Refused(var errors) -> {
          var nodes = new TreeMap<String, List<String>>();
          errors.nodes().forEach((name, fit) -> nodes.put(name, details(fit)));
          yield errors.text() + nodes + errors.unresolvableNodes();
        }
        case Placement.Undecided() -> "undecided";
      };
    }

    private static List<String> details(Fit fit) {
      return fit.statuses().stream().map(status -> status.reason().detail()).toList();
    }
  }

  /** A cluster that changes between sessions. */
  static final class Cluster {

    final World world = new World();
    private final Random random;
    private final int groups;
    private int nodes;

    /** How many times anything but pods has changed. */
    private int nodeChanges;

    /** How many sessions there were. */
    private int age;

    Cluster(Random random, int nodes) {
      this.random = random;
      this.nodes = nodes;
      this.groups = 1 + random.nextInt(4);
      for (int i = 0; i < nodes; i++) {
        putNode(i);
      }
      for (int i = 0; i < groups; i++) {
        world.with(podGroup("g" + i).minMember(1).build());
        for (int k = 0; k < 1 + random.nextInt(8); k++) {
          putPod("g" + i, k);
        }
      }
    }

    private void putNode(int number) {
      nodeChanges++;
      world.with(
          node("n" + number)
              .allocatable("cpu", Integer.toString(2 + random.nextInt(7)))
              .allocatable("pods", "20")
              .build());
    }

    private void putPod(String group, int number) {
      String pod = group + "-" + number;
      String on = "n" + random.nextInt(nodes);
      world.with(
          (random.nextInt(3) > 0
                  ? World.pending(pod, group).nominatedTo(random.nextInt(3) == 0 ? on : "")
                  : World.running(pod, group, on))
              .priority(random.nextInt(2))
              .request("cpu", Integer.toString(1 + random.nextInt(2)))
              .annotation("volcano.sh/task-spec", List.of("", "a", "b").get(random.nextInt(3)))
              .build());
    }

    void change() {
      age++;
      for (int i = random.nextInt(4); i > 0; i--) {
        String group = "g" + random.nextInt(groups);
        int pod = random.nextInt(8);
        switch (random.nextInt(12)) {
          case 0 -> putNode(nodes++);
          case 1 -> putNode(random.nextInt(nodes));
          case 2, 3, 4 -> world.without(World.pending(group + "-" + pod, group).build());
          default -> putPod(group, pod);
        }
      }
    }
  }

  /** Says something of every node that depends on what is there, and on more where it says so. */
  static final class Opinions implements Predicate, NodeOrder, BatchNodeOrder {

    private final int salt;
    private final boolean picky;
    private final boolean readsCluster;
    private final boolean jobsApart;
    private final boolean identity;
    private final boolean inParts;
    private final boolean lasting;
    private final List<Part> parts = new ArrayList<>();

    private final boolean standsFirm;
    private final int nodeFacts;

    /**
     * @param random of the same start for an instance of the same mind
     * @param mood makes other nodes fit
     */
    Opinions(Random random, Cluster cluster, int mood) {
      nodeFacts = cluster.nodeChanges;
      standsFirm = random.nextInt(4) > 0;
      int firm = random.nextInt();
      salt = firm + mood + (standsFirm ? 0 : cluster.age);
      picky = random.nextBoolean();
      readsCluster = random.nextInt(6) == 0;
      jobsApart = random.nextBoolean();
      identity = random.nextBoolean();
      inParts = random.nextInt(4) > 0;
      lasting = random.nextInt(3) == 0;
      int count = random.nextInt(5);
      for (int i = 0; i < count; i++) {
        Normalization[] ways = {
          Normalization.NONE, Normalization.TO_GREATEST, Normalization.TO_GREATEST_REVERSED
        };
        parts.add(new Part(firm + i, ways[random.nextInt(3)], random.nextInt(4)));
      }
    }

    @Override
    public String name() {
      return "opinions";
    }

    @Override
    public Optional<Object> standpoint() {
      return standsFirm ? Optional.of(salt) : Optional.empty();
    }

    @Override
    public boolean tellsJobsApart() {
      return jobsApart;
    }

    @Override
    public boolean readsIdentity() {
      return identity;
    }

    @Override
    public Fit predicate(Task task, SessionNode node) {
      int mood =
          Objects.hash(
              salt,
              node.name(),
              node.tasks().size() / 2,
              task.request().cpuMillis(),
              jobsApart ? task.jobKey() : "",
              identity ? task.priority() : 0,
              readsCluster ? pendingOf(task) : 0);
      Reason reason = Reason.of("Mood", "mood " + Math.floorMod(mood, 100));
      return switch (picky ? Math.floorMod(mood, 6) : -1) {
        case 0 -> Fit.unschedulable(reason);
        case 1 -> Fit.unresolvable(reason);
        default -> Fit.fits();
      };
    }

    private static int pendingOf(Task task) {
      Job job = task.job();
      return job == null ? 0 : job.tasks(TaskStatus.PENDING).size();
    }

    @Override
    public Dependence predicateDependence(Task task) {
      return readsCluster ? Dependence.CLUSTER : Dependence.NODE;
    }

    @Override
    public double scoreNode(Task task, SessionNode node) {
      int seen = lasting ? node.index() + nodeFacts : node.tasks().size();
      return Math.floorMod(Objects.hash(salt, seen), 5) / 10.0;
    }

    @Override
    public Dependence nodeOrderDependence(Task task) {
      return lasting ? Dependence.NODES : Dependence.NODE;
    }

    @Override
    public double[] scoreNodes(Task task, List<? extends SessionNode> nodes) {
      double[] scores = new double[nodes.size()];
      for (Part part : parts) {
        long greatest = Math.max(0, nodes.stream().mapToLong(part::raw).max().orElse(0));
        for (int i = 0; i < scores.length; i++) {
          scores[i] +=
              part.weight * part.normalization.finalScore(part.raw(nodes.get(i)), greatest);
        }
      }
      return scores;
    }

    @Override
    public Optional<List<ScorePart>> scoreParts(Task task) {
      return inParts ? Optional.of(List.copyOf(parts)) : Optional.empty();
    }

    private record Part(int salt, Normalization normalization, long weight)
        implements BatchNodeOrder.ScorePart {

      @Override
      public long raw(SessionNode node) {
        int tasks = ((NodeState) node).tasks().size();
        return Math.floorMod(Objects.hash(salt, node.name(), tasks), 90);
      }
    }
  }
}
