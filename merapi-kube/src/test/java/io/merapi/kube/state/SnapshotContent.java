package io.merapi.kube.state;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.HostPort;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.resource.ResourceAmounts;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All that a snapshot says, in a form that does not depend on the order of events: two snapshots of
 * equal clusters have equal content. Only numbers that history gives (indices of nodes, classes,
 * versions) are left out.
 */
record SnapshotContent(
    SortedSet<String> nodeNames,
    Map<String, NodeContent> nodes,
    Map<String, NodeContent> unseenNodes,
    SortedSet<String> nodesWithPodAffinity,
    SortedSet<String> nodesWithRequiredPodAntiAffinity,
    Map<String, SortedSet<String>> imageNodes,
    Map<String, SortedSet<String>> claimNodes,
    Map<String, Pod> pods,
    Map<String, Map<String, Pod>> podGroups,
    Map<ObjectKind, Map<String, ClusterObject>> objects) {

  static SnapshotContent of(ClusterContents contents) {
    var nodes = new TreeMap<String, NodeContent>();
    contents.forEachNode(node -> nodes.put(node.name(), NodeContent.of(node)));
    PodIndex pods = contents.podIndex();
    var groups = new TreeMap<String, Map<String, Pod>>();
    pods.groups()
        .forEach((key, members) ->
            groups.put(
                key, pods(visitor -> members.forEachValue(pod -> visitor.accept(pods.find(pod))))));
    var objects = new TreeMap<ObjectKind, Map<String, ClusterObject>>();
    for (ObjectKind kind : ObjectKind.values()) {
      if (kind != ObjectKind.POD && kind != ObjectKind.NODE) {
        var ofKind = new TreeMap<String, ClusterObject>();
        contents.objects(kind).forEach(ofKind::put);
        objects.put(kind, ofKind);
      }
    }
    var unseen = new TreeMap<String, NodeContent>();
    contents.nodeIndex().unseen().forEach((name, node) -> unseen.put(name, NodeContent.of(node)));
    var images = new TreeMap<String, SortedSet<String>>();
    contents
        .nodeIndex()
        .imageNodes()
        .forEach((image, holders) -> images.put(image, names(contents.nodeIndex().at(holders))));
    var claims = new TreeMap<String, SortedSet<String>>();
    contents
        .nodeIndex()
        .claimNodes()
        .forEach((claim, users) ->
            claims.put(claim, names(users.stream().map(contents.nodeIndex()::at).toList())));
    var indexed = new TreeSet<String>();
    contents.nodeIndex().indices().forEach((name, _) -> indexed.add(name));
    return new SnapshotContent(
        indexed,
        nodes,
        unseen,
        names(contents.nodesWithPodAffinity()),
        names(contents.nodesWithRequiredPodAntiAffinity()),
        images,
        claims,
        pods(contents.podIndex().all()::forEachValue),
        groups,
        objects);
  }

  private static SortedSet<String> names(List<NodeInfo> nodes) {
    return nodes.stream().map(NodeInfo::name).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Map<String, Pod> pods(Visits<PodInfo> source) {
    var pods = new TreeMap<String, Pod>();
    source.forEach(info -> pods.put(info.key(), info.pod()));
    return pods;
  }

  private interface Visits<T> {
    void forEach(Consumer<T> action);
  }

  /** What is known of one node. */
  record NodeContent(
      @Nullable Node node,
      Map<String, Pod> pods,
      SortedSet<String> podsWithAffinity,
      SortedSet<String> podsWithRequiredAntiAffinity,
      ResourceAmounts allocatable,
      ResourceAmounts requested,
      long nonZeroCpuMillis,
      long nonZeroMemoryBytes,
      List<HostPort> ports,
      Map<String, Integer> claimUses,
      List<String> images) {

    static NodeContent of(NodeInfo node) {
      return new NodeContent(
          node.node(),
          SnapshotContent.pods(node.pods()::forEach),
          keys(node.podsWithAffinity()),
          keys(node.podsWithRequiredAntiAffinity()),
          node.allocatable(),
          node.requested(),
          node.nonZeroCpuMillis(),
          node.nonZeroMemoryBytes(),
          node.usedPorts().taken().stream()
              .sorted(Comparator.comparing(HostPort::toString))
              .toList(),
          node.claimUses(),
          node.imageNames().stream().map(name -> name + " " + node.imageSizeBytes(name)).toList());
    }

    private static SortedSet<String> keys(List<PodInfo> pods) {
      return pods.stream().map(PodInfo::key).collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
