package io.merapi.kube.queue;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterAction;
import io.merapi.api.pod.PodPhase;
import io.merapi.kube.queue.QueueTrial.Waiting;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What happens while a pod is tried must not be lost to it. */
class InFlightTest {

  private final QueueTrial trial =
      new QueueTrial(
          Waiting.forNewNodes("room"),
          Waiting.forPods(
              "labels",
              Set.of(ClusterAction.UPDATE_POD_LABEL),
              (pod, change, _) -> change.latest().key().equals(pod.key())));

  @Test
  void changeDuringAnAttemptIsHeldAgainstItsRejection() {
    trial.add(pod("a"));
    PendingPod flying = trial.pop();
    trial.apply(node("n"));
    trial.reject(flying, "room");

    assertThat(trial.pool("a")).isEqualTo(Pool.BACKOFF);
  }

  @Test
  void changeBeforeAnAttemptIsNot() {
    trial.add(pod("a"));
    trial.apply(node("n"));
    trial.reject(trial.pop(), "room");

    assertThat(trial.pool("a")).isEqualTo(Pool.UNSCHEDULABLE);
  }

  @Test
  void changeThatDoesNotConcernTheRejectionIsNot() {
    trial.add(pod("a"));
    PendingPod flying = trial.pop();
    trial.apply(pod("other").on("x"));
    trial.reject(flying, "room");

    assertThat(trial.pool("a")).isEqualTo(Pool.UNSCHEDULABLE);
  }

  @Test
  void eachPodInFlightIsHeldAgainstItsOwnTimeOnly() {
    trial.add(pod("early").priority(2)).add(pod("late").priority(1));
    PendingPod early = trial.pop();
    trial.apply(node("n"));
    PendingPod late = trial.pop();
    trial.reject(late, "room");
    trial.reject(early, "room");

    assertThat(trial.pool("late")).isEqualTo(Pool.UNSCHEDULABLE);
    assertThat(trial.pool("early")).isEqualTo(Pool.BACKOFF);
  }

  @Test
  void heldPodIsFreeAtOnceIfWhatItWaitsForCameMeanwhile() {
    trial.add(pod("a"));
    PendingPod flying = trial.pop();
    trial.apply(node("n"));
    trial.hold(flying, "room");

    assertThat(trial.pool("a")).isEqualTo(Pool.ACTIVE);
  }

  @Test
  void ownUpdateDuringAnAttemptCounts() {
    trial.add(pod("a"));
    PendingPod flying = trial.pop();
    trial.update(pod("a").label("app", "x"));
    assertThat(trial.queue.find("default/a")).isNull();
    trial.reject(flying, "labels");

    assertThat(trial.pool("a")).isEqualTo(Pool.BACKOFF);
    assertThat(trial.pop().pod().pod().meta().labels().get("app")).isEqualTo("x");
  }

  @Test
  void podThatIsActivatedDuringAnAttemptComesBackAfterItsBackoff() {
    trial.add(pod("a")).add(pod("b"));
    PendingPod first = trial.pop();
    PendingPod second = trial.pop();
    trial.queue.activate(first.pod().pod());
    trial.reject(first, "room");
    trial.reject(second, "room");

    assertThat(trial.pool("a")).isEqualTo(Pool.BACKOFF);
    assertThat(trial.pool("b")).isEqualTo(Pool.UNSCHEDULABLE);
  }

  /** As upstream has it: the time-out of some pods is a reason to try those in flight again. */
  @Test
  void timeOutOfOthersDuringAnAttemptCounts() {
    trial.rejected(pod("old"), "room");
    trial.pass(Duration.ofMinutes(4));
    trial.add(pod("a"));
    PendingPod flying = trial.pop();
    trial.passAttentively(Duration.ofMinutes(1));
    trial.reject(flying, "room");

    assertThat(trial.pool("a")).isEqualTo(Pool.BACKOFF);
  }

  @Test
  void podThatIsDoneDoesNotComeBack() {
    trial.add(pod("a"));
    PendingPod flying = trial.pop();
    trial.queue.done(flying);
    trial.reject(flying, "room");

    assertThat(trial.queue.waiting()).isEmpty();
    assertThat(trial.queue.inFlight()).isEmpty();
  }

  @Test
  void podThatGotANodeOrEndedMeanwhileIsLetGo() {
    trial.add(pod("bound")).add(pod("ended"));
    PendingPod bound = trial.pop();
    PendingPod ended = trial.pop();
    trial.apply(pod("bound").on("n"));
    trial.apply(pod("ended").phase(PodPhase.FAILED));
    trial.reject(bound, "room");
    trial.reject(ended, "room");

    assertThat(trial.queue.waiting()).isEmpty();
    assertThat(trial.queue.inFlight()).isEmpty();
  }

  @Test
  void podOfTheSameNameThatReplacedItIsTriedInItsOwnRight() {
    trial.add(pod("a").uid("1"));
    PendingPod old = trial.pop();
    trial.delete("a");
    trial.add(pod("a").uid("2"));
    trial.reject(old, "room");

    PendingPod young = trial.pop();
    assertThat(young.pod().pod().meta().uid()).isEqualTo("2");
    assertThat(young.attempts()).isEqualTo(1);
    assertThat(trial.queue.pop()).isNull();
  }

  @Test
  void podWithoutUidThatReplacedItIsTriedToo() {
    trial.add(pod("a"));
    PendingPod old = trial.pop();
    trial.delete("a");
    trial.add(pod("a"));
    PendingPod young = trial.pop();
    trial.reject(old, "room");

    assertThat(trial.queue.waiting()).isEmpty();
    assertThat(trial.queue.inFlight()).containsExactly(young);
  }

  @Test
  void podThatIsAnnouncedTwiceIsTriedOnce() {
    trial.add(pod("a"));
    PendingPod flying = trial.pop();
    trial.add(pod("a"));

    assertThat(trial.queue.pop()).isNull();
    assertThat(trial.queue.inFlight()).containsExactly(flying);
  }
}
