package io.merapi.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.Pod;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import io.merapi.testkit.PodBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class DecisionLogTest {

  private final List<String> lines = new ArrayList<>();
  private final Pod pod = PodBuilder.pod("p").build();
  private int verbosity = RunLog.DECISIONS;
  private final BindingRefusals refusals = new BindingRefusals(new Lines());
  private final DecisionLog log = new DecisionLog(new Lines(), refusals);

  @Test
  void aBindingIsALineWithItsPodItsNodeAndItsCycle() {
    Effects ports = log.over(binding(Outcome.done()), () -> false);

    ports.binder().bind(pod, "n");
    ports.binder().bind(pod, "m");

    assertThat(lines)
        .containsExactly(
            "Successfully bound pod to node pod=\"default/p\" podUID=\"%s\" node=\"n\" cycle=1"
                .formatted(pod.meta().uid()),
            "Successfully bound pod to node pod=\"default/p\" podUID=\"%s\" node=\"m\" cycle=2"
                .formatted(pod.meta().uid()));
  }

  @Test
  void whatTheClusterRefusesIsAlwaysALine() {
    verbosity = 0;

    var outcome =
        log.over(binding(Outcome.failed("no \"room\"")), () -> false).binder().bind(pod, "n");

    assertThat(outcome.toCompletableFuture().join()).isEqualTo(new Outcome.Failed("no \"room\""));
    assertThat(lines)
        .containsExactly(
            "warning Failed to bind pod err=\"no \\\"room\\\"\" pod=\"default/p\" node=\"n\""
                + " cycle=1");
  }

  @Test
  void whatIsCutOffAtTheEndIsNoFailure() {
    log.over(binding(Outcome.failed("Socket closed")), () -> true).binder().bind(pod, "n");

    assertThat(lines).isEmpty();
  }

  @Test
  void thatNoPodMayBeBoundIsOneLineHoweverManyPodsThereAre() {
    verbosity = 0;
    String forbidden =
        "pods \"p\" is forbidden: User \"u\" cannot create resource \"pods/binding\"";
    var told = new ArrayList<String>();
    refusals.tell(told::add);

    log.over(binding(Outcome.failed(forbidden)), () -> false).binder().bind(pod, "n");
    log.over(binding(Outcome.failed(forbidden)), () -> false).binder().bind(pod, "n");

    assertThat(lines)
        .singleElement()
        .asString()
        .startsWith("warning bindings are refused and tried again")
        .contains("grant create on pods/binding");
    assertThat(told).hasSize(1);
    assertThat(refusals.present()).isEqualTo(told);

    log.over(binding(Outcome.done()), () -> false).binder().bind(pod, "n");
    log.over(binding(Outcome.done()), () -> false).binder().bind(pod, "n");

    assertThat(lines).hasSize(2).last().isEqualTo("pods are bound again");
    assertThat(refusals.present()).isEmpty();
  }

  @Test
  void decisionsAreNoLinesWhereNobodyAskedForThem() {
    verbosity = RunLog.DECISIONS - 1;

    log.over(binding(Outcome.done()), () -> false).binder().bind(pod, "n");
    log.closed(3);

    assertThat(lines).isEmpty();
  }

  @Test
  void sessionsAreCounted() {
    verbosity = RunLog.SESSIONS;

    log.closed(3);
    log.closed(0);

    assertThat(lines)
        .containsExactly("Session closed session=1 jobs=3", "Session closed session=2 jobs=0");
  }

  private static Effects binding(CompletionStage<Outcome> outcome) {
    Effects none = Effects.refused();
    return new Effects(
        (_, _) -> outcome, none.volumes(), none.claims(), none.evictor(), none.reporter());
  }

  private final class Lines implements RunLog {

    @Override
    public void info(String message) {
      lines.add(message);
    }

    @Override
    public void warn(String message) {
      lines.add("warning " + message);
    }

    @Override
    public boolean wants(int wanted) {
      return wanted <= verbosity;
    }
  }
}
