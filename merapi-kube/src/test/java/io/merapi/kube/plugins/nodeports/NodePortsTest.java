package io.merapi.kube.plugins.nodeports;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.plugins.PluginTrial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodePortsTest {

  private final PluginTrial trial = trial().with(node("n"));
  private final NodePorts plugin = new NodePorts(trial.context());

  @Test
  void hasNoPartInPodsWithoutHostPorts() {
    assertThat(plugin.preFilter(trial.newState(), trial.info(pod("p")), trial.view()).verdict())
        .isEqualTo(Verdict.skip());
  }

  @Test
  void freePortFits() {
    trial.with(pod("there").hostPort(80).on("n"));
    assertThat(trial.filter(plugin, pod("p").hostPort(81), "n").isSuccess()).isTrue();
  }

  @Test
  void takenPortIsRejectedAndEvictionMayHelp() {
    trial.with(pod("there").hostPort(80).on("n"));
    Verdict verdict = trial.filter(plugin, pod("p").hostPort(81).hostPort(80), "n");
    assertThat(verdict.code()).isEqualTo("Unschedulable");
    assertThat(verdict.texts())
        .containsExactly("node(s) didn't have free ports for the requested pod ports");
  }

  @Test
  void saysWhichPortIsTaken() {
    trial.with(pod("there").hostPort("", "10.0.0.1", 80).on("n"));
    assertThat(trial.filter(plugin, pod("p").hostPort(81).hostPort(80), "n"))
        .isInstanceOfSatisfying(
            Verdict.Rejected.class,
            rejected -> {
              Reason reason = rejected.reasons().getFirst();
              assertThat(reason.code()).isEqualTo("NodePortsTaken");
              assertThat(reason.detail())
                  .isEqualTo("wants TCP 0.0.0.0:80, TCP 10.0.0.1:80 is taken");
            });
  }

  @ParameterizedTest(name = "taken {0} {1}, wanted {2} {3}: fits {4}")
  @CsvSource({
    "TCP, '', TCP, '', false",
    "'', '', TCP, '', false",
    "TCP, '', UDP, '', true",
    "TCP, 10.0.0.1, TCP, 10.0.0.2, true",
    "TCP, 10.0.0.1, TCP, 10.0.0.1, false",
    "TCP, 0.0.0.0, TCP, 10.0.0.1, false",
    "TCP, 10.0.0.1, TCP, '', false"
  })
  void protocolsAndAddressesTellPortsApart(
      String takenProtocol, String takenIp, String protocol, String ip, boolean fits) {
    trial.with(pod("there").hostPort(takenProtocol, takenIp, 80).on("n"));
    assertThat(trial.filter(plugin, pod("p").hostPort(protocol, ip, 80), "n").isSuccess())
        .isEqualTo(fits);
  }

  @Test
  void judgesTheNodeThatIsHandedIn() {
    PodInfo there = trial.info(pod("there").hostPort(80).on("n"));
    PodInfo pod = trial.info(pod("p").hostPort(80));
    var state = trial.newState();
    plugin.preFilter(state, pod, trial.view());
    NodeInfo without = trial.node("n").without(there.key(), 99);
    assertThat(plugin.filter(state, pod, trial.node("n")).isSuccess()).isFalse();
    assertThat(plugin.filter(state, pod, without).isSuccess()).isTrue();
  }

  @Test
  void withoutItsPreFilterItFailsInUpstreamsWords() {
    Verdict verdict =
        plugin.filter(trial.newState(), trial.info(pod("p").hostPort(80)), trial.node("n"));
    assertThat(verdict)
        .isEqualTo(Verdict.error("reading \"PreFilterNodePorts\" from cycleState: not found"));
  }
}
