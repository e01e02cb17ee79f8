package io.merapi.testkit;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectEvent.Applied;
import io.merapi.api.cluster.ObjectEvent.Deleted;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random objects and events of a small cluster, all from one seed.
 *
 * <p>Names are drawn from small sets, so that events meet: pods come before their nodes, move,
 * return under a new uid, end, are told twice or deleted without ever having been.
 */
public final class RandomCluster {

  private static final List<String> LABEL_KEYS =
      List.of("app", "tier", "zone", "index", "team", "stage", "release", "owner");
  private static final List<ObjectKind> SELECTING =
      List.of(ObjectKind.SERVICE, ObjectKind.POD_DISRUPTION_BUDGET, ObjectKind.REPLICA_SET);

  private final SplittableRandom random;
  private final int nodeNames;
  private final int podNames;
  private int resourceVersion;

  /**
   * A source of objects and events that depends on nothing but its parameters.
   *
   * @param nodeNames how many names of nodes there are
   * @param podNames how many names of pods there are
   */
  public RandomCluster(long seed, int nodeNames, int podNames) {
    this.random = new SplittableRandom(seed);
    this.nodeNames = nodeNames;
    this.podNames = podNames;
  }

  /** A sequence of events in which some are told again, later and out of order. */
  public List<ObjectEvent> events(int count) {
    var events = new ArrayList<ObjectEvent>(count);
    while (events.size() < count) {
      if (!events.isEmpty() && random.nextInt(8) == 0) {
        int back = 1 + random.nextInt(Math.min(events.size(), 10));
        events.add(events.get(events.size() - back));
      } else {
        events.add(event());
      }
    }
    return events;
  }

  public ObjectEvent event() {
    ClusterObject object =
        switch (random.nextInt(10)) {
          case 0, 1 -> randomNode();
          case 2 -> randomSelecting();
          default -> randomPod();
        };
    return random.nextInt(4) == 0 ? new Deleted(object) : new Applied(object);
  }

  public Node randomNode() {
    NodeBuilder node =
        node("node-" + random.nextInt(nodeNames))
            .resourceVersion("" + resourceVersion++)
            .allocatable("cpu", random.nextInt(1, 5) * 4 + "")
            .allocatable("memory", random.nextInt(1, 5) * 8 + "Gi")
            .allocatable("pods", "110");
    if (random.nextBoolean()) {
      node.label("zone", "zone-" + random.nextInt(3));
    }
    if (random.nextInt(4) == 0) {
      node.taint("dedicated", "batch", "NoSchedule");
    }
    if (random.nextInt(4) == 0) {
      node.allocatable("example.com/gpu", "8");
    }
    for (int image = 0; image < 3; image++) {
      if (random.nextBoolean()) {
        node.image(random.nextInt(1, 100), "image-" + image, "example.com/image-" + image);
      }
    }
    return node.build();
  }

  public SelectingObject randomSelecting() {
    ObjectKind kind = SELECTING.get(random.nextInt(SELECTING.size()));
    String[] keys = random.nextBoolean() ? new String[] {labelKey()} : new String[0];
    return SelectingObject.of(kind, "object-" + random.nextInt(3), keys);
  }

  public Pod randomPod() {
    PodBuilder pod =
        pod("pod-" + random.nextInt(podNames))
            .namespace(random.nextInt(4) == 0 ? "other" : "default")
            .uid("uid-" + random.nextInt(2))
            .resourceVersion("" + resourceVersion++)
            .phase(phase())
            .request("cpu", random.nextInt(3) * 500 + "m");
    if (random.nextInt(3) > 0) {
      pod.on("node-" + random.nextInt(nodeNames));
    }
    // Few labels, so that pods are often alike but for one.
    for (int i = random.nextInt(3); i > 0; i--) {
      pod.label(labelKey(), "v" + random.nextInt(2));
    }
    if (random.nextInt(3) == 0) {
      pod.group("group-" + random.nextInt(2));
    }
    if (random.nextInt(8) == 0) {
      pod.terminating();
    }
    addConstraints(pod);
    addResources(pod);
    return pod.build();
  }

  private PodPhase phase() {
    return switch (random.nextInt(6)) {
      case 0 -> PodPhase.SUCCEEDED;
      case 1 -> PodPhase.FAILED;
      case 2, 3 -> PodPhase.RUNNING;
      default -> PodPhase.PENDING;
    };
  }

  private void addConstraints(PodBuilder pod) {
    switch (random.nextInt(24)) {
      case 0 -> pod.near(labelKey(), "v0");
      case 1 -> pod.awayFrom(labelKey(), "v1");
      case 2 -> pod.spreadOverZones(labelKey(), "v0");
      case 3 -> pod.tolerating("dedicated");
      case 4 -> pod.controller("apps/v1", "ReplicaSet", "object-" + random.nextInt(3));
      case 5 -> pod.controller("batch.volcano.sh/v1alpha1", "Job", "job-" + random.nextInt(3));
      case 6 -> pod.nominatedTo("node-" + random.nextInt(nodeNames));
      default -> {}
    }
  }

  private void addResources(PodBuilder pod) {
    switch (random.nextInt(20)) {
      case 0 -> pod.hostPort(8000 + random.nextInt(2));
      case 1 -> pod.hostPort("UDP", "10.0.0.1", 8000);
      case 2 -> pod.claim("claim-" + random.nextInt(3));
      case 3 -> pod.claim("claim-0").claim("claim-1");
      case 4 -> pod.request("example.com/gpu", random.nextInt(3) + "");
      case 5 -> pod.resourceClaim("devices");
      case 6 -> pod.actualRequest("cpu", "750m");
      default -> {}
    }
  }

  private String labelKey() {
    return LABEL_KEYS.get(random.nextInt(LABEL_KEYS.size()));
  }
}
