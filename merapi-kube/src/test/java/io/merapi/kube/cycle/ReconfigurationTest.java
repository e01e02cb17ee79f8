package io.merapi.kube.cycle;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PermitPlugin;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.queue.PendingPod;
import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ReconfigurationTest {

  private static final KubeConfiguration PLAIN = TestCluster.configuration();

  @Test
  void aPodThatAPluginRejectedIsTriedWithoutIt() {
    var cluster = new TestCluster(new Picky());
    cluster.apply(oneCore("a"), waiting("p", "default-scheduler"));
    assertThat(cluster.binds).isEmpty();

    cluster.reconfigure(PLAIN);
    cluster.pass(Duration.ofSeconds(3));
    assertThat(cluster.binds).containsOnlyKeys("p");
  }

  @Test
  void howOftenAPodHasFailedStaysKnown() {
    var cluster = new TestCluster();
    cluster.apply(waiting("p", "default-scheduler"), oneCore("a"));
    cluster.delete(oneCore("a"));
    cluster.bindFails("p", "no such node");
    int before = pending(cluster).attempts();

    cluster.reconfigure(PLAIN);
    assertThat(pending(cluster).attempts()).isEqualTo(before);
    assertThat(cluster.scheduler.queue().sizes().backoff()).isEqualTo(1);
  }

  @Test
  void podsOfAProfileThatIsGoneAreLetGoAndThoseOfANewOneTakenUp() {
    var cluster = new TestCluster();
    cluster.apply(waiting("p", "default-scheduler"), waiting("q", "second"));

    cluster.reconfigure(RandomProfiles.of(new SplittableRandom(1), "second"));
    cluster.apply(oneCore("a"));
    cluster.pass(Duration.ofSeconds(5));
    assertThat(cluster.binds).containsOnlyKeys("q");
    assertThat(cluster.scheduler.queue().waiting()).isEmpty();
  }

  @Test
  void aPodThatIsBeingBoundIsNotTriedAgain() {
    var cluster = new TestCluster();
    cluster.apply(oneCore("a"), oneCore("b"), waiting("p", "default-scheduler"));
    String node = Objects.requireNonNull(cluster.nodeOf("default/p"));

    cluster.reconfigure(PLAIN);
    cluster.bound("p");
    assertThat(cluster.told).containsExactly("p scheduled on " + node);
    assertThat(cluster.binds).isEmpty();
  }

  @Test
  void aBindingThatFailsAfterTheChangeIsTriedAgainUnderTheNewProfile() {
    var cluster = new TestCluster();
    cluster.apply(oneCore("a"), waiting("p", "default-scheduler"));
    SchedulingProfile before = cluster.scheduler.queue().inFlight().getFirst().profile();
    cluster.reconfigure(PLAIN);
    cluster.bindFails("p", "etcd is away");
    assertThat(pending(cluster).profile()).isNotSameAs(before);

    cluster.pass(Duration.ofSeconds(3));
    assertThat(cluster.binds).containsOnlyKeys("p");
  }

  @Test
  void aBindingThatFailsAfterItsProfileIsGoneLeavesNothingBehind() {
    var cluster = new TestCluster();
    cluster.apply(oneCore("a"), waiting("p", "default-scheduler"), waiting("q", "second"));
    cluster.reconfigure(RandomProfiles.of(new SplittableRandom(1), "second"));
    cluster.bindFails("p", "etcd is away");

    assertThat(cluster.scheduler.queue().inFlight())
        .extracting(PendingPod::pod)
        .extracting(PodInfo::key)
        .containsExactly("default/q");
    assertThat(cluster.nodeOf("default/q")).isEqualTo("a");
  }

  @Test
  void aPodThatWaitsForPermissionFinishesWithThePluginsThatItBeganWith() {
    var cluster = new TestCluster(new Patient());
    cluster.apply(oneCore("a"), waiting("p", "default-scheduler"));
    cluster.reconfigure(PLAIN);
    assertThat(cluster.binds).isEmpty();

    Objects.requireNonNull(cluster.scheduler.permits().find("default/p")).allow("Patient");
    cluster.pass(Duration.ZERO);
    assertThat(cluster.binds).containsOnlyKeys("p");
  }

  @Test
  void aPluginThatThrowsSpeaksAgainstAConfiguration() {
    var cluster = new TestCluster(new Thrower());
    cluster.reconfigure(PLAIN);
    cluster.apply(waiting("p", "default-scheduler"), oneCore("full"));
    KubeConfiguration broken = TestCluster.configuration(new Thrower());
    // Nothing waits that it could be tried with.
    assertThat(cluster.scheduler.objection(broken, cluster.host)).isNull();

    cluster.apply(waiting("q", "default-scheduler"));
    cluster.scheduler.accept(new ObjectEvent.Applied(oneCore("free")));
    assertThat(cluster.scheduler.objection(broken, cluster.host))
        .contains("default/q", "Thrower", "broken");
    assertThat(cluster.scheduler.objection(PLAIN, cluster.host)).isNull();
  }

  @Test
  void aPluginThatDoesNotExistSpeaksAgainstAConfiguration() {
    var cluster = new TestCluster();
    assertThat(cluster.scheduler.objection(TestCluster.configuration(new Thrower()), cluster.host))
        .isEqualTo("profile (default-scheduler) enables plugins that do not exist here: Thrower");
  }

  private static PendingPod pending(TestCluster cluster) {
    return Objects.requireNonNull(cluster.scheduler.queue().find("default/p"));
  }

  private static Pod waiting(String name, String scheduler) {
    return pod(name).uid(name).schedulerName(scheduler).request("cpu", "1").build();
  }

  private static Node oneCore(String name) {
    return node(name).allocatable("cpu", "1").allocatable("pods", "10").build();
  }

  private static final class Picky implements FilterPlugin {

    @Override
    public String name() {
      return "Picky";
    }

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      return Verdict.unschedulable(Reason.of("Picky", "not good enough"));
    }
  }

  private static final class Thrower implements FilterPlugin {

    @Override
    public String name() {
      return "Thrower";
    }

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      throw new IllegalStateException("broken");
    }
  }

  private static final class Patient implements PermitPlugin {

    @Override
    public String name() {
      return "Patient";
    }

    @Override
    public Verdict permit(CycleState state, PodInfo pod, String nodeName) {
      return new Verdict.Wait(Duration.ofMinutes(1));
    }
  }
}
