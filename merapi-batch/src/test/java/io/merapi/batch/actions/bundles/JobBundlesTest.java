package io.merapi.batch.actions.bundles;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.SubGroupPolicy;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.session.Task;
import io.merapi.batch.actions.bundles.Bundle.Kind;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class JobBundlesTest {

  @Test
  void tasksBeyondTheMinimumAreSafeTheLeastImportantFirst() {
    assertThat(
            divide(
                podGroup("job").minMember(1).build(),
                running("a").priority(5).build(),
                running("c").priority(1).build(),
                running("b").priority(1).build()))
        .isEqualTo(Map.of(Kind.SAFE, List.of("b", "c"), Kind.WHOLE, List.of("a")));
  }

  @Test
  void aJobBelowItsMinimumHasNothingToLose() {
    assertThat(
            divide(
                podGroup("job").minMember(3).build(),
                running("a").build(),
                running("b").build(),
                World.pending("c", "job").build()))
        .isEqualTo(Map.of(Kind.SAFE, List.of("a", "b")));
  }

  @Test
  void aRoleKeepsItsMinimum() {
    assertThat(
            divide(
                podGroup("job").minMember(2).minTaskMember("ps", 1).build(),
                role("a", "ps"),
                role("b", "worker"),
                role("c", "worker"),
                role("d", "worker")))
        .isEqualTo(Map.of(Kind.SAFE, List.of("b", "c"), Kind.WHOLE, List.of("a", "d")));
  }

  @Test
  void minimumsOfRolesDoNotCountWhereTheirSumIsAboveTheJobs() {
    assertThat(
            divide(
                podGroup("job").minMember(1).minTaskMember("ps", 2).build(),
                role("a", "ps"),
                role("b", "ps")))
        .isEqualTo(Map.of(Kind.SAFE, List.of("a"), Kind.WHOLE, List.of("b")));
  }

  @Test
  void aSubJobThatLosesOneTaskMayLoseAllButTheLastOneNeededMayLoseNone() {
    var policy = new SubGroupPolicy("rack", null, List.of("part"), 2, 1, null);
    assertThat(
            divide(
                podGroup("job").minMember(1).subGroups(policy).build(),
                part("a", "0"),
                part("b", "0"),
                part("c", "1"),
                part("d", "1")))
        .isEqualTo(Map.of(Kind.SAFE, List.of("a", "b"), Kind.WHOLE, List.of("c", "d")));
  }

  @Test
  void aWholeBundleCostsAllThatTheJobAsksForAndASafeOneNothing() {
    SchedulingSession session =
        open(podGroup("job").minMember(1).build(), running("a").build(), running("b").build());
    JobState job = job(session);
    List<Bundle> bundles = JobBundles.of(job, job.tasks());
    assertThat(bundles.getFirst().lost().isEmpty()).isTrue();
    assertThat(bundles.getFirst().freed().cpuMillis()).isEqualTo(1000);
    assertThat(bundles.getLast().lost().cpuMillis()).isEqualTo(2000);
    assertThat(bundles.getLast().freed().cpuMillis()).isEqualTo(1000);
  }

  private static Map<Kind, List<String>> divide(ClusterObject... objects) {
    JobState job = job(open(objects));
    List<? extends Task> candidates =
        job.tasks().stream().filter(task -> task.status().evictable()).toList();
    var names = new TreeMap<Kind, List<String>>();
    for (Bundle bundle : JobBundles.of(job, candidates)) {
      names.put(bundle.kind(), bundle.tasks().stream().map(Task::name).toList());
    }
    return names;
  }

  private static SchedulingSession open(ClusterObject... objects) {
    return new World(node("n1").allocatable("cpu", "8").allocatable("pods", "10").build())
        .with(objects)
        .open();
  }

  private static JobState job(SchedulingSession session) {
    return Objects.requireNonNull(session.job("default/job"));
  }

  private static PodBuilder running(String name) {
    return World.running(name, "job", "n1");
  }

  private static ClusterObject role(String name, String role) {
    return running(name).annotation("volcano.sh/task-spec", role).build();
  }

  private static ClusterObject part(String name, String part) {
    return running(name).label("part", part).build();
  }
}
