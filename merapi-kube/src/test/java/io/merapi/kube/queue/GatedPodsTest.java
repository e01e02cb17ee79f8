package io.merapi.kube.queue;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.kube.queue.QueueTrial.Gate;
import io.merapi.kube.queue.QueueTrial.Waiting;
import io.merapi.kube.queue.SchedulingQueue.Sizes;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GatedPodsTest {

  private final Set<String> shut = new HashSet<>(Set.of("a"));
  private final QueueTrial trial =
      new QueueTrial(
          new Gate("gate", pod -> shut.contains(pod.name())), Waiting.forNewNodes("room"));

  @Test
  void gatedPodIsNotTried() {
    trial.add(pod("a"));

    assertThat(trial.pool("a")).isEqualTo(Pool.GATED);
    assertThat(trial.queue.sizes()).isEqualTo(new Sizes(0, 0, 0, 1));
    assertThat(trial.queue.pop()).isNull();
  }

  @Test
  void gateIsAskedAgainWhenSomethingHappensThatItWaitsFor() {
    trial.add(pod("a"));
    shut.clear();
    trial.apply(pod("other").on("x"));
    assertThat(trial.pool("a")).isEqualTo(Pool.GATED);

    trial.apply(node("n"));
    assertThat(trial.pool("a")).isEqualTo(Pool.ACTIVE);
  }

  @Test
  void gateThatIsStillShutKeepsThePod() {
    trial.add(pod("a"));
    trial.apply(node("n"));

    assertThat(trial.pool("a")).isEqualTo(Pool.GATED);
  }

  @Test
  void updateOfThePodItselfMayOpenTheGate() {
    trial.add(pod("a"));
    shut.clear();
    trial.update(pod("a").annotation("note", "x"));
    assertThat(trial.pool("a")).isEqualTo(Pool.GATED);

    trial.update(pod("a").annotation("note", "x").label("app", "x"));
    assertThat(trial.pool("a")).isEqualTo(Pool.ACTIVE);
  }

  @Test
  void gatedPodIsNotTriedHoweverLongItWaits() {
    trial.add(pod("a"));
    trial.passAttentively(Duration.ofHours(1));

    assertThat(trial.queue.nextWakeUp()).isNull();
    assertThat(trial.pool("a")).isEqualTo(Pool.GATED);
  }

  @Test
  void waitsForTheFirstTryFromTheDayTheGateOpens() {
    trial.add(pod("a"));
    trial.pass(Duration.ofMinutes(7));
    shut.clear();
    trial.apply(node("n"));

    assertThat(trial.pop().firstActive()).isEqualTo(trial.now);
  }

  @Test
  void gateIsAskedBeforeARejectedPodComesBack() {
    shut.clear();
    trial.rejected(pod("a"), "room");
    shut.add("a");
    trial.apply(node("n"));

    assertThat(trial.pool("a")).isEqualTo(Pool.GATED);
    PendingPod gated = Objects.requireNonNull(trial.queue.find("default/a"));
    assertThat(gated.rejectors()).isEqualTo(Rejectors.of("gate", "room"));
    assertThat(gated.gate()).isEqualTo("gate");
  }

  @Test
  void gateIsNotAskedAgainOfAPodThatBacksOff() {
    shut.clear();
    trial.rejected(pod("a"), "room");
    trial.add(pod("b"));
    trial.apply(node("n"));
    shut.add("a");
    trial.passAttentively(Duration.ofSeconds(5));

    assertThat(trial.pool("a")).isEqualTo(Pool.ACTIVE);
  }

  @Test
  void activationDoesNotPassAGate() {
    trial.add(pod("a"));
    trial.queue.activate(trial.info("a").pod());

    assertThat(trial.pool("a")).isEqualTo(Pool.GATED);
  }

  @Test
  void gatedPodThatGoesIsForgotten() {
    trial.add(pod("a"));
    trial.delete("a");

    assertThat(trial.queue.sizes()).isEqualTo(new Sizes(0, 0, 0, 0));
  }
}
