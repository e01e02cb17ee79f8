package io.merapi.batch.kubeplugins;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Dependence;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.Predicate;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.placement.Placement;
import io.merapi.batch.placement.TaskPlacement;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.batch.session.NodeSampling;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.World;
import io.merapi.kube.framework.SchedulerParts;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tasks that go by counts over the cluster, where a sample of the nodes is enough. */
class CountedSampleTest {

  private static final int NODES = 400;

  @Test
  void nodesAreNotAskedBeforeASampleGetsToThem() {
    var curious = new Curious();
    SchedulingSession session =
        cluster()
            .tier(CountedSampleTest::predicates)
            .tier(_ -> curious)
            .options(SessionOptions.DEFAULTS.withSampling(new NodeSampling(1, 5, 5)))
            .open();
    TaskPlacement.Search search =
        TaskPlacement.of(session, false).within(session.hyperNodes().top());

    place(session, search, "first");
    // A twentieth, and the one too many that ends a search.
    assertThat(curious.asked).hasSize(NODES / 20 + 1);
    place(session, search, "second");
    assertThat(curious.asked).hasSize(2 * (NODES / 20 + 1));
  }

  private static World cluster() {
    var world = new World(podGroup("job").build());
    for (int i = 0; i < NODES; i++) {
      world.with(
          node("n" + i)
              .label("kubernetes.io/hostname", "n" + i)
              .allocatable("cpu", "8")
              .allocatable("pods", "9")
              .build());
    }
    for (String name : new String[] {"first", "second"}) {
      world.with(World.pending(name, "job").label("app", "a").awayFrom("app", "a").build());
    }
    return world;
  }

  private static BatchPlugin predicates(Session session) {
    return Objects.requireNonNull(
        BatchPlugins.IN_TREE
            .factory(SchedulerParts.forQuestions(), null)
            .make(
                InTreePlugins.named("predicates").orElseThrow().byDefault(),
                (SchedulingSession) session));
  }

  private static void place(SchedulingSession session, TaskPlacement.Search search, String name) {
    TaskState task =
        session.jobs().stream()
            .flatMap(job -> job.tasks().stream())
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow();
    if (!(search.place(task) instanceof Placement.OnNode(var node))) {
      throw new AssertionError("no node for " + name);
    }
    session.statement().allocate(task, node);
  }

  /** Lets tasks in everywhere, and remembers where it was asked. */
  private static final class Curious implements Predicate {

    private final Set<String> asked = new HashSet<>();

    @Override
    public String name() {
      return "curious";
    }

    @Override
    public Fit predicate(Task task, SessionNode node) {
      asked.add(node.name());
      return Fit.fits();
    }

    @Override
    public Dependence predicateDependence(Task task) {
      return Dependence.NODE;
    }
  }
}
