package io.merapi.batch.regressions;

import static io.merapi.batch.actions.bundles.Gangs.HIGH;
import static io.merapi.batch.actions.bundles.Gangs.LOW;
import static io.merapi.batch.actions.bundles.Gangs.group;
import static io.merapi.batch.actions.bundles.Gangs.pipelined;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.batch.actions.bundles.GangEvictionArgs;
import io.merapi.batch.actions.bundles.Gangs;
import io.merapi.batch.actions.gangpreempt.GangPreempt;
import io.merapi.batch.actions.gangreclaim.GangReclaim;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.SchedulingSession;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Volcano 5984, 5994: ten pods that a job can spare are evicted where one was enough. */
class GangEvictionTrimsBundlesTest {

  private final Gangs gangs = new Gangs();

  @Test
  void preemptionEvictsTheOnePodThatIsEnough() {
    gangs.world().fixing(Fix.MINIMAL_EVICTIONS);
    elevenAgainstOne(new GangPreempt(GangEvictionArgs.DEFAULTS));
    assertThat(gangs.evicted()).containsExactly("low-0");
  }

  @Test
  void reclaimingEvictsTheOnePodThatIsEnough() {
    gangs.world().fixing(Fix.MINIMAL_EVICTIONS);
    elevenAgainstOne(new GangReclaim(GangEvictionArgs.DEFAULTS));
    assertThat(gangs.evicted()).containsExactly("low-0");
  }

  @Test
  void upstreamEvictsTheWholeBundle() {
    elevenAgainstOne(new GangPreempt(GangEvictionArgs.DEFAULTS));
    assertThat(gangs.evicted()).hasSize(10);
  }

  @Test
  void aBundleOfNoUseIsLeftOut() {
    gangs.world().fixing(Fix.MINIMAL_EVICTIONS);
    gangs.node("n1", "4").node("n2", "3");
    gangs.with(
        group("a", LOW, 1).build(), group("b", LOW, 1).build(), group("high", HIGH, 1).build());
    gangs.running("a", "2", "n1").running("b", "3", "n2").waiting("high", 1, "4");
    SchedulingSession session = gangs.run(new GangPreempt(GangEvictionArgs.DEFAULTS));
    assertThat(gangs.evicted()).as("b comes first, but a alone is enough").containsExactly("a-0");
    assertThat(pipelined(session)).containsEntry("high-0", "n1");
  }

  @Test
  void aJobThatCannotRunOnGoesAsAWhole() {
    gangs.world().fixing(Fix.MINIMAL_EVICTIONS);
    gangs.node("n1", "2").node("n2", "2");
    gangs.with(group("low", LOW, 2).build(), group("high", HIGH, 1).build());
    gangs.running("low", "2", "n1", "n2").waiting("high", 1, "2");
    gangs.run(new GangPreempt(GangEvictionArgs.DEFAULTS));
    assertThat(gangs.evicted()).containsExactly("low-0", "low-1");
  }

  /** A node of eleven cpus, full of pods of a job that needs one of them, and a pod that waits. */
  private void elevenAgainstOne(Action action) {
    gangs.node("n1", "11");
    boolean reclaims = action instanceof GangReclaim;
    gangs.with(
        queue("other").build(),
        group("low", LOW, 1).queue(reclaims ? "other" : "default").build(),
        group("high", HIGH, 1).build());
    gangs.running("low", "1", Collections.nCopies(11, "n1").toArray(String[]::new));
    gangs.waiting("high", 1, "1").run(action);
  }
}
