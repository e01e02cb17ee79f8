package io.merapi.remote.extender;

import static io.merapi.remote.extender.ExtenderBuilder.at;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.extenders.Extenders;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.placement.IncrementalPlacement;
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.NodeSampling;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.placement.PlacementOutcome.Failed;
import io.merapi.kube.placement.PlacementOutcome.Placed;
import io.merapi.kube.placement.PlacementOutcome.Unfit;
import io.merapi.kube.placement.TieBreak;
import io.merapi.kube.plugins.DefaultPlugins;
import io.merapi.kube.plugins.KubePlugins;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Extenders beside the default plugins, from a pod to its node. */
class ExtendedSchedulingTest {

  private final ExtenderServer server = ExtenderServer.http();
  private final ExtenderCluster cluster =
      new ExtenderCluster(
          node("small").allocatable("cpu", "2").allocatable("pods", "10").build(),
          node("left").allocatable("cpu", "8").allocatable("pods", "10").build(),
          node("right").allocatable("cpu", "8").allocatable("pods", "10").build());

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void theExtenderChoosesAmongNodesThatThePluginsAccept() throws Exception {
    server
        .answering("filter", "{\"NodeNames\":[\"left\",\"right\"]}")
        .answering("prioritize", "[{\"Host\":\"right\",\"Score\":10}]");
    HttpExtender extender = at(server.url()).nodeCacheCapable().weight(3).build();

    PlacementOutcome outcome = place(extender, pod("p").request("cpu", "4").build());

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Placed.class, placed -> assertThat(placed.node()).isEqualTo("right"));
    assertThat(server.questions())
        .allSatisfy(
            question -> assertThat(question).contains("\"NodeNames\":[\"left\",\"right\"]"));
  }

  @Test
  void theEventTellsWhatThePluginsAndTheExtenderSaid() throws Exception {
    server.answering(
        "filter", "{\"FailedNodes\":{\"left\":\"no GPU left\",\"right\":\"no GPU left\"}}");

    PlacementOutcome outcome =
        place(at(server.url()).build(), pod("p").request("cpu", "4").build());

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Unfit.class,
            unfit ->
                assertThat(unfit.error().message(""))
                    .isEqualTo("0/3 nodes are available: 1 Insufficient cpu, 2 no GPU left."));
  }

  @Test
  void aBrokenExtenderCostsOnlyThePodsThatItManages() throws Exception {
    server.on("filter", exchange -> ExtenderServer.answer(exchange, 500, "oops"));
    HttpExtender extender = at(server.url()).managing("example.com/gpu").build();

    assertThat(place(extender, pod("plain").request("cpu", "4").build()))
        .isInstanceOf(Placed.class);
    assertThat(server.questions()).isEmpty();
    assertThat(place(extender, pod("gpu").request("example.com/gpu", "0").build()))
        .isEqualTo(
            new Failed(
                "failed filter with extender at URL %s/filter, code 500".formatted(server.url())));
  }

  @Test
  void aBrokenExtenderThatMayBeIgnoredCostsNothing() throws Exception {
    server.on("filter", exchange -> ExtenderServer.answer(exchange, 500, "oops"));

    assertThat(place(at(server.url()).ignorable().build(), pod("p").request("cpu", "4").build()))
        .isInstanceOf(Placed.class);
  }

  private PlacementOutcome place(HttpExtender extender, Pod pod) {
    var profile =
        new SchedulingProfile(
            DefaultPlugins.profile(FeatureGates.DEFAULTS),
            KubePlugins.IN_TREE.factories(SchedulerParts.forQuestions()),
            new ProfileContext(
                new ResourceDictionary(), FeatureGates.DEFAULTS, InstantSource.system()),
            new Extenders(List.of(extender)),
            FanOut.NONE);
    var placement =
        new IncrementalPlacement(
            profile, NodeSampling.ALL_NODES, new NodeRotation(), new TieBreak(0));
    try (extender) {
      return placement.place(profile.attempt(cluster.pod(pod), cluster.view()), Nominations.NONE);
    }
  }
}
