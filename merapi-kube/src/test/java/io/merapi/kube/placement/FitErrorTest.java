package io.merapi.kube.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.kube.framework.PluginVerdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class FitErrorTest {

  private final Diagnosis.Builder diagnosis = new Diagnosis.Builder();

  @Test
  void countsReasonsAndSortsThemAsText() {
    for (int i = 0; i < 10; i++) {
      reject("many-" + i, "Insufficient cpu");
    }
    reject("both", "Insufficient memory", "Too many pods");
    reject("one", "Insufficient memory");

    assertThat(message(12, ""))
        .isEqualTo(
            "0/12 nodes are available: 1 Too many pods, 10 Insufficient cpu, 2 Insufficient"
                + " memory.");
  }

  @Test
  void addsWhatThePostFiltersSaid() {
    reject("a", "Insufficient cpu");

    assertThat(message(1, "preemption: 0/1 nodes are available: 1 No victims."))
        .isEqualTo(
            "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1"
                + " No victims.");
  }

  @Test
  void countsNodesThatWereNotLookedAt() {
    reject("a", "Insufficient cpu");
    diagnosis.others(Verdict.unresolvable(Reason.of("Test", "node(s) were ruled out")));

    assertThat(message(4, ""))
        .isEqualTo("0/4 nodes are available: 1 Insufficient cpu, 3 node(s) were ruled out.");
  }

  @Test
  void saysWhatThePreFiltersSaidInsteadOfCounting() {
    diagnosis.preFilterRejected(
        new PluginVerdict(
            Verdict.unresolvable(Reason.of("Test", "one"), Reason.of("Test", "two")), "x"));

    assertThat(message(4, "nothing helps"))
        .isEqualTo("0/4 nodes are available: one, two. nothing helps");
  }

  @Test
  void hasNothingToSayOfRejectionsWithoutReason() {
    diagnosis.node("a", new PluginVerdict(Verdict.unschedulable(), "x"));

    assertThat(message(1, "")).isEqualTo("0/1 nodes are available:");
  }

  @Test
  void namesThePluginsThatTurnedNodesDown() {
    reject("a", "no");
    diagnosis.node("b", new PluginVerdict(new Verdict.Held(List.of()), "waits"));

    assertThat(diagnosis.build().unschedulablePlugins()).containsExactly("test", "waits");
    assertThat(diagnosis.build().pendingPlugins()).containsExactly("waits");
  }

  private void reject(String node, String... reasons) {
    Reason[] all = new Reason[reasons.length];
    for (int i = 0; i < reasons.length; i++) {
      all[i] = Reason.of("Test", reasons[i]);
    }
    diagnosis.node(node, new PluginVerdict(Verdict.unschedulable(all), "test"));
  }

  private String message(int nodes, String postFilterMessage) {
    return new FitError(nodes, diagnosis.build()).message(postFilterMessage);
  }
}
