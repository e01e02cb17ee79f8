package io.merapi.kube.queue;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.pod.Pod;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinity;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinityArgs;
import io.merapi.kube.queue.QueueTrial.Waiting;
import io.merapi.kube.queue.SchedulingQueue.Sizes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchedulingQueueTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final QueueTrial trial =
      new QueueTrial(Waiting.forNewNodes("room"), Waiting.forNewNodes("rack"));
  private final SchedulingQueue queue = trial.queue;

  @Test
  void handsOutByPriorityAndThenByTimeOfEntry() {
    trial.add(pod("low").priority(1)).add(pod("first").priority(5));
    trial.pass(SECOND);
    trial.add(pod("second").priority(5)).add(pod("high").priority(9));

    assertThat(trial.popAll()).containsExactly("high", "first", "second", "low");
    assertThat(queue.pop()).isNull();
  }

  @Test
  void handsOutAPodAsItIsByThen() {
    trial.add(pod("a").priority(1)).add(pod("b").priority(2));
    trial.update(pod("a").priority(3).label("app", "new"));

    PendingPod first = trial.pop();

    assertThat(first.pod().pod().name()).isEqualTo("a");
    assertThat(first.pod().pod().meta().labels().get("app")).isEqualTo("new");
  }

  @Test
  void doesNotHandOutAPodThatIsGone() {
    trial.add(pod("a")).add(pod("b"));
    trial.delete("a");

    assertThat(trial.popAll()).containsExactly("b");
  }

  @Test
  void rejectedPodWaitsForAChangeThatMayHelp() {
    trial.rejected(pod("a"), "room");
    assertThat(trial.pool("a")).isEqualTo(Pool.UNSCHEDULABLE);
    assertThat(queue.pop()).isNull();

    trial.apply(pod("other").on("x"));
    assertThat(trial.pool("a")).isEqualTo(Pool.UNSCHEDULABLE);

    trial.apply(node("n"));
    assertThat(trial.popAll()).containsExactly("a");
  }

  @Test
  void podComesBackAfterItsBackoffWhileOthersAreToBeTried() {
    trial.rejected(pod("a"), "room");
    trial.add(pod("b").priority(-1));
    trial.apply(node("n"));
    assertThat(trial.pool("a")).isEqualTo(Pool.BACKOFF);

    trial.passAttentively(Duration.ofSeconds(2));

    assertThat(trial.pool("a")).isEqualTo(Pool.ACTIVE);
    assertThat(trial.popAll()).containsExactly("a", "b");
  }

  @Test
  void idleSchedulerDoesNotWaitForABackoff() {
    trial.rejected(pod("a"), "room");
    trial.apply(node("n"));
    assertThat(trial.pool("a")).isEqualTo(Pool.BACKOFF);

    assertThat(trial.popAll()).containsExactly("a");
  }

  @Test
  void podThatWaitedLongerThanItsBackoffIsActiveAtOnce() {
    trial.rejected(pod("a"), "room");
    trial.pass(Duration.ofSeconds(3));
    trial.apply(node("n"));

    assertThat(trial.pool("a")).isEqualTo(Pool.ACTIVE);
  }

  @Test
  void errorIsRetriedAfterItsBackoffAndNotBefore() {
    trial.add(pod("a"));
    trial.fail(trial.pop());

    assertThat(trial.pool("a")).isEqualTo(Pool.ERROR_BACKOFF);
    assertThat(queue.pop()).isNull();
    assertThat(queue.nextWakeUp()).isEqualTo(trial.now.plusSeconds(2));
    trial.passAttentively(Duration.ofSeconds(2));
    assertThat(trial.popAll()).containsExactly("a");
  }

  @Test
  void podIsTriedAgainAfterFiveMinutesThoughNothingHasChanged() {
    trial.rejected(pod("a"), "room");
    assertThat(queue.nextWakeUp()).isEqualTo(trial.now.plus(Duration.ofMinutes(5)));

    trial.passAttentively(Duration.ofMinutes(5).minusNanos(1));
    assertThat(trial.pool("a")).isEqualTo(Pool.UNSCHEDULABLE);
    trial.passAttentively(Duration.ofNanos(1));

    PendingPod again = trial.pop();
    assertThat(again.wasFlushed()).isTrue();
    trial.reject(again, "room");
    assertThat(again.wasFlushed()).isFalse();
  }

  @Test
  void emptyQueueHasNothingToWakeUpFor() {
    assertThat(queue.nextWakeUp()).isNull();
    trial.add(pod("a"));
    assertThat(queue.nextWakeUp()).isNull();
  }

  @Test
  void pluginThatHeldAPodLetsItGoWithoutBackoff() {
    trial.add(pod("held"));
    trial.hold(trial.pop(), "room");
    trial.apply(node("n"));

    assertThat(trial.pool("held")).isEqualTo(Pool.ACTIVE);
  }

  @Test
  void podRejectedByTwoPluginsWaitsForEitherOfThem() {
    var onlyPods = Waiting.forPods("peer", Set.of(ClusterAction.DELETE), (_, _, _) -> true);
    var both = new QueueTrial(Waiting.forNewNodes("room"), onlyPods);
    both.rejected(pod("a"), "room", "peer").rejected(pod("b"), "room", "peer");

    both.apply(node("n"));
    assertThat(both.popAll()).containsExactly("a", "b");
  }

  @Test
  void rejectorThatNamesNoChangesIsHelpedByEveryChange() {
    trial.rejected(pod("a"), "an extender");
    trial.apply(pod("other").on("x"));

    assertThat(trial.popAll()).containsExactly("a");
  }

  @Test
  void hintThatThrowsCountsAsAYes() {
    var broken =
        new QueueTrial(
            Waiting.forNewNodes(
                "broken",
                (_, _, _) -> {
                  throw new IllegalStateException("oops");
                }));
    broken.rejected(pod("a"), "broken");
    broken.apply(node("n"));

    assertThat(broken.popAll()).containsExactly("a");
  }

  @Test
  void hintIsAskedOnceForPodsThatAreAlike() {
    var asked = new ArrayList<String>();
    var counting =
        new QueueTrial(
            Waiting.forNewNodes(
                "room",
                (pod, _, _) -> {
                  asked.add(pod.pod().name());
                  return false;
                }));
    for (String name : List.of("a", "b", "c")) {
      counting.rejected(pod(name).request("cpu", "1"), "room");
    }
    counting.rejected(pod("other").request("cpu", "2"), "room");

    counting.apply(node("n"));

    assertThat(asked).containsExactlyInAnyOrder("a", "other");
  }

  @Test
  void hintIsNotAskedForChangesThatItsPluginDoesNotWaitFor() {
    var asked = new ArrayList<String>();
    var counting =
        new QueueTrial(Waiting.forNewNodes("room", (pod, _, _) -> asked.add(pod.pod().name())));
    counting.rejected(pod("a"), "room");

    counting.apply(pod("other").on("x"));

    assertThat(asked).isEmpty();
  }

  /** Pods become unlike when a selector comes that reads a label which none has read before. */
  @Test
  void podsThatAreNoLongerAlikeAreAskedForOneByOne() {
    var onlyBlue =
        new QueueTrial(
            Waiting.forNewNodes(
                "room", (pod, _, _) -> "blue".equals(pod.pod().meta().labels().get("color"))));
    onlyBlue.rejected(pod("red").label("color", "red"), "room");
    onlyBlue.rejected(pod("blue").label("color", "blue"), "room");

    onlyBlue.apply(pod("reader").awayFrom("color", "blue").on("x"));
    onlyBlue.apply(node("n"));

    assertThat(onlyBlue.popAll()).containsExactly("blue");
  }

  /** Its term was the last that told the two apart. */
  @Test
  void podThatGoesHelpsOnlyThoseThatWereUnwelcomeToIt() {
    var plugin = new InterPodAffinity(InterPodAffinityArgs.DEFAULTS, PluginTrial.trial().context());
    var welcome = new QueueTrial(plugin);
    welcome.rejected(pod("web").label("app", "web"), "InterPodAffinity");
    welcome.rejected(pod("db").label("app", "db"), "InterPodAffinity");
    Pod shy = pod("shy").awayFrom("app", "web").on("x").build();
    welcome.apply(pod("shy").awayFrom("app", "web").on("x"));

    welcome.remove(shy);

    assertThat(welcome.popAll()).containsExactly("web");
  }

  @Test
  void changeCanBeForSomePodsOnly() {
    trial.rejected(pod("a").priority(1), "an extender");
    trial.rejected(pod("b").priority(9), "an extender");
    Pod gone = pod("gone").priority(5).on("x").build();

    queue.changed(new ObjectChange(gone, null), other -> other.pod().spec().priorityOrZero() <= 5);

    assertThat(trial.popAll()).containsExactly("a");
  }

  @Test
  void activatedPodIsTriedWhateverRejectedIt() {
    trial.rejected(pod("a"), "room").rejected(pod("b"), "room");
    trial.add(pod("c"));
    trial.apply(node("n"));
    trial.add(pod("d"));
    queue.activate(trial.info("a").pod());

    assertThat(trial.pool("a")).isEqualTo(Pool.ACTIVE);
    assertThat(trial.pool("b")).isEqualTo(Pool.BACKOFF);
  }

  @Test
  void activatingAnUnknownPodDoesNothing() {
    queue.activate(pod("unknown").build());

    assertThat(queue.sizes()).isEqualTo(new Sizes(0, 0, 0, 0));
  }

  @Test
  void updateOfAnUnschedulablePodThatMayHelpItBringsItBack() {
    var labels =
        new QueueTrial(
            Waiting.forPods(
                "labels",
                Set.of(ClusterAction.UPDATE_POD_LABEL),
                (pod, change, _) -> change.latest().key().equals(pod.key())));
    labels.rejected(pod("a"), "labels").rejected(pod("b"), "labels");
    labels.pass(Duration.ofSeconds(5));

    labels.update(pod("a").annotation("note", "x"));
    assertThat(labels.pool("a")).isEqualTo(Pool.UNSCHEDULABLE);
    labels.update(pod("a").label("app", "x"));

    assertThat(labels.pool("a")).isEqualTo(Pool.ACTIVE);
    assertThat(labels.pool("b")).isEqualTo(Pool.UNSCHEDULABLE);
  }

  @Test
  void updateOfAPodThatWasNeverSeenAddsIt() {
    var unseen = pod("a");
    trial.state.apply(new ObjectEvent.Applied(unseen.build()));

    trial.update(unseen.label("app", "x"));

    assertThat(trial.popAll()).containsExactly("a");
  }

  @Test
  void keepsCountOfAttemptsAndOfTheirTimes() {
    var start = trial.now;
    trial.rejected(pod("a"), "room");
    trial.pass(Duration.ofSeconds(5));
    trial.apply(node("n"));
    PendingPod again = trial.pop();

    assertThat(again.attempts()).isEqualTo(2);
    assertThat(again.firstActive()).isEqualTo(start);
    assertThat(again.enqueued()).isEqualTo(start);
    assertThat(again.rejectors()).isEqualTo(Rejectors.of("room"));
  }

  @Test
  void saysHowManyPodsAreWhere() {
    trial.rejected(pod("waits"), "rack");
    trial.add(pod("fails"));
    trial.fail(trial.pop());
    trial.add(pod("flies"));
    PendingPod flying = trial.pop();
    trial.add(pod("next"));

    assertThat(queue.sizes()).isEqualTo(new Sizes(1, 1, 1, 0));
    assertThat(queue.inFlight()).containsExactly(flying);
    assertThat(queue.waiting())
        .extracting(pod -> pod.pod().pod().name())
        .containsExactly("waits", "fails", "next");
  }
}
