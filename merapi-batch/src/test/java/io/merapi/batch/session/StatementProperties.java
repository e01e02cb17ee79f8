package io.merapi.batch.session;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Verdict;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Whatever a statement did, a discard leaves the session as it was opened. */
class StatementProperties {

  private static final int CLUSTERS = 400;
  private static final int MOVES = 40;

  @Test
  void aDiscardRestoresEverythingButTheLastTransactions() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      discardRestores(seed, 0);
    }
  }

  @Test
  void soItDoesWhenPluginsThrowOrRefuse() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      discardRestores(seed, 0.3);
    }
  }

  private static void discardRestores(int seed, double mischief) {
    var random = new Random(seed);
    World world = cluster(random);
    var books = new Books(random, mischief);
    SchedulingSession session = world.tier(_ -> books).open();
    Map<String, String> fresh = picture(session);

    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      statements.add(session.statement());
    }
    for (int i = 0; i < MOVES; i++) {
      Statement statement = statements.get(random.nextInt(statements.size()));
      move(session, statement, random);
      if (random.nextInt(10) == 0) {
        Statement.Saved saved = Statement.save(List.of(statement));
        statement.discard();
        statement.recover(saved);
      }
      assertThat(sums(session)).as("sums with seed %d after move %d", seed, i).isEmpty();
    }
    statements.reversed().forEach(Statement::discard);
    statements.forEach(Statement::discard);
    session.jobs().forEach(job -> job.tasks().forEach(task -> task.setLastTransaction(null)));

    assertThat(picture(session)).as("session with seed %d", seed).isEqualTo(fresh);
    assertThat(books.counts).as("books with seed %d", seed).isEmpty();
    assertThat(world.effects().calls()).isEmpty();
  }

  private static void move(SchedulingSession session, Statement statement, Random random) {
    List<TaskState> tasks = new ArrayList<>();
    session.jobs().forEach(job -> tasks.addAll(job.tasks()));
    TaskState task = tasks.get(random.nextInt(tasks.size()));
    NodeState node = session.nodes().get(random.nextInt(session.nodes().size()));
    switch (random.nextInt(3)) {
      case 0 -> statement.allocate(task, node);
      case 1 -> statement.pipeline(task, node, random.nextBoolean());
      default -> {
        if (task.status().evictable()) {
          statement.evict(task, "test");
        }
      }
    }
  }

  private static World cluster(Random random) {
    var world = new World();
    int nodes = 1 + random.nextInt(4);
    for (int i = 0; i < nodes; i++) {
      world.with(node("n" + i).allocatable("cpu", "8").allocatable("pods", "20").build());
    }
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      String group = "g" + i;
      world.with(podGroup(group).minMember(random.nextInt(4)).minTaskMember("w", 1).build());
      for (int k = 0; k < 1 + random.nextInt(5); k++) {
        String pod = group + "-" + k;
        String on = "n" + random.nextInt(nodes);
        world.with(
            (random.nextBoolean() ? World.pending(pod, group) : World.running(pod, group, on))
                .request("cpu", Integer.toString(random.nextInt(3)))
                .annotation("volcano.sh/task-spec", random.nextBoolean() ? "w" : "")
                .build());
      }
    }
    return world;
  }

  /** All that can be seen of a session. */
  private static Map<String, String> picture(SchedulingSession session) {
    var picture = new TreeMap<String, String>();
    for (NodeState node : session.nodes()) {
      picture.put(
          "node " + node.name(),
          List.of(
                      text(node.idle()),
                      text(node.used()),
                      text(node.releasing()),
                      text(node.pipelined()))
                  .toString()
              + node.tasks().stream().map(Task::key).sorted().toList());
    }
    for (JobState job : session.jobs()) {
      picture.put(
          "job " + job.key(),
          "%s %s %s %s %s %s %s"
              .formatted(
                  text(job.allocated()),
                  job.readyTasks(),
                  job.pendingBestEffortTasks(),
                  job.rolesReady(),
                  job.rolesPipelined(),
                  job.rolesStarving(),
                  job.fitError()));
      for (SubJobState part : job.subJobs()) {
        picture.put("part " + part.uid(), part.readyTasks() + " " + part.waitingTasks());
      }
      for (TaskState task : job.tasks()) {
        picture.put("task " + task.key(), task.transaction().toString());
      }
    }
    return picture;
  }

  /** A scalar that was given back may stand as 0 where there was none before. */
  private static String text(Resources resources) {
    var amounts = new TreeMap<String, Double>();
    amounts.put("cpu", resources.cpuMillis());
    amounts.put("memory", resources.memoryBytes());
    for (int i = 0; i < resources.scalarCount(); i++) {
      if (resources.scalarValue(i) != 0) {
        amounts.put(resources.dictionary().name(resources.scalarId(i)), resources.scalarValue(i));
      }
    }
    return amounts.toString();
  }

  /** Where what nodes hold is not what the tasks on them ask for. */
  private static List<String> sums(SchedulingSession session) {
    var wrong = new ArrayList<String>();
    for (NodeState node : session.nodes()) {
      double used = 0;
      double pipelined = 0;
      for (Task task : node.tasks()) {
        if (task.status() == TaskStatus.PIPELINED) {
          pipelined += task.request().cpuMillis();
        } else {
          used += task.request().cpuMillis();
        }
      }
      if (used != node.used().cpuMillis()
          || pipelined != node.pipelined().cpuMillis()
          || node.idle().cpuMillis() != node.allocatable().cpuMillis() - used) {
        wrong.add(node.toString());
      }
    }
    return wrong;
  }

  /** Keeps what every task took, and at times throws or refuses before it has written. */
  private static final class Books implements TaskEvents {

    private final Random random;
    private final double mischief;
    private final Map<String, Integer> counts = new HashMap<>();

    Books(Random random, double mischief) {
      this.random = random;
      this.mischief = mischief;
    }

    @Override
    public String name() {
      return "books";
    }

    @Override
    public Verdict allocated(Task task) {
      change(task, 1);
      if (random.nextDouble() < mischief) {
        throw new IllegalStateException("threw after writing");
      }
      return random.nextDouble() < mischief ? Verdict.error("refused") : Verdict.success();
    }

    @Override
    public void deallocated(Task task) {
      change(task, -1);
      if (random.nextDouble() < mischief) {
        throw new IllegalStateException("threw after writing");
      }
    }

    private void change(Task task, int by) {
      counts.merge(task.key(), by, (old, change) -> old + change == 0 ? null : old + change);
    }
  }
}
