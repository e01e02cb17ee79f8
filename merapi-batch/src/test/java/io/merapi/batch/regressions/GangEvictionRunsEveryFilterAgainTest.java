package io.merapi.batch.regressions;

import static io.merapi.batch.actions.bundles.Gangs.HIGH;
import static io.merapi.batch.actions.bundles.Gangs.LOW;
import static io.merapi.batch.actions.bundles.Gangs.group;
import static io.merapi.batch.actions.bundles.Gangs.pipelined;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.api.framework.Reason;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.Predicate;
import io.merapi.batch.actions.bundles.GangEvictionArgs;
import io.merapi.batch.actions.bundles.Gangs;
import io.merapi.batch.actions.gangpreempt.GangPreempt;
import io.merapi.batch.session.SchedulingSession;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Volcano 4926: eviction stops when the quantity suffices though another filter still fails. */
class GangEvictionRunsEveryFilterAgainTest {

  private final Gangs gangs = new Gangs();

  @Test
  void evictionGoesOnUntilTheFilterAcceptsToo() {
    gangs.world().fixing(Fix.REFILTER_AFTER_EACH_VICTIM);
    SchedulingSession session = run();
    assertThat(gangs.evicted()).containsExactly("b-0", "a-0");
    assertThat(pipelined(session)).isEqualTo(Map.of("high-0", "n1"));
  }

  @Test
  void upstreamStopsAsSoonAsTheQuantitySuffices() {
    run();
    assertThat(gangs.evicted()).containsExactly("b-0");
  }

  /** The pod of {@code b} holds what is wanted, that of {@code a} what must not be near. */
  private SchedulingSession run() {
    gangs.world().tier(_ -> new NotBeside("a-0"));
    gangs.node("n1", "3");
    gangs.with(
        group("a", LOW, 1).build(), group("b", LOW, 1).build(), group("high", HIGH, 1).build());
    gangs.running("a", "1", "n1").running("b", "2", "n1").waiting("high", 1, "2");
    return gangs.run(new GangPreempt(GangEvictionArgs.DEFAULTS));
  }

  /** Keeps tasks off nodes where some pod is and stays. */
  private record NotBeside(String podName) implements Predicate {

    @Override
    public String name() {
      return "not-beside";
    }

    @Override
    public Fit predicate(Task task, SessionNode node) {
      boolean there =
          node.tasks().stream()
              .filter(other -> other.status() != TaskStatus.RELEASING)
              .anyMatch(other -> other.name().equals(podName));
      return there ? Fit.unschedulable(Reason.of("Beside", "not beside")) : Fit.fits();
    }
  }
}
