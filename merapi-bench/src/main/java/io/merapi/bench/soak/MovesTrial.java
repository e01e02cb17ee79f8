package io.merapi.bench.soak;

import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.placement.IncrementalTaskPlacement;
import io.merapi.batch.placement.Placement;
import io.merapi.batch.placement.ReferenceTaskPlacement;
import io.merapi.batch.placement.TaskPlacement;
import io.merapi.batch.plugins.predicates.Predicates;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Random moves in a session that is given up in the end: tasks are placed both ways, evicted, and
 * moved back by statements that are discarded.
 */
final class MovesTrial {

  private final SchedulingSession session;
  private final SplittableRandom random;
  private final TaskPlacement reference;
  private final TaskPlacement incremental;
  private final List<TaskState> tasks = new ArrayList<>();
  private TaskPlacement.Search byDefinition;
  private TaskPlacement.Search byMemory;
  private Statement statement;
  private int compared;

  MovesTrial(SchedulingSession session, SplittableRandom random) {
    this.session = session;
    this.random = random;
    boolean remembers = random.nextBoolean();
    this.reference = new ReferenceTaskPlacement(session, remembers);
    this.incremental = new IncrementalTaskPlacement(session, remembers);
    this.byDefinition = reference.within(session.hyperNodes().top());
    this.byMemory = incremental.within(session.hyperNodes().top());
    this.statement = session.statement();
    session.jobs().forEach(job -> tasks.addAll(job.tasks()));
  }

  /**
   * Makes moves, and takes them all back.
   *
   * @return how many placements were compared
   * @throws Difference if the two ways do not agree
   */
  int make(int moves) {
    for (int i = 0; i < moves && !tasks.isEmpty(); i++) {
      TaskState task = tasks.get(random.nextInt(tasks.size()));
      switch (random.nextInt(12)) {
        case 0 -> searchElsewhere();
        case 1 -> {
          statement.discard();
          statement = session.statement();
        }
        case 2 -> {
          if (task.status().evictable()) {
            statement.evict(task, "trial");
          }
        }
        default -> {
          if (task.status() == TaskStatus.PENDING) {
            place(task);
          }
        }
      }
    }
    statement.discard();
    // What was taken for tasks before something else could not be is given back in the end.
    session.plugins().all().stream()
        .filter(Predicates.class::isInstance)
        .forEach(BatchPlugin::close);
    return compared;
  }

  private void searchElsewhere() {
    // The choice between two nodes tells which scores more.
    int chances = random.nextBoolean() ? 3 : session.nodes().size() / 2 + 1;
    List<SessionNode> some = new ArrayList<>();
    session.nodes().stream().filter(_ -> random.nextInt(chances) == 0).forEach(some::add);
    HyperNodeInfo domain =
        random.nextBoolean() || some.isEmpty()
            ? session.hyperNodes().top()
            : new HyperNodeInfo("some", 1, HyperNodes.TOP, List.of(), some);
    byDefinition = reference.within(domain);
    byMemory = incremental.within(domain);
  }

  private void place(TaskState task) {
    Placement defined = byDefinition.place(task);
    Placement remembered = byMemory.place(task);
    compared++;
    Difference.check("placement of " + task.key(), text(defined), text(remembered));
    if (defined instanceof Placement.OnNode(var node)) {
      if (node.fitsIdle(task)) {
        statement.allocate(task, node);
      } else {
        statement.pipeline(task, node, false);
      }
    }
  }

  private static String text(Placement placement) {
    return switch (placement) {
      case Placement.OnNode(var node) -> node.name();
      case Placement.Refused(var errors) -> {
        var nodes = new TreeMap<String, List<String>>();
        errors.nodes().forEach((name, fit) -> nodes.put(name, fit.reasons()));
        yield errors.text() + nodes;
      }
      case Placement.Undecided() -> "undecided";
    };
  }
}
