package io.merapi.batch.job;

import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.TaskStatus;
import io.merapi.batch.session.World;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class JobFitErrorsTest {

  private static final String WHY = "there is no room";

  private final JobState job =
      Objects.requireNonNull(
          new World(
                  podGroup("job").minMember(2).build(),
                  World.pending("a", "job").build(),
                  World.pending("b", "job").build(),
                  World.pending("c", "job").build())
              .open()
              .job("default/job"));

  private final JobFitErrors errors = job.fitErrors();

  @Test
  void tasksWhosePodsSayWhyTheyWaitNeedNotBeToldAgain() {
    assertThat(untold(WHY)).containsExactly("a", "b", "c");
    tellAll();
    assertThat(untold(WHY)).isEmpty();
    job.startOver();
    assertThat(untold(WHY)).isEmpty();
  }

  @Test
  void anotherReasonIsToldToAll() {
    tellAll();
    assertThat(untold("the queue is full")).containsExactly("a", "b", "c");
    assertThat(untold(WHY)).containsExactly("a", "b", "c");
  }

  @Test
  void aTaskThatNodesHaveSomethingAgainstIsToldThat() {
    tellAll();
    errors.set(job.tasks().get(1), new FitErrors().setError("no node has a GPU"));
    assertThat(untold(WHY)).containsExactly("b");
    errors.wasTold(job.tasks().get(1), WHY);
    assertThat(untold(WHY)).containsExactly("b");
    job.startOver();
    assertThat(untold(WHY)).isEmpty();
  }

  @Test
  void aTaskThatWasTriedIsToldWhereItStood() {
    tellAll();
    TaskState task = job.tasks().get(2);
    task.setLastTransaction(task.transaction());
    assertThat(untold(WHY)).containsExactly("c");
  }

  @Test
  void theTextCountsWherePendingTasksStoodAndNamesTheFirstThatIsUnfit() {
    TaskState first = job.tasks().getFirst();
    job.move(first, TaskStatus.ALLOCATED);
    first.setLastTransaction(first.transaction());
    job.move(first, TaskStatus.PENDING);
    errors.set(job.tasks().get(2), new FitErrors().setError("no node has a GPU"));
    errors.set(job.tasks().get(1), new FitErrors().setError("no node has a disk"));
    assertThat(job.fitError())
        .isEqualTo(
            "pod group is not ready, 2 minAvailable, 3 Pending; Pending: 1 Schedulable,"
                + " 2 Unschedulable. Origin reason is b: no node has a disk");
    assertThat(job.unfitTasks()).extracting(TaskState::name).containsExactly("b", "c");
  }

  private void tellAll() {
    job.tasks().forEach(task -> errors.wasTold(task, WHY));
  }

  private List<String> untold(String why) {
    return errors.untold(TaskStatus.PENDING, why).stream().map(TaskState::name).toList();
  }
}
