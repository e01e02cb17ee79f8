package io.merapi.batch.actions.backfill;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.framework.Reason;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.PrePredicate;
import io.merapi.api.session.extension.Predicate;
import io.merapi.batch.job.JobState;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BackfillTest {

  private final World world =
      new World(node("full").build(), node("better").build())
          .tier(Gang::new)
          .tier(_ -> new Opinions());

  @Test
  void aTaskThatAsksForNothingGoesToTheBestNodeHoweverFull() {
    world.with(podGroup("job").phase(PodGroupPhase.INQUEUE).build(), idle("a").build());
    run();
    assertThat(world.effects().calls()).containsExactly("bind a to better {}");
  }

  @Test
  void othersAndGatedOnesAreLeftAlone() {
    world.with(
        podGroup("job").phase(PodGroupPhase.INQUEUE).build(),
        World.pending("hungry", "job").build(),
        idle("gated").schedulingGate("example.com/wait").build());
    run();
    assertThat(world.effects().calls()).isEmpty();
  }

  @Test
  void jobsThatAreNotAdmittedOrNotValidAreLeftAlone() {
    world.with(
        podGroup("waits").build(),
        idle("a", "waits").build(),
        podGroup("small").minMember(2).phase(PodGroupPhase.INQUEUE).build(),
        idle("b", "small").build());
    run();
    assertThat(world.effects().calls()).isEmpty();
  }

  @Test
  void aPlaceIsKeptWithoutBindingWhileTheJobIsNotReady() {
    world.with(
        podGroup("job").minMember(2).phase(PodGroupPhase.INQUEUE).build(),
        World.pending("hungry", "job").build(),
        idle("a").build());
    SchedulingSession session = run();
    assertThat(world.effects().calls()).isEmpty();
    assertThat(job(session).tasks())
        .extracting(Objects::toString)
        .contains("default/a ALLOCATED on better");
  }

  @Test
  void aTaskThatWasPipelinedNeedNotWait() {
    world.with(podGroup("job").phase(PodGroupPhase.INQUEUE).build(), idle("a").build());
    SchedulingSession session = world.open();
    session
        .statement()
        .pipeline(job(session).tasks().getFirst(), session.nodes().getFirst(), false);
    new Backfill().execute(session);
    assertThat(world.effects().calls()).containsExactly("bind a to better {}");
  }

  @Test
  void whatNodesHaveAgainstATaskIsKept() {
    world.with(
        podGroup("job").phase(PodGroupPhase.INQUEUE).build(),
        idle("unloved").build(),
        idle("impossible").build());
    SchedulingSession session = run();
    assertThat(reasons(session, "unloved")).isEqualTo("0/2 nodes are unavailable: 2 not here.");
    assertThat(reasons(session, "impossible")).isEqualTo("0/2 nodes are unavailable: 2 nowhere.");
  }

  @Test
  void aPluginThatThrowsCostsOneTask() {
    world.with(
        podGroup("job").phase(PodGroupPhase.INQUEUE).build(),
        idle("broken").build(),
        idle("whole").build());
    SchedulingSession session = run();
    assertThat(world.effects().calls()).containsExactly("bind whole to better {}");
    assertThat(session.failures().all()).hasSize(1);
  }

  private static PodBuilder idle(String name) {
    return idle(name, "job");
  }

  private static PodBuilder idle(String name, String group) {
    return World.pending(name, group).request("cpu", "0");
  }

  private SchedulingSession run() {
    SchedulingSession session = world.open();
    new Backfill().execute(session);
    return session;
  }

  private static JobState job(SchedulingSession session) {
    return Objects.requireNonNull(session.job("default/job"));
  }

  private static String reasons(SchedulingSession session, String task) {
    JobState job = job(session);
    return job.tasks().stream()
        .filter(one -> one.name().equals(task))
        .map(one -> Objects.toString(job.fitErrors().of(one)))
        .findFirst()
        .orElseThrow();
  }

  /** Likes one node better, and knows some tasks by name. */
  private static final class Opinions implements PrePredicate, Predicate, NodeOrder {

    @Override
    public String name() {
      return "opinions";
    }

    @Override
    public Fit prePredicate(Task task) {
      if (task.name().equals("broken")) {
        throw new IllegalStateException("no opinion");
      }
      return task.name().equals("impossible")
          ? Fit.unresolvable(Reason.of("Nowhere", "nowhere"))
          : Fit.fits();
    }

    @Override
    public Fit predicate(Task task, SessionNode node) {
      return task.name().equals("unloved")
          ? Fit.unschedulable(Reason.of("NotHere", "not here"))
          : Fit.fits();
    }

    @Override
    public double scoreNode(Task task, SessionNode node) {
      return node.name().equals("better") ? 1 : 0;
    }
  }
}
