package io.merapi.explain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.batch.node.NodeTotals;
import io.merapi.batch.task.AttachedVolumes;
import io.merapi.batch.task.TaskRequests;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import io.merapi.testkit.GoldenVectors;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Objects → state → node totals, held to what the real Volcano counted in every recorded session.
 */
class NodeTotalsTest {

  private static final double RELATIVE = 1e-6;

  private int compared;

  @Test
  void nodesAddUpAsVolcanoCountsThem() {
    var differences = new ArrayList<String>();
    GoldenVectors.BATCH.forEach((name, json) -> {
      GoldenCase golden = GoldenCase.read(name, "", new String(json, StandardCharsets.UTF_8));
      Object session = golden.expect().get("session");
      if (session instanceof Map<?, ?> map && map.get("nodes") instanceof Map<?, ?> nodes) {
        compare(name, golden, nodes, differences);
      }
    });
    assertThat(compared).as("nodes compared").isGreaterThan(4000);
    assertThat(differences).isEmpty();
  }

  private void compare(
      String name, GoldenCase golden, Map<?, ?> expected, List<String> differences) {
    var state =
        new ClusterState(new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.ALL);
    golden.objects().forEach(object -> state.apply(new ObjectEvent.Applied(object)));
    Snapshot snapshot = state.snapshot();
    var volumes = new AttachedVolumes(snapshot, Set.of());
    var requests = new TaskRequests(snapshot, PodRequests.Rules.DEFAULT, Set.of(), volumes);
    var found = new TreeMap<String, NodeTotals>();
    snapshot.forEachNode((NodeInfo node) ->
        found.put(node.name(), NodeTotals.of(node, requests, volumes, Set.of())));
    if (!found.keySet().equals(expected.keySet())) {
      differences.add("%s: nodes %s, not %s".formatted(name, found.keySet(), expected.keySet()));
      return;
    }
    found.forEach((node, totals) -> {
      compared++;
      Map<?, ?> recorded = Objects.requireNonNull((Map<?, ?>) expected.get(node));
      compare(name + " " + node + " allocatable", totals.allocatable(), recorded, differences);
      compare(name + " " + node + " idle", totals.idle(), recorded, differences);
      compare(name + " " + node + " used", totals.used(), recorded, differences);
      compare(name + " " + node + " releasing", totals.releasing(), recorded, differences);
      compare(
          name + " " + node + " oversubscription",
          totals.oversubscription(),
          recorded,
          differences);
    });
  }

  private static void compare(
      String place, Resources found, Map<?, ?> recorded, List<String> differences) {
    String attribute = place.substring(place.lastIndexOf(' ') + 1);
    Map<?, ?> amounts = recorded.get(attribute) instanceof Map<?, ?> map ? map : Map.of();
    ResourceDictionary dictionary = found.dictionary();
    var names = new LinkedHashSet<String>();
    amounts.keySet().forEach(key -> names.add((String) key));
    for (int id = 0; id < dictionary.size(); id++) {
      names.add(dictionary.name(id));
    }
    for (String resource : names) {
      double expected = number(amounts.get(resource));
      int id = dictionary.find(resource);
      double amount = id < 0 ? 0 : found.get(id);
      if (Math.abs(expected - amount) > RELATIVE * Math.max(1e-3, Math.abs(expected))) {
        differences.add("%s %s: %s, not %s".formatted(place, resource, amount, expected));
      }
    }
  }

  private static double number(@Nullable Object value) {
    return value instanceof Number number ? number.doubleValue() : 0;
  }
}
