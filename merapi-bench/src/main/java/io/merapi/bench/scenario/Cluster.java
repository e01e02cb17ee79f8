package io.merapi.bench.scenario;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;

import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodSpec;
import io.merapi.testkit.PodBuilder;
import java.time.Instant;

/** The nodes and pods of which all scenarios are made. */
final class Cluster {

  /** When everything begins. */
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  static final String ZONE = "topology.kubernetes.io/zone";
  static final String HOST = "kubernetes.io/hostname";
  static final int NODE_CPU = 32;

  private static final int ZONES = 3;

  private Cluster() {}

  /** A node of 32 CPUs, 256 GiB and room for 110 pods, in one of three zones. */
  static Node nodeAt(int index) {
    String name = nodeName(index);
    return node(name)
        .label(HOST, name)
        .label(ZONE, "zone-" + index % ZONES)
        .allocatable("cpu", "" + NODE_CPU)
        .allocatable("memory", "256Gi")
        .allocatable("pods", "110")
        .build();
  }

  static String nodeName(int index) {
    return "node-" + index;
  }

  /** What a pod asks for; finished with {@link PodBuilder#spec}, to be shared by many pods. */
  static PodBuilder asking(int cpuMillis, int memoryMebibytes) {
    return pod("template")
        .priority(0)
        .request("cpu", cpuMillis + "m")
        .request("memory", memoryMebibytes + "Mi");
  }

  /** A pod that waits. */
  static Pod waiting(PodBuilder named, PodSpec spec) {
    return named.created(START).phase(PodPhase.PENDING).build(spec);
  }

  /** A pod that runs on a node. */
  static Pod running(PodBuilder named, PodSpec spec, String nodeName) {
    return named.created(START).started(START).phase(PodPhase.RUNNING).on(nodeName).build(spec);
  }

  /** The builder of a pod with a name and a uid of its own. */
  static PodBuilder named(String name) {
    return pod(name).uid("uid-" + name);
  }
}
