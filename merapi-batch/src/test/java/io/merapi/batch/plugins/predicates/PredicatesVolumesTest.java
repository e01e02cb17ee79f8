package io.merapi.batch.plugins.predicates;

import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.VolumeBuilder.volume;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BindContext;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.storage.StorageClass;
import io.merapi.batch.plugins.predicates.PredicatesArgs.ShapePoint;
import io.merapi.batch.plugins.predicates.PredicatesArgs.VolumeBinding;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import io.merapi.testkit.VolumeBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Volumes are chosen together with the node, taken when it is chosen, and bound before the pod. */
class PredicatesVolumesTest {

  private static final ClusterObject LOCAL =
      new StorageClass(
          ObjectMeta.named("", "local"),
          "kubernetes.io/no-provisioner",
          Labels.EMPTY,
          "WaitForFirstConsumer",
          List.of());

  @Test
  void aVolumeThatATaskWasGivenIsNotThereForTheNext() {
    PredicatesStage stage = stage();
    assertThat(stage.fit("a", "n1")).isEqualTo(Fit.fits());
    Statement statement = stage.session().statement();
    statement.allocate(stage.task("a"), stage.node("n1"));

    assertThat(stage.assumedVolumes()).containsExactly("pv-n1");
    assertThat(stage.fit("b", "n1").reasons())
        .containsExactly("node(s) didn't find available persistent volumes to bind");

    statement.discard();
    assertThat(stage.assumedVolumes()).isEmpty();
    assertThat(stage.fit("b", "n1")).isEqualTo(Fit.fits());
  }

  @Test
  void volumesAreBoundBeforeThePod() {
    PredicatesStage stage = stage();
    BindContext.Step step = committed(stage);

    assertThat(now(step)).isEqualTo(Verdict.success());
    assertThat(stage.written).containsExactly("pv-n1");
  }

  @Test
  void volumesAreFreeAgainWhereTheBindingFails() {
    PredicatesStage stage = stage();
    BindContext.Step step = committed(stage);
    stage.refusal = "no";

    assertThat(now(step).isSuccess()).isFalse();
    step.rollBack();
    assertThat(stage.assumedVolumes()).isEmpty();
  }

  @Test
  void theStepOutlivesTheSession() {
    PredicatesStage stage = stage();
    BindContext.Step step = committed(stage);
    stage.session().close();
    stage.open();

    assertThat(stage.assumedVolumes()).containsExactly("pv-n1");
    assertThat(now(step)).isEqualTo(Verdict.success());
  }

  @Test
  void aTaskWithoutClaimsIsBoundAtOnce() {
    var stage =
        new PredicatesStage(
            node("n1").allocatable("pods", "10").build(), World.pending("a", "job").build());
    stage.fit("a", "n1");
    stage.session().statement().allocate(stage.task("a"), stage.node("n1"));
    var context = new BindContext();
    stage.plugin().prepareBind(stage.task("a"), context);

    assertThat(context.steps()).isEmpty();
  }

  @Test
  void aTaskThatIsOnlyPipelinedTakesNoVolumes() {
    PredicatesStage stage = stage();
    stage.fit("a", "n1");
    stage.session().statement().pipeline(stage.task("a"), stage.node("n1"), false);

    assertThat(stage.task("a").status()).isEqualTo(TaskStatus.PIPELINED);
    assertThat(stage.seenOn("n1")).containsExactly("a");
    assertThat(stage.assumedVolumes()).isEmpty();
  }

  @Test
  void aTaskThatIsNotHandedToBeBoundLeavesItsVolumesToTheNextSession() {
    PredicatesStage stage = stage();
    stage.fit("a", "n1");
    stage.session().statement().allocate(stage.task("a"), stage.node("n1"));
    stage.session().close();

    assertThat(stage.assumedVolumes()).isEmpty();
  }

  @Test
  void bindingMayTakeTenMinutesUnlessAnArgumentSaysOtherwise() {
    PredicatesStage byDefault = stage();
    now(committed(byDefault));
    PredicatesStage hasty = stage(with(new VolumeBinding(1, Duration.ofSeconds(30), List.of())));
    now(committed(hasty));

    assertThat(byDefault.patience).isEqualTo(Duration.ofMinutes(10));
    assertThat(hasty.patience).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void storageIsNotScoredWhileItsGateIsOff() {
    PredicatesStage stage = stage(with(new VolumeBinding(5, Duration.ZERO, List.of())));
    assertThat(scores(stage)).containsExactly(0, 0);
  }

  @Test
  void theWeightMultipliesTheScoreOfStorage() {
    // By default, little use is best: 5 of 10 Gi scores 50, 5 of 20 Gi scores 75.
    assertThat(scores(scoring(VolumeBinding.DEFAULTS))).containsExactly(50, 75);
    assertThat(scores(scoring(new VolumeBinding(3, Duration.ZERO, List.of()))))
        .containsExactly(150, 225);
    assertThat(scores(scoring(new VolumeBinding(0, Duration.ZERO, List.of()))))
        .containsExactly(0, 0);
  }

  @Test
  void theShapeSaysWhichUseOfStorageIsBest() {
    var fullest = List.of(new ShapePoint(0, 0), new ShapePoint(100, 10));
    assertThat(scores(scoring(new VolumeBinding(1, Duration.ZERO, fullest))))
        .containsExactly(50, 25);
  }

  private static PredicatesStage scoring(VolumeBinding volumes) {
    PredicatesStage stage = stage(with(volumes));
    stage.world().enabling(FeatureGate.STORAGE_CAPACITY_SCORING);
    return stage;
  }

  private static double[] scores(PredicatesStage stage) {
    stage.fit("a", "n1");
    stage.fit("a", "n2");
    return stage.plugin().scoreNodes(stage.task("a"), stage.session().nodes());
  }

  /** Task {@code a} on node {@code n1}, handed to be bound. */
  private static BindContext.Step committed(PredicatesStage stage) {
    stage.fit("a", "n1");
    stage.session().statement().allocate(stage.task("a"), stage.node("n1"));
    var context = new BindContext();
    stage.plugin().prepareBind(stage.task("a"), context);
    assertThat(context.steps()).hasSize(1);
    return context.steps().getFirst();
  }

  private static Verdict now(BindContext.Step step) {
    return step.preBind().toCompletableFuture().join();
  }

  private static PredicatesArgs with(VolumeBinding volumes) {
    return PredicatesStage.args(true, false, volumes, Duration.ofSeconds(10));
  }

  private static PredicatesStage stage() {
    return stage(PredicatesArgs.DEFAULTS);
  }

  /** Two nodes, each with one volume, and two tasks that want one. */
  private static PredicatesStage stage(PredicatesArgs args) {
    return new PredicatesStage(
        args,
        LOCAL,
        node("n1").allocatable("cpu", "8").allocatable("pods", "10").label("name", "n1").build(),
        node("n2").allocatable("cpu", "8").allocatable("pods", "10").label("name", "n2").build(),
        local("n1", "10Gi").build(),
        local("n2", "20Gi").build(),
        claim("first").ofClass("local").size("5Gi").build(),
        claim("second").ofClass("local").size("5Gi").build(),
        World.pending("a", "job").claim("first").build(),
        World.pending("b", "job").claim("second").build());
  }

  private static VolumeBuilder local(String nodeName, String size) {
    return volume("pv-" + nodeName)
        .ofClass("local")
        .size(size)
        .requiringNodes(
            new NodeSelectorTerm(
                List.of(new SelectorRequirement("name", "In", List.of(nodeName))), List.of()));
  }
}
