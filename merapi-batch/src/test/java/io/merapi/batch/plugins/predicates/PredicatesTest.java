package io.merapi.batch.plugins.predicates;

import static io.merapi.testkit.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.framework.Dependence;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredicatesTest {

  private static final PredicatesArgs ALL_OFF =
      PredicatesStage.args(
          false, false, PredicatesArgs.VolumeBinding.DEFAULTS, Duration.ofSeconds(10));

  private static final String HOST = "kubernetes.io/hostname";

  @Test
  void aNodeWithSeveralReasonsAgainstATaskShowsThemAll() {
    var stage =
        new PredicatesStage(
            machine("n1").allocatable("pods", "1").build(),
            running("web").label("app", "web").hostPort(80).build(),
            waiting("new").hostPort(80).awayFrom("app", "web").build());

    Fit fit = stage.fit("new", "n1");

    assertThat(fit.reasons())
        .containsExactly(
            "node(s) pod number exceeded",
            "node(s) didn't have free ports for the requested pod ports",
            "node(s) didn't match pod anti-affinity rules");
    assertThat(codes(fit)).containsOnly(Fit.Code.UNSCHEDULABLE);
  }

  @Test
  void nothingIsAskedAfterAReasonThatNoEvictionLifts() {
    var stage =
        new PredicatesStage(
            machine("n1").allocatable("pods", "1").unschedulable().build(),
            running("web").hostPort(80).build(),
            waiting("new").hostPort(80).nodeSelector("disk", "ssd").build());

    Fit fit = stage.fit("new", "n1");

    assertThat(fit.reasons())
        .containsExactly("node(s) pod number exceeded", "node(s) were unschedulable");
    assertThat(codes(fit))
        .containsExactly(Fit.Code.UNSCHEDULABLE, Fit.Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
  }

  @Test
  void filtersOfTheNodeItselfAreAskedBeforeAllOthers() {
    var stage =
        new PredicatesStage(
            machine("n1").taint("own", "", "NoSchedule").build(),
            running("web").hostPort(80).build(),
            waiting("new").hostPort(80).build());

    assertThat(stage.fit("new", "n1").reasons())
        .containsExactly("node(s) had untolerated taint(s)");
  }

  @Test
  void aFilterThatIsSwitchedOffHasNothingAgainstANode() {
    ClusterObject[] objects = {
      machine("n1").taint("own", "", "NoSchedule").build(),
      running("web").label("app", "web").hostPort(80).build(),
      waiting("new")
          .hostPort(80)
          .nodeSelector("disk", "ssd")
          .awayFrom("app", "web")
          .spreadOverZones("app", "web")
          .build()
    };

    assertThat(new PredicatesStage(objects).fit("new", "n1").isSuccess()).isFalse();
    assertThat(new PredicatesStage(ALL_OFF, objects).fit("new", "n1")).isEqualTo(Fit.fits());
  }

  @Test
  void aNodeThatIsUnschedulableAndTheNumberOfPodsAlwaysCount() {
    var stage =
        new PredicatesStage(
            ALL_OFF,
            machine("n1").unschedulable().build(),
            machine("n2").allocatable("pods", "0").build(),
            waiting("new").build());

    assertThat(stage.fit("new", "n1").reasons()).containsExactly("node(s) were unschedulable");
    assertThat(stage.fit("new", "n2").reasons()).containsExactly("node(s) pod number exceeded");
  }

  @Test
  void aTaskThatFitsNowhereIsToldByWhichPlugin() {
    var stage = new PredicatesStage(machine("n1").build(), waiting("new").claim("data").build());

    assertThat(stage.fit("new", "n1"))
        .isEqualTo(
            Fit.error(
                "plugin VolumeZone pre-predicates failed persistentvolumeclaim \"data\" not"
                    + " found"));
  }

  @Test
  void whatWasPlacedInTheSessionCountsForTheNextTask() {
    var stage =
        new PredicatesStage(
            machine("n1").build(),
            waiting("a").hostPort(80).build(),
            waiting("b").hostPort(80).build());
    assertThat(stage.fit("a", "n1")).isEqualTo(Fit.fits());
    Statement statement = stage.session().statement();
    statement.allocate(stage.task("a"), stage.node("n1"));

    assertThat(stage.fit("b", "n1").isSuccess()).isFalse();
    assertThat(stage.seenOn("n1")).containsExactly("a");

    statement.discard();
    assertThat(stage.fit("b", "n1")).isEqualTo(Fit.fits());
    assertThat(stage.seenOn("n1")).isEmpty();
  }

  @Test
  void aTaskThatIsToBeEvictedIsNoLongerSeenOnItsNode() {
    var stage = new PredicatesStage(machine("n1").build(), running("a").build());
    stage.session().statement().evict(stage.task("a"), "test");

    assertThat(stage.seenOn("n1")).isEmpty();
  }

  @Test
  void aTaskWhoseEvictionIsTakenBackIsNotSeenAgainAsInUpstream() {
    var stage = new PredicatesStage(machine("n1").build(), running("a").build());
    Statement statement = stage.session().statement();
    statement.evict(stage.task("a"), "test");
    statement.discard();

    assertThat(stage.seenOn("n1")).isEmpty();
  }

  @Test
  void aFilterThatHadNoPartInATaskStaysOutForTheRestOfTheSession() {
    var stage =
        new PredicatesStage(
            machine("n1").build(),
            machine("n2").build(),
            running("old").awayFrom("no", "one").build(),
            waiting("a").awayFrom("app", "b").build(),
            waiting("b").label("app", "b").build(),
            waiting("late").label("app", "b").build());
    assertThat(stage.fit("b", "n1")).isEqualTo(Fit.fits());
    assertThat(stage.fit("a", "n1")).isEqualTo(Fit.fits());
    stage.session().statement().allocate(stage.task("a"), stage.node("n1"));

    assertThat(stage.fit("b", "n1")).isEqualTo(Fit.fits());
    assertThat(stage.fit("late", "n1").reasons())
        .containsExactly("node(s) didn't satisfy existing pods anti-affinity rules");
  }

  @Test
  void anAnswerDependsOnTheNodeAloneUnlessAFilterThatHasAPartSaysOtherwise() {
    var stage =
        new PredicatesStage(
            machine("n1").build(),
            waiting("plain").build(),
            waiting("shy").awayFrom("app", "web").build());
    stage.fit("plain", "n1");
    stage.fit("shy", "n1");

    assertThat(stage.plugin().predicateDependence(stage.task("plain"))).isEqualTo(Dependence.NODE);
    assertThat(stage.plugin().predicateDependence(stage.task("shy"))).isEqualTo(Dependence.COUNTS);
  }

  @Test
  void pluginsThatHaveNoPartInATaskDoNotScore() {
    var stage = new PredicatesStage(machine("n1").build(), waiting("new").build());
    stage.fit("new", "n1");

    assertThat(stage.plugin().scoreNodes(stage.task("new"), stage.session().nodes()))
        .containsExactly(0);
    assertThat(stage.plugin().scoreParts(stage.task("new"))).hasValue(List.of());
  }

  private static List<Fit.Code> codes(Fit fit) {
    return fit.statuses().stream().map(Fit.Status::code).toList();
  }

  private static NodeBuilder machine(String name) {
    return node(name).allocatable("cpu", "8").allocatable("pods", "10").label(HOST, name);
  }

  private static PodBuilder waiting(String name) {
    return World.pending(name, "job");
  }

  private static PodBuilder running(String name) {
    return World.running(name, "job", "n1");
  }
}
