package io.merapi.kube.placement;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.workload.Service;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.ScoreTable;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.placement.PlacementOutcome.Placed;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Changes that what is counted for a class must follow, and that random histories seldom bring. */
class FollowedCountsTest {

  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";

  private final PlacementSetup setup = PlacementSetup.of(1, 4);
  private final ResourceDictionary dictionary = new ResourceDictionary();
  private final ClusterState state =
      new ClusterState(dictionary, PodRequests.Rules.of(FeatureGates.DEFAULTS), PodClassReads.ALL);
  private final SchedulingProfile profile = setup.profile(dictionary);
  private final Placement reference = setup.reference(profile);
  private final IncrementalPlacement incremental = setup.incremental(profile);
  private int pods;

  @Test
  void nodeThatIsTaintedNoLongerCounts() {
    apply(machine("full").label(ZONE, "a").build());
    apply(machine("beside").label(ZONE, "a").build());
    apply(machine("other").label(ZONE, "b").build());
    apply(web().on("full").build());
    apply(web().on("full").build());
    assertThat(place(spread())).containsOnlyKeys("other");
    apply(machine("full").label(ZONE, "a").taint("dedicated", "", "NoSchedule").build());
    assertThat(place(spread())).containsOnlyKeys("beside", "other");
  }

  @Test
  void nodesWithoutZoneCountForTheNodeWhoseZoneHasNoName() {
    apply(new Service(ObjectMeta.named("default", "web"), Labels.of("app", "web")));
    apply(machine("nameless").label(ZONE, "").build());
    apply(machine("without").build());
    apply(machine("named").label(ZONE, "a").build());
    List<String> before = spreadScores(place(web()));
    apply(web().on("without").build());
    assertThat(spreadScores(place(web()))).isNotEqualTo(before);
  }

  private static NodeBuilder machine(String name) {
    return node(name).label(HOST, name).allocatable("cpu", "8").allocatable("pods", "110");
  }

  private PodBuilder web() {
    return pod("web-" + pods++).label("app", "web");
  }

  private PodBuilder spread() {
    return web().spread(spreadOver(ZONE).with("app", "web").nodeTaintsPolicy("Honor").build());
  }

  private void apply(ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
  }

  /** The scores of each node that fits, on which both ways of placing agree. */
  private SortedMap<String, List<String>> place(PodBuilder builder) {
    Pod pod = builder.build();
    apply(pod);
    Snapshot snapshot = state.snapshot();
    PodInfo info = requireNonNull(snapshot.pod(pod.key()));
    PlacementOutcome wanted =
        reference.place(profile.attempt(info, new SnapshotView(snapshot)), Nominations.NONE);
    PlacementOutcome found =
        incremental.placeInFull(
            profile.attempt(info, new SnapshotView(snapshot)), Nominations.NONE);
    assertThat(scores(found)).isEqualTo(scores(wanted));
    return scores(wanted);
  }

  private static SortedMap<String, List<String>> scores(PlacementOutcome outcome) {
    var scores = new TreeMap<String, List<String>>();
    if (outcome instanceof Placed placed) {
      ScoreTable table = placed.scores();
      if (table == null) {
        scores.put(placed.node(), List.of());
      }
      for (int node = 0; table != null && node < table.nodes().size(); node++) {
        var line = new ArrayList<String>();
        for (int plugin = 0; plugin < table.plugins().size(); plugin++) {
          line.add(table.plugins().get(plugin) + " " + table.weighted(node, plugin));
        }
        scores.put(table.nodes().get(node).name(), line);
      }
    }
    return scores;
  }

  private static List<String> spreadScores(SortedMap<String, List<String>> scores) {
    return scores.values().stream()
        .flatMap(List::stream)
        .filter(line -> line.startsWith("PodTopologySpread "))
        .toList();
  }
}
