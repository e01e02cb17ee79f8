package io.merapi.batch.placement;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Reason;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.Predicate;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one task of a role was refused counts for the others, though they are of other classes. */
class RefusedRolesTest {

  @ParameterizedTest
  @EnumSource(
      value = Dependence.class,
      names = {"NODE", "CLUSTER"})
  void alsoAfterTasksOfTheRoleFoundNodes(Dependence ofThePicky) {
    SchedulingSession session =
        new World(
                node("n1").allocatable("cpu", "8").allocatable("pods", "9").build(),
                podGroup("job").build(),
                member("easy-1").build(),
                member("picky").request("cpu", "2").build(),
                member("easy-2").build())
            .tier(_ -> new Choosy(ofThePicky))
            .open();
    TaskPlacement.Search search =
        new IncrementalTaskPlacement(session, true).within(session.hyperNodes().top());
    assertThat(search.place(task(session, "easy-1"))).isInstanceOf(Placement.OnNode.class);
    assertThat(search.place(task(session, "picky"))).isInstanceOf(Placement.Refused.class);
    assertThat(search.place(task(session, "easy-2"))).isInstanceOf(Placement.Refused.class);
  }

  private static PodBuilder member(String name) {
    return World.pending(name, "job").annotation("volcano.sh/task-spec", "worker");
  }

  private static TaskState task(SchedulingSession session, String name) {
    return session.jobs().stream()
        .flatMap(job -> job.tasks().stream())
        .filter(task -> task.key().endsWith("/" + name))
        .findFirst()
        .orElseThrow();
  }

  /** Refuses every node to tasks that ask for something. */
  private record Choosy(Dependence ofThePicky) implements Predicate {

    @Override
    public String name() {
      return "choosy";
    }

    @Override
    public Fit predicate(Task task, SessionNode node) {
      return picky(task) ? Fit.unschedulable(Reason.of("Picky", "not good enough")) : Fit.fits();
    }

    @Override
    public Dependence predicateDependence(Task task) {
      return picky(task) ? ofThePicky : Dependence.NODE;
    }

    private static boolean picky(Task task) {
      return task.request().cpuMillis() > 1000;
    }
  }
}
