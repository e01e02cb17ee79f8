package io.merapi.sim;

import static io.merapi.sim.Manifests.GENERATOR;
import static io.merapi.sim.Manifests.GROUP;
import static io.merapi.sim.Manifests.HIGH;
import static io.merapi.sim.Manifests.IN_GROUP;
import static io.merapi.sim.Manifests.OWNED;
import static io.merapi.sim.Manifests.POOL;
import static io.merapi.sim.Manifests.RECLAIM;
import static io.merapi.sim.Manifests.RESTARTING;
import static io.merapi.sim.Manifests.SLOW;
import static io.merapi.sim.Manifests.VOLCANO;
import static io.merapi.sim.Manifests.budget;
import static io.merapi.sim.Manifests.deployment;
import static io.merapi.sim.Manifests.job;
import static io.merapi.sim.Manifests.kubernetesJob;
import static io.merapi.sim.Manifests.node;
import static io.merapi.sim.Manifests.pod;
import static io.merapi.sim.Manifests.queue;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Whole timelines that were worked out by hand; the comments have the arithmetic.
 *
 * <p>A pod that kube-scheduler places runs in the moment in which it comes, unless the cluster
 * takes its time. A batch session is held 5 ms after something has happened, or at once where work
 * waits and the last one is a second ago; a Volcano Job needs one session to be admitted to its
 * queue, which makes its pods, and one to be placed. A deleted pod that runs takes a second to end.
 */
class GoldenSimulationsTest {

  @Test
  void podsRunAsSoonAsThereIsRoom() {
    // a takes the whole node from 0 to 1h; b and c wait for it and then share the node:
    // b from 1h to 1h30m, c from 1h to 2h.
    assertThat(
            timeline(
                Scenario.kube(),
                node("one", 2)
                    + pod("a", "run-time: 1h", 2)
                    + pod("b", "arrival: 10m, run-time: 30m", 1)
                    + pod("c", "arrival: 20m, run-time: 1h", 1)))
        .isEqualTo(
            """
            0s a comes
            0s a runs on one
            10m0s b comes
            20m0s c comes
            1h0m0s a succeeded
            1h0m0s b runs on one
            1h0m0s c runs on one
            1h30m0s b succeeded
            2h0m0s c succeeded
            """);
  }

  @Test
  void aPreemptedPodTakesItsTimeToEndAndComesBack() {
    // high preempts low at 10m, low needs 30s to end, so that high runs from 10m30s to 30m30s.
    // The new low then runs for the whole hour: to 1h30m30s.
    assertThat(
            timeline(
                Scenario.kube(),
                node("one", 2)
                    + HIGH
                    + pod("low", "run-time: 1h, termination-time: 30s", 2, "", OWNED)
                    + pod(
                        "high", "arrival: 10m, run-time: 20m", 2, "priorityClassName: high,", "")))
        .isEqualTo(
            """
            0s low comes
            0s low runs on one
            10m0s high comes
            10m0s low has to go: preemption
            10m30s low is gone
            10m30s low comes
            10m30s high runs on one
            30m30s high succeeded
            30m30s low runs on one
            1h30m30s low succeeded
            """);
  }

  @Test
  void aPodThatFailsStartsAgainOnItsNode() {
    // a fails after 5m, waits 10s and runs its hour from the beginning: 5m10s + 1h = 1h5m10s.
    // It keeps its room all the time, so that b runs after it.
    assertThat(
            timeline(
                Scenario.kube(),
                node("one", 2)
                    + pod("a", "run-time: 1h, fails-after: 5m", 2)
                    + pod("b", "run-time: 1m", 2)))
        .isEqualTo(
            """
            0s a comes
            0s b comes
            0s a runs on one
            5m10s a runs anew on one
            1h5m10s a succeeded
            1h5m10s b runs on one
            1h6m10s b succeeded
            """);
  }

  @Test
  void aJobRunsSomeOfItsPodsAtATime() {
    // Three pods have to succeed, two run at a time, each for 10m.
    assertThat(
            timeline(
                Scenario.kube(),
                node("one", 2) + kubernetesJob("parallelism: 2, completions: 3,", "run-time: 10m")))
        .isEqualTo(
            """
            0s j-0 comes
            0s j-1 comes
            0s j-0 runs on one
            0s j-1 runs on one
            10m0s j-0 succeeded
            10m0s j-1 succeeded
            10m0s j-2 comes
            10m0s j-2 runs on one
            20m0s j-2 succeeded
            """);
  }

  @Test
  void aJobTriesAgainUntilItsLimit() {
    // Every pod fails after 3m. One failure is allowed, and a new pod comes 10s after it:
    // 3m + 10s = 3m10s; that one fails at 3m10s + 3m = 6m10s, and the job is over.
    assertThat(
            timeline(
                Scenario.kube(),
                node("one", 2)
                    + kubernetesJob("backoffLimit: 1,", "run-time: 10m, fails-after: 3m")))
        .isEqualTo(
            """
            0s j-0 comes
            0s j-0 runs on one
            3m0s j-0 failed
            3m10s j-1 comes
            3m10s j-1 runs on one
            6m10s j-1 failed
            """);
  }

  @Test
  void aDrainedNodeGivesItsPodsAway() {
    // Both pods run on one, for two comes at 10m only. The drain at 1h ends them within a second;
    // two has room for one of the new ones, the other waits until one is back at 1h + 30m.
    assertThat(
            timeline(
                Scenario.kube(),
                node("one", 2, "drains: 1h for 30m")
                    + node("two", 1, "arrival: 10m")
                    + deployment(2)))
        .isEqualTo(
            """
            0s web-rs-0 comes
            0s web-rs-1 comes
            0s web-rs-0 runs on one
            0s web-rs-1 runs on one
            1h0m0s one is unschedulable
            1h0m0s web-rs-0 has to go: drain
            1h0m0s web-rs-1 has to go: drain
            1h0m1s web-rs-0 is gone
            1h0m1s web-rs-0 comes
            1h0m1s web-rs-1 is gone
            1h0m1s web-rs-1 comes
            1h0m1s web-rs-0 runs on two
            1h30m0s one is back
            1h30m0s web-rs-1 runs on one
            """);
  }

  @Test
  void aDrainAsksTheBudgetOfPods() {
    // One of two pods has to run at all times. web-rs-0 goes at 1h; it is back at 1h0m1s, so that
    // the drain, which asks again every 5s, may take web-rs-1 at 1h0m5s.
    assertThat(
            timeline(
                Scenario.kube(),
                node("one", 2, "drains: 1h")
                    + node("two", 2, "arrival: 10m")
                    + deployment(2)
                    + budget("minAvailable: 1")))
        .isEqualTo(
            """
            0s web-rs-0 comes
            0s web-rs-1 comes
            0s web-rs-0 runs on one
            0s web-rs-1 runs on one
            1h0m0s one is unschedulable
            1h0m0s web-rs-0 has to go: drain
            1h0m1s web-rs-0 is gone
            1h0m1s web-rs-0 comes
            1h0m1s web-rs-0 runs on two
            1h0m5s web-rs-1 has to go: drain
            1h0m6s web-rs-1 is gone
            1h0m6s web-rs-1 comes
            1h0m6s web-rs-1 runs on two
            """);
  }

  @Test
  void aBudgetThatAllowsNothingHoldsADrainUp() {
    // Nobody may go, and after 30m the node takes pods again.
    assertThat(
            timeline(
                Scenario.kube(),
                node("one", 2, "drains: 1h for 30m") + deployment(2) + budget("maxUnavailable: 0")))
        .isEqualTo(
            """
            0s web-rs-0 comes
            0s web-rs-1 comes
            0s web-rs-0 runs on one
            0s web-rs-1 runs on one
            1h0m0s one is unschedulable
            1h30m0s one is back
            """);
  }

  @Test
  void whatIsCancelledLeavesWithAllThatBelongsToIt() {
    // The job is cancelled at 5m and its pods end within a second; the pod that waits behind it
    // is cancelled before it ever gets a node.
    assertThat(
            timeline(
                Scenario.batch(),
                node("one", 2)
                    + job("j", "0s, merapi.io/departure: 5m", 2, "1h", "")
                    + pod("waits", "arrival: 1m, departure: 3m", 1, VOLCANO, "")))
        .isEqualTo(
            """
            5ms j-t-0 comes
            5ms j-t-1 comes
            10ms j-t-0 runs on one
            10ms j-t-1 runs on one
            1m0s waits comes
            3m0s waits is gone
            5m0s j-t-0 has to go: deleted
            5m0s j-t-1 has to go: deleted
            5m1s j-t-0 is gone
            5m1s j-t-1 is gone
            """);
  }

  @Test
  void podsOfAFailedNodeAreReplacedWhenTheyAreGivenUp() {
    // The node fails at 10m, is found out after 40s, and its pods are given up 5m later, at 15m40s.
    // a has a controller that makes it anew, and runs its hour on two: to 1h15m40s. b has none.
    assertThat(
            timeline(
                Scenario.kube(),
                node("one", 2, "outages: 10m for 30m")
                    + node("two", 1, "arrival: 5m")
                    + pod("a", "run-time: 1h", 1, "", OWNED)
                    + pod("b", "run-time: 1h", 1)))
        .isEqualTo(
            """
            0s a comes
            0s b comes
            0s a runs on one
            0s b runs on one
            10m40s one is unreachable
            15m40s a is gone
            15m40s a comes
            15m40s b is gone
            15m40s a runs on two
            40m0s one is back
            1h15m40s a succeeded
            """);
  }

  @Test
  void podsBeginAnewOnANodeThatIsBackSoon() {
    // Back at 12m, before the pods are given up: the hour begins again, and ends at 1h12m.
    assertThat(
            timeline(
                Scenario.kube(),
                node("one", 2, "outages: 10m for 2m") + pod("a", "run-time: 1h", 1)))
        .isEqualTo(
            """
            0s a comes
            0s a runs on one
            10m40s one is unreachable
            12m0s one is back
            12m0s a runs anew on one
            1h12m0s a succeeded
            """);
  }

  @Test
  void podsOfANodeThatLeavesGoWithIt() {
    // two is there since 5m and takes the new a at once.
    assertThat(
            timeline(
                Scenario.kube(),
                node("one", 2, "departure: 10m")
                    + node("two", 2, "arrival: 5m")
                    + pod("a", "run-time: 1h", 1, "", OWNED)))
        .isEqualTo(
            """
            0s a comes
            0s a runs on one
            10m0s one leaves
            10m0s a is gone
            10m0s a comes
            10m0s a runs on two
            1h10m0s a succeeded
            """);
  }

  @Test
  void aClusterMayTakeItsTime() {
    // A decision takes 10ms, a binding 100ms, a start 5s: a is bound at 0.1s and runs from 5.1s on,
    // b 10ms later. c does not fit; it is decided again when a ends at 5.1s + 1m, is bound 0.1s
    // later
    // and runs 5s after that.
    assertThat(
            timeline(
                Scenario.kube(),
                node("one", 2)
                    + pod("a", "run-time: 1m", 1)
                    + pod("b", "run-time: 1m", 1)
                    + pod("c", "run-time: 1m", 1)
                    + SLOW))
        .isEqualTo(
            """
            0s a comes
            0s b comes
            0s c comes
            100ms a is bound to one
            110ms b is bound to one
            5.1s a runs on one
            5.11s b runs on one
            1m5.1s a succeeded
            1m5.11s b succeeded
            1m5.2s c is bound to one
            1m10.2s c runs on one
            2m10.2s c succeeded
            """);
  }

  @Test
  void aGangStartsAsAWhole() {
    // a is admitted at 5ms and placed at 10ms. b needs three CPUs of three and waits until a has
    // ended
    // at 1h0m0.01s; the last session is long ago, so that b is admitted at once, and placed 5ms
    // later.
    assertThat(
            timeline(
                Scenario.batch(),
                node("one", 2)
                    + node("two", 1)
                    + job("a", "0s", 2, "1h", "")
                    + job("b", "10m", 3, "1h", "")))
        .isEqualTo(
            """
            5ms a-t-0 comes
            5ms a-t-1 comes
            10ms a-t-0 runs on one
            10ms a-t-1 runs on one
            1h0m0.01s a-t-0 succeeded
            1h0m0.01s a-t-1 succeeded
            1h0m0.01s b-t-0 comes
            1h0m0.01s b-t-1 comes
            1h0m0.01s b-t-2 comes
            1h0m0.015s b-t-0 runs on one
            1h0m0.015s b-t-1 runs on one
            1h0m0.015s b-t-2 runs on two
            2h0m0.015s b-t-0 succeeded
            2h0m0.015s b-t-1 succeeded
            2h0m0.015s b-t-2 succeeded
            """);
  }

  @Test
  void aQueueTakesItsPartBack() {
    // Two queues of equal weight: each deserves two of four CPUs. q1 uses all until q2 comes at
    // 10m,
    // which is admitted 5ms later and evicts two pods in the next session. They take a second to
    // end;
    // the session a second after the last one places b, for 30m. The new pods of a follow when b
    // ends.
    assertThat(
            timeline(
                Scenario.batch(RECLAIM),
                queue("q1")
                    + queue("q2")
                    + node("one", 4)
                    + job("a", "0s", 4, "1h", "queue: q1, minAvailable: 1,")
                    + job("b", "10m", 2, "30m", "queue: q2,")))
        .isEqualTo(
            """
            5ms a-t-0 comes
            5ms a-t-1 comes
            5ms a-t-2 comes
            5ms a-t-3 comes
            10ms a-t-0 runs on one
            10ms a-t-1 runs on one
            10ms a-t-2 runs on one
            10ms a-t-3 runs on one
            10m0.005s b-t-0 comes
            10m0.005s b-t-1 comes
            10m0.01s a-t-2 has to go: reclaim
            10m0.01s a-t-1 has to go: reclaim
            10m1.01s a-t-2 is gone
            10m1.01s a-t-1 is gone
            10m1.01s a-t-2 comes
            10m1.01s a-t-1 comes
            10m1.01s b-t-0 runs on one
            10m1.01s b-t-1 runs on one
            40m1.01s b-t-0 succeeded
            40m1.01s b-t-1 succeeded
            40m1.01s a-t-1 runs on one
            40m1.01s a-t-2 runs on one
            1h0m0.01s a-t-0 succeeded
            1h0m0.01s a-t-3 succeeded
            1h40m1.01s a-t-1 succeeded
            1h40m1.01s a-t-2 succeeded
            """);
  }

  @Test
  void aVolcanoJobRestartsAsItsPolicySays() {
    // bad fails 10m after its start; the job restarts once (maxRetry 2) when good has ended a
    // second later: a session to be admitted, one to be placed. The second failure ends the job.
    assertThat(timeline(Scenario.batch(), node("one", 2) + RESTARTING))
        .isEqualTo(
            """
            5ms j-good-0 comes
            5ms j-bad-0 comes
            10ms j-good-0 runs on one
            10ms j-bad-0 runs on one
            10m0.01s j-bad-0 failed
            10m0.01s j-good-0 has to go: deleted
            10m1.01s j-good-0 is gone
            10m1.015s j-good-0 comes
            10m1.015s j-bad-0 comes
            10m1.02s j-good-0 runs on one
            10m1.02s j-bad-0 runs on one
            20m1.02s j-bad-0 failed
            20m1.02s j-good-0 has to go: deleted
            20m2.02s j-good-0 is gone
            """);
  }

  @Test
  void theGroupOfALostPodKeepsNobodyOut() {
    // The lone pod has no controller and goes with its node. Its group goes with it, or else the
    // gang, which needs the whole cluster, would not be admitted to the queue. Nothing waits when
    // the gang comes: it is admitted 5ms later, and placed 5ms after that.
    assertThat(
            timeline(
                Scenario.batch(),
                node("one", 2, "departure: 10m")
                    + node("two", 2, "arrival: 5m")
                    + pod("lone", "run-time: 1h", 1, VOLCANO, "")
                    + job("gang", "20m", 2, "1h", "")))
        .isEqualTo(
            """
            0s lone comes
            5ms lone runs on one
            10m0s one leaves
            10m0s lone is gone
            20m0.005s gang-t-0 comes
            20m0.005s gang-t-1 comes
            20m0.01s gang-t-0 runs on two
            20m0.01s gang-t-1 runs on two
            1h20m0.01s gang-t-0 succeeded
            1h20m0.01s gang-t-1 succeeded
            """);
  }

  @Test
  void podsOfAGroupWaitForTheirMinimum() {
    // The group needs two pods; the second comes at 5m.
    assertThat(
            timeline(
                Scenario.batch(),
                node("one", 2)
                    + GROUP
                    + pod("a", "run-time: 10m", 1, VOLCANO, IN_GROUP)
                    + pod("b", "arrival: 5m, run-time: 10m", 1, VOLCANO, IN_GROUP)))
        .isEqualTo(
            """
            0s a comes
            5m0s b comes
            5m0s a runs on one
            5m0s b runs on one
            15m0s a succeeded
            15m0s b succeeded
            """);
  }

  @Test
  void aGeneratorMakesJobsAtEqualDistances() {
    // Jobs come at 0, 10, 20 and 30m and run for 25m on two nodes of one CPU each:
    // the third waits for the first (25m), the fourth for the second (35m).
    assertThat(timeline(Scenario.kube(), POOL + GENERATOR))
        .isEqualTo(
            """
            0s load-0 comes
            0s load-0 runs on pool-1
            10m0s load-1 comes
            10m0s load-1 runs on pool-0
            20m0s load-2 comes
            25m0s load-0 succeeded
            25m0s load-2 runs on pool-1
            30m0s load-3 comes
            35m0s load-1 succeeded
            35m0s load-3 runs on pool-0
            50m0s load-2 succeeded
            1h0m0s load-3 succeeded
            """);
  }

  private static String timeline(Scenario scenario, String input) {
    var chronicle = new Chronicle();
    scenario.manifests(input).watch(chronicle).run();
    return String.join("\n", chronicle.lines()) + "\n";
  }
}
