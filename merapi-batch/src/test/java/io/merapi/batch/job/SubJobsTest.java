package io.merapi.batch.job;

import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.SubGroupPolicy;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.Labels;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.session.World;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SubJobsTest {

  private static final SubGroupPolicy BY_RACK =
      new SubGroupPolicy(
          "rack",
          new LabelSelector(Labels.of("kind", "worker"), List.of()),
          List.of("rack", "slot"),
          2,
          1,
          null);

  @Test
  void aJobWithoutPoliciesIsOnePart() {
    JobState job = job(podGroup("job").minMember(3).build(), World.pending("a", "job").build());
    assertThat(job.subJobs())
        .singleElement()
        .satisfies(part -> {
          assertThat(part.uid()).isEqualTo("default/job");
          assertThat(part.minAvailable()).isEqualTo(3);
        });
  }

  @Test
  void podsAreDividedByTheValuesOfTheirLabels() {
    JobState job =
        job(
            podGroup("job").subGroups(BY_RACK).build(),
            worker("a", "1", "x"),
            worker("b", "1", "x"),
            worker("c", "2", "x"));
    assertThat(job.subJobs().stream().map(SubJobState::uid))
        .containsExactly("default/job/rack-1-x", "default/job/rack-2-x");
    SubJobState first = job.subJobs().iterator().next();
    assertThat(first.tasks()).hasSize(2);
    assertThat(first.minAvailable()).isEqualTo(2);
    assertThat(first.matchIndex()).isEqualTo(1);
    assertThat(first.groupUid()).isEqualTo("default/job/rack");
    assertThat(job.minSubJobs()).containsEntry("default/job/rack", 1);
  }

  @Test
  void podsThatNoPolicyMatchesFormAPartOfTheirOwn() {
    JobState job =
        job(
            podGroup("job").minMember(5).subGroups(BY_RACK).build(),
            World.pending("a", "job").label("rack", "1").label("slot", "x").build(),
            World.pending("b", "job").label("kind", "worker").label("rack", "1").build());
    assertThat(job.subJobs())
        .singleElement()
        .satisfies(part -> {
          assertThat(part.uid()).isEqualTo("default/job");
          assertThat(part.minAvailable()).isEqualTo(1);
        });
  }

  @Test
  void valuesThatAreTooLongAreHashed() {
    JobState job =
        job(podGroup("job").subGroups(BY_RACK).build(), worker("a", "r".repeat(130), "x"));
    assertThat(job.subJobs().iterator().next().uid()).matches("default/job/rack-[a-z0-9]{1,10}");
  }

  @Test
  void howTasksLineUpIsRememberedWhileNoneHasMoved() {
    JobState job =
        job(
            podGroup("job").build(),
            World.pending("a", "job").build(),
            World.pending("b", "job").build());
    SubJobState part = job.subJobs().iterator().next();
    List<String> order = List.of("priority");
    List<TaskState> line = job.tasks().reversed();
    assertThat(part.linedUp(order)).isNull();

    part.lineUp(order, line);
    assertThat(part.linedUp(order)).isEqualTo(line);
    assertThat(part.linedUp(List.of())).isNull();

    job.move(line.getFirst(), TaskStatus.ALLOCATED);
    assertThat(part.linedUp(order)).isNull();
    part.lineUp(order, List.of(line.getLast()));
    job.startOver();
    assertThat(part.linedUp(order)).isEqualTo(line);
  }

  private static ClusterObject worker(String name, String rack, String slot) {
    return World.pending(name, "job")
        .label("kind", "worker")
        .label("rack", rack)
        .label("slot", slot)
        .build();
  }

  private static JobState job(ClusterObject... objects) {
    return Objects.requireNonNull(new World(objects).open().job("default/job"));
  }
}
