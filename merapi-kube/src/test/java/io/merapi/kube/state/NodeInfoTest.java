package io.merapi.kube.state;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.HostPort;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodClasses;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeInfoTest {

  private final ResourceDictionary dictionary = new ResourceDictionary();
  private final PodClasses classes =
      new PodClasses(dictionary, PodRequests.Rules.DEFAULT, PodClassReads.ALL);
  private final NodeInfo empty = NodeInfo.named("n", dictionary);

  @Test
  void addsUpWhatItsPodsAskFor() {
    NodeInfo node =
        empty
            .with(info(pod("a").request("cpu", "1500m").request("memory", "1Gi").build()), 1)
            .with(info(pod("b").request("example.com/gpu", "2").build()), 2);
    assertThat(node.requested().cpuMillis()).isEqualTo(1500);
    assertThat(node.requested().memoryBytes()).isEqualTo(1L << 30);
    assertThat(node.requested().get(dictionary.index("example.com/gpu"))).isEqualTo(2);
    assertThat(node.nonZeroCpuMillis()).isEqualTo(1600);
    assertThat(node.nonZeroMemoryBytes()).isEqualTo((1L << 30) + 200 * 1024 * 1024);
    assertThat(empty.pods()).isEmpty();
  }

  @Test
  void requestsOfItsOnlyPodStayWhatTheyAreWhenAnotherOneComesInPlace() {
    var editor = new Object();
    PodInfo first = info(pod("a").request("cpu", "1").request("example.com/gpu", "1").build());
    PodInfo second = info(pod("b").request("cpu", "2").build());
    NodeInfo one = empty.with(first, 1, editor);
    NodeInfo before = one.with(info(pod("c").build()), 2);
    NodeInfo both = one.with(second, 3, editor);
    assertThat(both).isSameAs(one);
    assertThat(both.requested().cpuMillis()).isEqualTo(3000);
    assertThat(first.requests().requests().cpuMillis()).isEqualTo(1000);
    assertThat(before.requested().cpuMillis()).isEqualTo(1000);
    assertThat(both.without("default/a", 4, editor).requested())
        .isEqualTo(second.requests().requests());
  }

  @Test
  void podThatLeavesLeavesNoTrace() {
    NodeInfo node =
        empty
            .with(
                info(
                    pod("a")
                        .request("example.com/gpu", "1")
                        .hostPort(80)
                        .claim("c")
                        .awayFrom("app", "x")
                        .build()),
                1)
            .without("default/a", 2);
    assertThat(node.requested()).isEqualTo(empty.requested());
    assertThat(node.usedPorts()).isEqualTo(empty.usedPorts());
    assertThat(node.claimUses()).isEmpty();
    assertThat(node.podsWithAffinity()).isEmpty();
    assertThat(node.podsWithRequiredAntiAffinity()).isEmpty();
    assertThat(node.nonZeroCpuMillis()).isZero();
    assertThat(node.version()).isEqualTo(2);
  }

  @Test
  void removingUnknownPodChangesNothing() {
    assertThat(empty.without("default/a", 1)).isSameAs(empty);
  }

  @Test
  void portThatTwoPodsTookStaysTakenUntilBothAreGone() {
    var port = new HostPort("", "", 80);
    NodeInfo both =
        empty
            .with(info(pod("a").hostPort(80).build()), 1)
            .with(info(pod("b").hostPort(80).build()), 2);
    NodeInfo one = both.without("default/a", 3);
    assertThat(one.usedPorts().conflictsWith(port)).isTrue();
    assertThat(one.without("default/b", 4).usedPorts().conflictsWith(port)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "TCP, 0.0.0.0, 80, true",
    "TCP, 10.0.0.1, 80, true",
    "TCP, 10.0.0.2, 80, false",
    "UDP, 10.0.0.1, 80, false",
    "TCP, 10.0.0.1, 81, false"
  })
  void portOfOneAddressConflictsWithThatAddressAndWithAll(
      String protocol, String ip, int port, boolean conflicts) {
    NodeInfo node = empty.with(info(pod("a").hostPort("", "10.0.0.1", 80).build()), 1);
    assertThat(node.usedPorts().conflictsWith(new HostPort(protocol, ip, port)))
        .isEqualTo(conflicts);
  }

  @Test
  void portOfAllAddressesConflictsWithEach() {
    NodeInfo node = empty.with(info(pod("a").hostPort(80).build()), 1);
    assertThat(node.usedPorts().conflictsWith(new HostPort("TCP", "10.0.0.2", 80))).isTrue();
  }

  @Test
  void portsOfInitContainersCountOnlyIfTheyGoOnRunning() {
    NodeInfo node =
        empty.with(info(pod("a").initContainer(80, true).initContainer(81, false).build()), 1);
    assertThat(node.usedPorts().conflictsWith(new HostPort("", "", 80))).isTrue();
    assertThat(node.usedPorts().conflictsWith(new HostPort("", "", 81))).isFalse();
  }

  @Test
  void claimsAreCountedOverVolumes() {
    NodeInfo node =
        empty
            .with(info(pod("a").claim("c").claim("d").build()), 1)
            .with(info(pod("b").claim("c").build()), 2);
    assertThat(node.claimUses()).isEqualTo(Map.of("default/c", 2, "default/d", 1));
    assertThat(node.without("default/a", 3).claimUses()).isEqualTo(Map.of("default/c", 1));
  }

  @Test
  void podOfAnotherClassReplacesItsOldFormInEveryTotal() {
    NodeInfo node =
        empty
            .with(info(pod("a").request("cpu", "1").near("app", "x").build()), 1)
            .with(info(pod("a").request("cpu", "3").build()), 2);
    assertThat(node.pods()).hasSize(1);
    assertThat(node.requested().cpuMillis()).isEqualTo(3000);
    assertThat(node.podsWithAffinity()).isEmpty();
    assertThat(node.version()).isEqualTo(2);
  }

  @Test
  void podOfTheSameClassIsReplacedWithoutNewVersion() {
    PodInfo running = info(pod("a").near("app", "x").resourceVersion("2").build());
    NodeInfo node = empty.with(info(pod("a").near("app", "x").resourceVersion("1").build()), 1);
    NodeInfo later = node.with(running, 2);
    assertThat(later.version()).isEqualTo(1);
    assertThat(later.pods()).containsExactly(running);
    assertThat(later.podsWithAffinity()).containsExactly(running);
  }

  @Test
  void nodeThatGoesTakesWhatItGaveAndLeavesThePods() {
    PodInfo pod = info(pod("a").build());
    NodeInfo node =
        empty.with(pod, 1).with(node("n").allocatable("cpu", "4").image(5, "x").build(), 7, 2);
    assertThat(node.index()).isEqualTo(7);
    assertThat(node.allocatable().cpuMillis()).isEqualTo(4000);
    NodeInfo gone = node.withoutNode(3);
    assertThat(gone.node()).isNull();
    assertThat(gone.index()).isEqualTo(NodeInfo.NO_INDEX);
    assertThat(gone.allocatable().isZero()).isTrue();
    assertThat(gone.imageNames()).isEmpty();
    assertThat(gone.pods()).containsExactly(pod);
  }

  @Test
  void otherFormOfNodeIsReadAnew() {
    NodeInfo node = empty.with(node("n").allocatable("cpu", "4").image(5, "x").build(), 0, 1);
    NodeInfo later = node.with(node("n").allocatable("cpu", "8").image(6, "y").build(), 0, 2);
    assertThat(later.version()).isEqualTo(2);
    assertThat(later.allocatable().cpuMillis()).isEqualTo(8000);
    assertThat(later.imageNames()).containsExactly("y");
  }

  private PodInfo info(Pod pod) {
    return classes.admit(pod);
  }
}
