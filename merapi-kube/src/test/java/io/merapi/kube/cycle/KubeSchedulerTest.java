package io.merapi.kube.cycle;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fixes;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PermitPlugin;
import io.merapi.api.framework.PreBindPlugin;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ReservePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.framework.WaitingPods.WaitingPod;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.placement.ClassMemory;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class KubeSchedulerTest {

  private final TestCluster cluster = new TestCluster();

  @Test
  void bindsAPodAndTakesItsPlaceAtOnce() {
    cluster.apply(oneCoreNode("a"), oneCore("p"), oneCore("q"));

    assertThat(cluster.binds).containsOnlyKeys("p");
    assertThat(cluster.nodeOf("default/p")).isEqualTo("a");
    assertThat(cluster.told)
        .containsExactly(
            "q Unschedulable: 0/1 nodes are available: 1 Insufficient cpu." + PREEMPTION);
    cluster.bound("p");
    assertThat(cluster.told).contains("p scheduled on a");
  }

  @Test
  void severalBindingsAreUnderWayAtOnce() {
    cluster.apply(oneCoreNode("a"), oneCoreNode("b"), oneCoreNode("c"));
    cluster.apply(oneCore("p"), oneCore("q"), oneCore("r"));

    assertThat(cluster.binds).containsOnlyKeys("p", "q", "r");
    cluster.bound("r");
    cluster.bound("p");
    assertThat(cluster.told)
        .containsExactly(
            "r scheduled on " + cluster.nodeOf("default/r"),
            "p scheduled on " + cluster.nodeOf("default/p"));
  }

  @Test
  void aFailedBindingFreesTheNodeAndThePodIsTriedAgain() {
    cluster.apply(oneCoreNode("a"), oneCore("p"));
    cluster.bindFails("p", "etcd is away");

    assertThat(cluster.told)
        .containsExactly("p SchedulerError: running Bind plugin \"DefaultBinder\": etcd is away");
    assertThat(cluster.nodeOf("default/p")).isNull();
    assertThat(cluster.binds).isEmpty();
    cluster.pass(Duration.ofSeconds(3));
    assertThat(cluster.binds).containsOnlyKeys("p");
  }

  @Test
  void whatAFailedBindingFreesWakesAnother() {
    cluster.apply(oneCoreNode("a"), oneCore("p"), oneCore("q"));
    cluster.bindFails("p", "etcd is away");

    assertThat(cluster.binds).containsOnlyKeys("q");
  }

  @Test
  void theClustersWordConfirmsABindingThatIsNotAnsweredYet() {
    Pod pod = oneCore("p");
    cluster.apply(oneCoreNode("a"), pod);
    cluster.apply(pod.onNode("a"));
    cluster.bindFails("p", "time-out");

    assertThat(cluster.nodeOf("default/p")).isEqualTo("a");
    assertThat(cluster.binds).isEmpty();
    cluster.pass(Duration.ofMinutes(10));
    assertThat(cluster.binds).isEmpty();
  }

  @Test
  void newsOfAPodThatHasNotArrivedDoNotTakeItOffItsNode() {
    Pod pod = oneCore("p");
    cluster.apply(oneCoreNode("a"), pod);
    cluster.apply(of("p").label("app", "web").build());

    assertThat(cluster.nodeOf("default/p")).isEqualTo("a");
    assertThat(cluster.binds).containsOnlyKeys("p");
  }

  @Test
  void aPodThatGoesWhileItIsBoundLeavesItsPlaceToOthers() {
    Pod pod = oneCore("p");
    cluster.apply(oneCoreNode("a"), pod, oneCore("q"));
    cluster.delete(pod);

    assertThat(cluster.binds).containsOnlyKeys("p", "q");
    cluster.bindFails("p", "pods \"p\" not found");
    cluster.pass(Duration.ofMinutes(10));
    assertThat(cluster.binds).containsOnlyKeys("q");
  }

  @Test
  void anotherPodOfTheSameNameIsAnotherPod() {
    cluster.apply(oneCoreNode("a"), oneCoreNode("b"), oneCore("p"));
    cluster.apply(of("p").uid("second").build());

    assertThat(Objects.requireNonNull(cluster.binds.get("p")).pod().meta().uid())
        .isEqualTo("second");
    cluster.bound("p");
    assertThat(cluster.nodeOf("default/p")).isNotNull();
  }

  @Test
  void aPodThatSomebodyElseBindsIsLeftAlone() {
    cluster.apply(oneCoreNode("a"), oneCore("p"), oneCore("q"));
    cluster.apply(oneCore("q").onNode("elsewhere"));
    cluster.bindFails("p", "etcd is away");

    assertThat(cluster.binds).isEmpty();
  }

  @Test
  void podsOfOtherSchedulersAreNotTouched() {
    cluster.apply(oneCoreNode("a"), of("p").schedulerName("volcano").build());

    assertThat(cluster.binds).isEmpty();
    assertThat(cluster.told).isEmpty();
  }

  @Test
  void podsThatAreBeingDeletedAreNotScheduled() {
    cluster.apply(oneCoreNode("a"), of("p").terminating().build());

    assertThat(cluster.binds).isEmpty();
  }

  @Test
  void aPodThatFitsNowhereComesBackWhenANodeCanHelp() {
    cluster.apply(oneCore("p"));
    assertThat(cluster.told)
        .containsExactly("p Unschedulable: no nodes available to schedule pods");
    cluster.pass(Duration.ofSeconds(2));
    cluster.apply(oneCoreNode("a"));
    cluster.pass(Duration.ofSeconds(10));

    assertThat(cluster.binds).containsOnlyKeys("p");
  }

  @Test
  void aPluginThatThrowsCostsItsPodOnly() {
    var faulty = new TestCluster(new Faulty());
    faulty.apply(oneCoreNode("a"), oneCore("bad"), oneCore("p"));

    assertThat(faulty.binds).containsOnlyKeys("p");
    assertThat(faulty.told)
        .containsExactly(
            "bad SchedulerError: running \"Faulty\" filter plugin: the plugin threw"
                + " java.lang.IllegalStateException: oops");
  }

  @Test
  void whatIsReservedIsGivenBackWhenALaterStepFails() {
    var reserved = new Reserving();
    var busy =
        new TestCluster(
            reserved, new LatePermit(Verdict.unschedulable(Reason.of("No", "not now"))));
    busy.apply(oneCoreNode("a"), oneCore("p"));

    assertThat(reserved.log).containsExactly("reserve p", "unreserve p");
    assertThat(busy.told).containsExactly("p Unschedulable: 0/1 nodes are available: 1 not now.");
    assertThat(busy.nodeOf("default/p")).isNull();
  }

  @Test
  void aWaitingPodIsBoundWhenItIsAllowed() {
    var busy = new TestCluster(new LatePermit(new Verdict.Wait(Duration.ofSeconds(30))));
    busy.apply(oneCoreNode("a"), oneCore("p"));
    assertThat(busy.binds).isEmpty();
    assertThat(busy.nodeOf("default/p")).isEqualTo("a");
    assertThat(busy.told).containsExactly("p expected on a");

    waiting(busy).allow("LatePermit");
    busy.pass(Duration.ZERO);
    assertThat(busy.binds).containsOnlyKeys("p");
  }

  @Test
  void aWaitingPodGivesItsNodeBackWhenItIsRejected() {
    var busy = new TestCluster(new LatePermit(new Verdict.Wait(Duration.ofSeconds(30))));
    busy.apply(oneCoreNode("a"), oneCore("p"));

    waiting(busy).reject("LatePermit", "the others did not come");
    busy.pass(Duration.ZERO);
    assertThat(busy.nodeOf("default/p")).isNull();
    assertThat(busy.told)
        .contains("p Unschedulable: 0/1 nodes are available: 1 the others did not come.");
  }

  @Test
  void aPodDoesNotWaitForPermissionForEver() {
    var busy = new TestCluster(new LatePermit(new Verdict.Wait(Duration.ofSeconds(30))));
    busy.apply(oneCoreNode("a"), oneCore("p"));
    assertThat(busy.scheduler.nextWakeUp())
        .isEqualTo(java.time.Instant.parse("2026-01-01T00:00:30Z"));

    busy.pass(Duration.ofSeconds(30));
    assertThat(busy.told)
        .contains(
            "p Unschedulable: 0/1 nodes are available: 1 rejected due to timeout after waiting 30s"
                + " at plugin LatePermit.");
  }

  @Test
  void aWaitingPodThatHasToMakeRoomGoesBackToTheQueueAndIsNotLost() {
    var busy = new TestCluster(new LatePermit(new Verdict.Wait(Duration.ofMinutes(5))));
    busy.apply(oneCoreNode("a"), oneCore("p"));
    assertThat(busy.nodeOf("default/p")).isEqualTo("a");
    busy.apply(of("urgent").priority(10).build());
    busy.pass(Duration.ofSeconds(20));

    assertThat(busy.evicted).isEmpty();
    assertThat(busy.nodeOf("default/urgent")).isEqualTo("a");
    assertThat(busy.nodeOf("default/p")).isNull();
    assertThat(busy.scheduler.queue().find("default/p")).isNotNull();
  }

  @Test
  void aPodWhoseWorkBeforeTheBindingIsUnderWayGoesBackToTheQueueToo() {
    var busy = new TestCluster(new SlowPreBind());
    busy.apply(oneCoreNode("a"), oneCore("p"));
    assertThat(busy.nodeOf("default/p")).isEqualTo("a");
    busy.apply(of("urgent").priority(10).build());
    busy.pass(Duration.ofSeconds(20));

    assertThat(busy.evicted).isEmpty();
    assertThat(busy.nodeOf("default/urgent")).isEqualTo("a");
    assertThat(busy.told).contains("p SchedulerError: preempted by DefaultPreemption");
  }

  @Test
  void aPodThatIsOnItsNodeIsEvictedFromTheCluster() {
    Pod pod = oneCore("p");
    cluster.apply(oneCoreNode("a"), pod.onNode("a"), of("urgent").priority(10).build());

    assertThat(cluster.evicted).containsExactly("p");
    assertThat(cluster.binds).isEmpty();
    cluster.delete(pod);
    cluster.pass(Duration.ofSeconds(20));
    assertThat(cluster.binds).containsOnlyKeys("urgent");
  }

  @Test
  void aPodIsBoundOnlyWhenTheWorkBeforeIsDone() {
    var work = new SlowPreBind();
    var busy = new TestCluster(work);
    busy.apply(oneCoreNode("a"), oneCore("p"));
    assertThat(busy.binds).isEmpty();

    work.done.complete(Verdict.success());
    busy.pass(Duration.ZERO);
    assertThat(busy.binds).containsOnlyKeys("p");
  }

  @Test
  void workThatFailsFreesTheNode() {
    var work = new SlowPreBind();
    var busy = new TestCluster(work);
    busy.apply(oneCoreNode("a"), oneCore("p"));
    work.done.complete(Verdict.error("no volume"));
    busy.pass(Duration.ZERO);

    assertThat(busy.nodeOf("default/p")).isNull();
    assertThat(busy.told)
        .contains("p SchedulerError: running PreBind plugin \"SlowPreBind\": no volume");
  }

  @Test
  void anUnconfirmedBindingIsForgottenInTheEndWhereALimitIsSet() {
    var limited =
        new TestCluster(
            new SchedulerSettings(
                0,
                false,
                Fixes.NONE,
                Duration.ofSeconds(30),
                Duration.ofMinutes(5),
                false,
                ClassMemory.DEFAULT));
    limited.apply(oneCoreNode("a"), oneCore("p"));
    limited.bound("p");
    limited.pass(Duration.ofSeconds(29));
    assertThat(limited.nodeOf("default/p")).isEqualTo("a");

    limited.pass(Duration.ofSeconds(1));
    assertThat(limited.nodeOf("default/p")).isNull();
  }

  private static final String PREEMPTION =
      " no new claims to deallocate, preemption: 0/1 nodes are available: 1 No preemption victims"
          + " found for incoming pod.";

  private static WaitingPod waiting(TestCluster cluster) {
    return Objects.requireNonNull(cluster.scheduler.permits().find("default/p"));
  }

  private static io.merapi.api.node.Node oneCoreNode(String name) {
    return node(name).allocatable("cpu", "1").allocatable("pods", "10").build();
  }

  private static Pod oneCore(String name) {
    return of(name).build();
  }

  private static PodBuilder of(String name) {
    return pod(name).uid(name).schedulerName("default-scheduler").request("cpu", "1");
  }

  private static final class Faulty implements FilterPlugin {

    @Override
    public String name() {
      return "Faulty";
    }

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      if (pod.pod().name().equals("bad")) {
        throw new IllegalStateException("oops");
      }
      return Verdict.success();
    }
  }

  private static final class Reserving implements ReservePlugin {

    final List<String> log = new ArrayList<>();

    @Override
    public String name() {
      return "Reserving";
    }

    @Override
    public Verdict reserve(CycleState state, PodInfo pod, String nodeName) {
      log.add("reserve " + pod.pod().name());
      return Verdict.success();
    }

    @Override
    public void unreserve(CycleState state, PodInfo pod, String nodeName) {
      log.add("unreserve " + pod.pod().name());
    }
  }

  private record LatePermit(Verdict verdict) implements PermitPlugin {

    @Override
    public String name() {
      return "LatePermit";
    }

    @Override
    public Verdict permit(CycleState state, PodInfo pod, String nodeName) {
      return verdict;
    }
  }

  private static final class SlowPreBind implements PreBindPlugin {

    final CompletableFuture<Verdict> done = new CompletableFuture<>();

    @Override
    public String name() {
      return "SlowPreBind";
    }

    @Override
    public CompletionStage<Verdict> preBind(CycleState state, PodInfo pod, String nodeName) {
      return done;
    }
  }
}
