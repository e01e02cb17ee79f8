package io.merapi.batch.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.devices.DeviceFamilies;
import io.merapi.batch.job.JobState;
import io.merapi.batch.usage.NodeUsages;
import io.merapi.kube.audit.Violation;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.PodGroupBuilder;
import io.merapi.testkit.QueueBuilder;
import org.junit.jupiter.api.Test;

class ModelAuditTest {

  private final ClusterState state = ClusterState.withDefaults();

  @Test
  void aModelAgreesWithItsTwin() {
    Snapshot snapshot = cluster();

    assertThat(ModelAudit.of(model(snapshot), model(snapshot))).isEmpty();
  }

  @Test
  void aTaskThatMovedBehindEverybodysBackIsFoundInItsJobAndItsQueue() {
    Snapshot snapshot = cluster();
    SessionModel wrong = model(snapshot);
    JobState job = wrong.jobs().all().iterator().next();
    job.move(job.tasks().getFirst(), TaskStatus.RUNNING);

    assertThat(ModelAudit.of(wrong, model(snapshot)))
        .extracting(Violation::rule, Violation::object)
        .contains(
            tuple("the tasks by status of a job follow from the cluster", job.key()),
            tuple("the allocated of a queue follow from the cluster", "default"));
  }

  @Test
  void aNodeThatIsMissingIsFound() {
    Snapshot before = cluster();
    apply(NodeBuilder.node("b").allocatable("cpu", "4").build());

    assertThat(ModelAudit.of(model(before), model(state.snapshot())))
        .extracting(Violation::rule, Violation::object, Violation::found)
        .containsExactly(tuple("a node is known as the cluster has it", "b", "nothing"));
  }

  private Snapshot cluster() {
    apply(QueueBuilder.queue("default").build());
    apply(NodeBuilder.node("a").allocatable("cpu", "4").build());
    apply(PodGroupBuilder.podGroup("g").queue("default").build());
    apply(
        PodBuilder.pod("p")
            .uid("p")
            .annotation("scheduling.k8s.io/group-name", "g")
            .schedulerName("volcano")
            .request("cpu", "1")
            .build());
    return state.snapshot();
  }

  private void apply(ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
  }

  private static SessionModel model(Snapshot snapshot) {
    return new SessionModel(
        snapshot,
        FeatureGates.DEFAULTS,
        SessionOptions.DEFAULTS,
        Fixes.NONE,
        DeviceFamilies.NONE,
        new NodeUsages());
  }
}
