package io.merapi.batch.session;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Verdict;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BindContext;
import io.merapi.api.session.extension.BindHandler;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class StatementTest {

  private final World world =
      new World(
          node("n1").allocatable("cpu", "4").allocatable("pods", "10").build(),
          node("n2").allocatable("cpu", "4").allocatable("pods", "10").build(),
          podGroup("job").minMember(2).build(),
          World.pending("a", "job").build(),
          World.pending("b", "job").build(),
          podGroup("run").build(),
          World.running("r", "run", "n1").build());

  @Test
  void aMoveTakesEffectAtOnceAndIsCommittedLater() {
    SchedulingSession session = world.open();
    Statement statement = session.statement();
    assertThat(statement.allocate(task(session, "a"), on(session, "n1")).isSuccess()).isTrue();
    assertThat(task(session, "a").status()).isEqualTo(TaskStatus.ALLOCATED);
    assertThat(on(session, "n1").idle().cpuMillis()).isEqualTo(2000);
    assertThat(world.effects().calls()).isEmpty();

    statement.commit();
    assertThat(task(session, "a").status()).isEqualTo(TaskStatus.BINDING);
    assertThat(world.effects().calls()).containsExactly("bind a to n1 {}");
    statement.commit();
    statement.discard();
    assertThat(world.effects().calls()).hasSize(1);
  }

  @Test
  void aDiscardLeavesOnlyTheLastTransaction() {
    SchedulingSession session = world.open();
    Statement statement = session.statement();
    statement.evict(task(session, "r"), "preempt");
    statement.pipeline(task(session, "a"), on(session, "n1"), true);
    assertThat(on(session, "n1").releasing().cpuMillis()).isEqualTo(1000);
    assertThat(on(session, "n1").futureIdle().cpuMillis()).isEqualTo(3000);
    statement.discard();
    assertThat(task(session, "r").status()).isEqualTo(TaskStatus.RUNNING);
    assertThat(task(session, "a").status()).isEqualTo(TaskStatus.PENDING);
    assertThat(task(session, "a").lastTransaction())
        .isEqualTo(new Task.Transaction("n1", true, "", TaskStatus.PIPELINED));
    assertThat(world.effects().calls()).isEmpty();
  }

  @Test
  void singleMovesCanBeTakenBack() {
    SchedulingSession session = world.open();
    Statement statement = session.statement();
    statement.evict(task(session, "r"), "preempt");
    statement.pipeline(task(session, "a"), on(session, "n1"), true);
    assertThat(statement.evictions())
        .containsExactly(new Statement.Eviction(task(session, "r"), "preempt"));
    assertThat(statement.pipelined()).containsExactly(task(session, "a"));

    statement.unevict(task(session, "r"));
    assertThat(task(session, "r").status()).isEqualTo(TaskStatus.RUNNING);
    assertThat(on(session, "n1").releasing().cpuMillis()).isZero();
    statement.unpipeline(task(session, "a"));
    assertThat(statement.isEmpty()).isTrue();
    statement.commit();
    assertThat(world.effects().calls()).isEmpty();
  }

  @Test
  void aPodIsNotBoundWhereTheClusterHasNoRoomForIt() {
    world.with(node("n1").allocatable("cpu", "1").allocatable("pods", "1").build());
    SchedulingSession session = world.open();
    Statement statement = session.statement();
    statement.evict(task(session, "r"), "preempt");
    statement.allocate(task(session, "a"), on(session, "n1"));
    statement.commit();
    assertThat(task(session, "a").status()).isEqualTo(TaskStatus.PENDING);
    assertThat(world.effects().calls()).containsExactly("evict r: preempt");
  }

  @Test
  void whatASessionPlansDoesNotKeepOthersFromBeingBound() {
    world.with(node("n2").allocatable("cpu", "1").allocatable("pods", "9").build());
    SchedulingSession session = world.open();
    session.statement().allocate(task(session, "a"), on(session, "n2"));
    Statement statement = session.statement();
    statement.allocate(task(session, "b"), on(session, "n2"));
    statement.commit();
    assertThat(world.effects().calls()).containsExactly("bind b to n2 {}");
  }

  @Test
  void whatTheClusterDoesNotTakeIsTakenBackByItself() {
    world.effects().refuse("a");
    world.effects().refuse("r");
    SchedulingSession session = world.open();
    Statement statement = session.statement();
    statement.allocate(task(session, "a"), on(session, "n2"));
    statement.allocate(task(session, "b"), on(session, "n2"));
    statement.evict(task(session, "r"), "preempt");
    statement.commit();
    assertThat(world.effects().calls()).containsExactly("bind b to n2 {}");
    assertThat(task(session, "a").status()).isEqualTo(TaskStatus.PENDING);
    assertThat(task(session, "r").status()).isEqualTo(TaskStatus.RUNNING);
    assertThat(on(session, "n2").idle().cpuMillis()).isEqualTo(3000);
  }

  @Test
  void savedMovesCanBeMadeAgain() {
    SchedulingSession session = world.open();
    Statement trial = session.statement();
    trial.allocate(task(session, "a"), on(session, "n2"));
    trial.evict(task(session, "r"), "preempt");
    trial.pipeline(task(session, "b"), on(session, "n1"), true);
    Statement.Saved saved = Statement.save(List.of(trial));
    trial.discard();

    Statement real = session.statement();
    assertThat(real.recover(saved).isSuccess()).isTrue();
    assertThat(real.size()).isEqualTo(3);
    assertThat(task(session, "b").evictionOccurred()).isTrue();
    assertThat(task(session, "b").lastTransaction()).isNull();
    assertThat(task(session, "a").nodeName()).isEqualTo("n2");
  }

  @Test
  void movesThatCannotAllBeMadeAgainAreNotMadeAtAll() {
    SchedulingSession session = world.open();
    Statement trial = session.statement();
    trial.allocate(task(session, "a"), on(session, "n2"));
    trial.allocate(task(session, "b"), on(session, "n2"));
    Statement.Saved saved = Statement.save(List.of(trial));
    trial.discard();
    session.statement().allocate(task(session, "b"), on(session, "n1"));

    Statement real = session.statement();
    assertThat(real.recover(saved).isSuccess()).isFalse();
    assertThat(real.isEmpty()).isTrue();
    assertThat(task(session, "a").status()).isEqualTo(TaskStatus.PENDING);
    assertThat(task(session, "b").nodeName()).isEqualTo("n1");
  }

  @Test
  void aStatementTakesOverTheMovesOfOthers() {
    SchedulingSession session = world.open();
    Statement first = session.statement();
    Statement second = session.statement();
    first.evict(task(session, "r"), "preempt");
    second.merge(List.of(first));
    first.discard();
    assertThat(task(session, "r").status()).isEqualTo(TaskStatus.RELEASING);
    assertThat(second.hasEvictions()).isTrue();
    second.discard();
    assertThat(task(session, "r").status()).isEqualTo(TaskStatus.RUNNING);
  }

  @Test
  void aPipelinedTaskCanBeTakenBackAlone() {
    SchedulingSession session = world.open();
    Statement statement = session.statement();
    statement.pipeline(task(session, "a"), on(session, "n1"), false);
    statement.unpipeline(task(session, "a"));
    assertThat(statement.isEmpty()).isTrue();
    assertThat(task(session, "a").status()).isEqualTo(TaskStatus.PENDING);
    assertThat(on(session, "n1").pipelined().cpuMillis()).isZero();
  }

  @Test
  void aPluginThatCannotTakeNoteKeepsTheTaskFromItsNode() {
    var wary = new Wary();
    SchedulingSession session = world.tier(_ -> wary).open();
    Statement statement = session.statement();
    assertThat(statement.allocate(task(session, "a"), on(session, "n1")).texts())
        .containsExactly("no room in the books");
    assertThat(statement.isEmpty()).isTrue();
    assertThat(task(session, "a").status()).isEqualTo(TaskStatus.PENDING);
    assertThat(wary.balance).isZero();
  }

  @Test
  void pluginsAddToTheBindingAndOneThatThrowsPreventsIt() {
    SchedulingSession session = world.tier(_ -> new Annotator()).open();
    Statement statement = session.statement();
    statement.allocate(task(session, "a"), on(session, "n1"));
    statement.allocate(task(session, "b"), on(session, "n1"));
    statement.commit();
    assertThat(world.effects().calls()).containsExactly("bind a to n1 {cards=0}");
    assertThat(task(session, "b").status()).isEqualTo(TaskStatus.PENDING);
    assertThat(session.failures().all()).hasSize(1);
  }

  @Test
  void whatPluginsAddToOneBindingIsNoPartOfAnother() {
    SchedulingSession session = world.tier(_ -> new AnnotatorOf("a")).open();
    Statement statement = session.statement();
    statement.allocate(task(session, "a"), on(session, "n1"));
    statement.allocate(task(session, "b"), on(session, "n1"));
    statement.commit();
    assertThat(world.effects().calls())
        .containsExactly("bind a to n1 {cards=0}", "bind b to n1 {}");
  }

  private static TaskState task(SchedulingSession session, String name) {
    return session.jobs().stream()
        .map(JobState::tasks)
        .flatMap(List::stream)
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static NodeState on(SchedulingSession session, String name) {
    return Objects.requireNonNull(session.node(name));
  }

  /** Counts what it is told, and refuses everything. */
  private static final class Wary implements TaskEvents {

    private int balance;

    @Override
    public String name() {
      return "wary";
    }

    @Override
    public Verdict allocated(Task task) {
      balance++;
      return Verdict.error("no room in the books");
    }

    @Override
    public void deallocated(Task task) {
      balance--;
    }
  }

  private static final class Annotator implements BindHandler {

    @Override
    public String name() {
      return "annotator";
    }

    @Override
    public void prepareBind(Task task, BindContext context) {
      if (task.name().equals("b")) {
        throw new IllegalStateException("no cards left");
      }
      context.annotate("cards", "0");
    }
  }

  /** Has something to add for one task only. */
  private record AnnotatorOf(String taskName) implements BindHandler {

    @Override
    public String name() {
      return "annotator";
    }

    @Override
    public void prepareBind(Task task, BindContext context) {
      if (task.name().equals(taskName)) {
        context.annotate("cards", "0");
      }
    }
  }
}
