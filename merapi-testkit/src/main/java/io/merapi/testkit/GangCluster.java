package io.merapi.testkit;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * A large cluster at work: equal nodes in zones, full of the pods of gangs.
 *
 * @param nodes how many nodes there are
 * @param pods how many pods there are; pod {@code i} runs on node {@code i % nodes}
 * @param gangSize how many pods make a gang, and share a spec
 */
public record GangCluster(int nodes, int pods, int gangSize) {

  private static final int ZONES = 3;
  private static final int SHAPES = 8;

  /** All objects, nodes first. */
  public List<ClusterObject> objects() {
    var objects = new ArrayList<ClusterObject>(nodes + pods);
    for (int i = 0; i < nodes; i++) {
      objects.add(nodeAt(i));
    }
    PodSpec[] specs = new PodSpec[SHAPES];
    for (int i = 0; i < SHAPES; i++) {
      specs[i] = spec(i);
    }
    for (int i = 0; i < pods; i++) {
      objects.add(podAt(i, specs[i / gangSize % SHAPES], PodPhase.RUNNING, "node-" + i % nodes));
    }
    return objects;
  }

  public Node nodeAt(int index) {
    return node("node-" + index)
        .label("kubernetes.io/hostname", "node-" + index)
        .label("topology.kubernetes.io/zone", "zone-" + index % ZONES)
        .allocatable("cpu", "64")
        .allocatable("memory", "256Gi")
        .allocatable("pods", "110")
        .allocatable("nvidia.com/gpu", "8")
        .image(500_000_000, "example.com/trainer:1", "example.com/trainer@sha256:1")
        .image(90_000_000, "example.com/sidecar:" + index % 10)
        .build();
  }

  /** A pod of its gang, with a phase and a node of the caller's choice; empty for none. */
  public Pod podAt(int index, PodPhase phase, String nodeName) {
    return podAt(index, spec(index / gangSize % SHAPES), phase, nodeName);
  }

  private Pod podAt(int index, PodSpec spec, PodPhase phase, String nodeName) {
    int gang = index / gangSize;
    return pod("job-" + gang + "-worker-" + index % gangSize)
        .namespace("team-" + gang % 10)
        .uid("uid-" + index)
        .label("app", "trainer")
        .label("volcano.sh/job-name", "job-" + gang)
        .label("volcano.sh/task-index", "" + index % gangSize)
        .annotation("volcano.sh/task-spec", "worker")
        .group("job-" + gang)
        .phase(phase)
        .on(nodeName)
        .build(spec);
  }

  private static PodSpec spec(int shape) {
    return pod("template")
        .priority(shape)
        .request("cpu", (shape + 1) * 250 + "m")
        .request("memory", (shape + 1) + "Gi")
        .tolerating("dedicated")
        .spec();
  }
}
