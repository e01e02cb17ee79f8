package io.merapi.batch.placement;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.Predicate;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.batch.tier.PluginFailure;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.placement.Unanswered;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** However many threads ask plugins about nodes, they come to what one thread comes to. */
class ManyThreadsProperties {

  private static final int CLUSTERS = 60;
  private static final int TASKS = 12;

  @Test
  void placementsAndScoresAndFailuresAreThoseOfOneThread() {
    var failed = new ArrayList<String>();
    try (var two = new FanOut(2, 1);
        var eight = new FanOut(8, 1)) {
      for (int seed = 0; seed < CLUSTERS; seed++) {
        List<String> expected = story(seed, FanOut.NONE, new Judge(seed, true));
        assertThat(story(seed, two, new Judge(seed, true))).as("seed %d", seed).isEqualTo(expected);
        assertThat(story(seed, eight, new Judge(seed, true)))
            .as("seed %d", seed)
            .isEqualTo(expected);
        expected.stream().filter(line -> line.startsWith("failed")).forEach(failed::add);
      }
    }
    assertThat(failed).as("failures on the way").isNotEmpty();
  }

  @Test
  void onePluginThatDoesNotAllowItIsEnoughForOneThread() {
    try (var many = new FanOut(4, 1)) {
      var willing = new Judge(0, true);
      story(0, many, willing);
      assertThat(willing.askedBy).hasSizeGreaterThan(1);

      var other = new Judge(0, true);
      var unwilling = new Judge(0, false);
      story(0, many, other, unwilling);
      assertThat(unwilling.askedBy).containsExactly(Thread.currentThread());
      assertThat(other.askedBy).containsExactly(Thread.currentThread());
    }
  }

  /** What comes of placing the tasks of a cluster one after the other. */
  private static List<String> story(int seed, FanOut threads, Judge... judges) {
    var random = new Random(seed);
    var world = new World().threads(threads);
    for (Judge judge : judges) {
      world.tier(_ -> judge);
    }
    int nodes = 20 + random.nextInt(60);
    for (int i = 0; i < nodes; i++) {
      String cpus = Integer.toString(1 + random.nextInt(4));
      world.with(node("n" + i).allocatable("cpu", cpus).allocatable("pods", "9").build());
    }
    world.with(podGroup("g").minMember(1).build());
    for (int i = 0; i < TASKS; i++) {
      String cpus = Integer.toString(1 + random.nextInt(5));
      world.with(World.pending("p" + i, "g").request("cpu", cpus).build());
    }
    return story(world.open());
  }

  private static List<String> story(SchedulingSession session) {
    var story = new ArrayList<String>();
    var definition = new ReferenceTaskPlacement(session, false);
    var search = new IncrementalTaskPlacement(session, false).within(session.hyperNodes().top());
    List<TaskState> tasks = new ArrayList<>();
    session.jobs().forEach(job -> tasks.addAll(job.tasks()));
    for (TaskState task : tasks) {
      assertThat(task.status()).isEqualTo(TaskStatus.PENDING);
      story.add(scores(KnownClasses.of(session, definition), task));
      try {
        Placement placement = search.place(task);
        story.add(TaskPlacementProperties.Run.text(placement));
        if (placement instanceof Placement.OnNode(var node)) {
          session.statement().allocate(task, node);
        }
      } catch (PluginFailure e) {
        story.add("failed: " + e.getMessage());
      }
    }
    return story;
  }

  private static String scores(KnownClasses classes, TaskState task) {
    try {
      KnownClass known = classes.of(task);
      ClassScores scores = Objects.requireNonNull(known.scores());
      var text = new StringBuilder();
      var now = known.fit().now();
      for (int node = now.next(0); node >= 0; node = now.next(node + 1)) {
        text.append(node).append('=').append(scores.comparable(node)).append(' ');
      }
      return text.toString();
    } catch (Unanswered _) {
      return "unanswered";
    }
  }

  /** Says something of every node by what is there, and fails on some. */
  private static final class Judge
      implements Predicate, NodeOrder, BatchNodeOrder, BatchNodeOrder.ScorePart {

    private final int salt;
    private final boolean willing;
    private final Set<Thread> askedBy = ConcurrentHashMap.newKeySet();

    Judge(int salt, boolean willing) {
      this.salt = salt;
      this.willing = willing;
    }

    private int mood(String question, SessionNode node, int moods) {
      askedBy.add(Thread.currentThread());
      return Math.floorMod(Objects.hash(salt, question, node.name(), node.tasks().size()), moods);
    }

    @Override
    public String name() {
      return "judge";
    }

    @Override
    public boolean mayBeAskedAtOnce(Task task) {
      return willing;
    }

    @Override
    public Fit predicate(Task task, SessionNode node) {
      if (salt % 3 == 1 && mood("break", node, 80) == 0) {
        throw new IllegalStateException("broken on " + node.name());
      }
      return mood("fit", node, 5) == 0
          ? Fit.unschedulable(Reason.of("Mood", "mood of " + node.name()))
          : Fit.fits();
    }

    @Override
    public Dependence predicateDependence(Task task) {
      return Dependence.NODE;
    }

    @Override
    public double scoreNode(Task task, SessionNode node) {
      if (salt % 3 == 2 && mood("give up", node, 80) == 0) {
        throw new ScoreException("no score for " + node.name());
      }
      return mood("score", node, 7) / 10.0;
    }

    @Override
    public Dependence nodeOrderDependence(Task task) {
      return Dependence.NODE;
    }

    @Override
    public double[] scoreNodes(Task task, List<? extends SessionNode> nodes) {
      long greatest = nodes.stream().mapToLong(this::raw).max().orElse(0);
      return nodes.stream()
          .mapToDouble(node -> weight() * normalization().finalScore(raw(node), greatest))
          .toArray();
    }

    @Override
    public Optional<List<ScorePart>> scoreParts(Task task) {
      return Optional.of(List.of(this));
    }

    @Override
    public long raw(SessionNode node) {
      return mood("part", node, 90);
    }

    @Override
    public Normalization normalization() {
      return Normalization.TO_GREATEST;
    }

    @Override
    public long weight() {
      return 2;
    }
  }
}
