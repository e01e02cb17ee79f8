package io.merapi.batch.plugins.predicates;

import static io.merapi.testkit.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.framework.Dependence;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PredicateCacheTest {

  private static final PredicatesArgs CACHING =
      PredicatesStage.args(
          true, true, PredicatesArgs.VolumeBinding.DEFAULTS, Duration.ofSeconds(10));

  private static final ClusterObject TAINTED =
      node("n1").allocatable("pods", "10").taint("own", "", "NoSchedule").build();

  @Test
  void theSecondPodOfATemplateIsRefusedByWhatWasSaidOfTheFirst() {
    var stage = new PredicatesStage(CACHING, TAINTED, of("t", "a").build(), of("t", "b").build());

    assertThat(stage.fit("a", "n1").reasons()).containsExactly("node(s) had untolerated taint(s)");
    Fit again = stage.fit("b", "n1");
    assertThat(again.reasons()).containsExactly("plugin equivalence cache predicates failed");
    assertThat(again.has(Fit.Code.ERROR)).isTrue();
  }

  @Test
  void whatIsRememberedCountsAlsoForAPodThatDiffers() {
    var stage =
        new PredicatesStage(
            CACHING, TAINTED, of("t", "a").tolerating("own").build(), of("t", "b").build());
    stage.fit("a", "n1");

    assertThat(stage.fit("b", "n1")).isEqualTo(Fit.fits());
  }

  @Test
  void podsOfOtherTemplatesAndOfNoneAreAskedAbout() {
    var stage =
        new PredicatesStage(
            CACHING,
            TAINTED,
            of("t", "a").build(),
            of("u", "b").build(),
            World.pending("c", "job").build(),
            World.pending("d", "job").build());
    stage.fit("a", "n1");
    stage.fit("c", "n1");

    assertThat(stage.fit("b", "n1").reasons()).containsExactly("node(s) had untolerated taint(s)");
    assertThat(stage.fit("d", "n1").reasons()).containsExactly("node(s) had untolerated taint(s)");
  }

  @Test
  void filtersThatLookAtPodsAreAlwaysAsked() {
    var stage =
        new PredicatesStage(
            CACHING,
            node("n1").allocatable("pods", "10").build(),
            of("t", "a").hostPort(80).build(),
            of("t", "b").hostPort(80).build());
    stage.fit("a", "n1");
    stage.session().statement().allocate(stage.task("a"), stage.node("n1"));

    assertThat(stage.fit("b", "n1").reasons())
        .containsExactly("node(s) didn't have free ports for the requested pod ports");
  }

  @Test
  void theCacheLastsForASession() {
    var stage = new PredicatesStage(CACHING, TAINTED, of("t", "a").build(), of("t", "b").build());
    stage.fit("a", "n1");
    stage.open();

    assertThat(stage.fit("b", "n1").reasons()).containsExactly("node(s) had untolerated taint(s)");
  }

  @Test
  void anAnswerThatMayBeRememberedIsToBeAskedForEveryTime() {
    var stage = new PredicatesStage(CACHING, TAINTED, of("t", "a").build());
    stage.fit("a", "n1");

    assertThat(stage.plugin().predicateDependence(stage.task("a"))).isEqualTo(Dependence.CLUSTER);
  }

  private static PodBuilder of(String template, String name) {
    return World.pending(name, "job").annotation("volcano.sh/template-uid", template);
  }
}
