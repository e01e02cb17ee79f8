package io.merapi.bench.scenario;

import static io.merapi.bench.scenario.Cluster.named;
import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceBuilder.device;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.SliceBuilder.slice;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.DeviceSelector;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.StorageClass;
import io.merapi.testkit.PodBuilder;
import java.util.ArrayList;
import java.util.List;

/** What each pod claims for itself. */
enum Claimed {
  /** A volume, made where the pod goes, as the pods of a StatefulSet do. */
  VOLUMES,
  /** One of the large devices of its node, by a claim that is made from a template. */
  DEVICES;

  static final String DRIVER = "driver.example.com";

  /** So many devices has a node; half of them are large. */
  static final int DEVICES_OF_NODE = 8;

  private static final int VOLUMES_OF_NODE = 64;
  private static final String LARGE = "device.attributes[\"" + DRIVER + "\"].model == \"large\"";

  /** What there is to be claimed. */
  List<ClusterObject> offered(int nodes) {
    var objects = new ArrayList<ClusterObject>();
    if (this == VOLUMES) {
      objects.add(
          new StorageClass(
              ObjectMeta.named("", "new"),
              DRIVER,
              Labels.EMPTY,
              "WaitForFirstConsumer",
              List.of()));
    } else {
      objects.add(
          new DeviceClass(ObjectMeta.named("", "large"), List.of(new DeviceSelector(LARGE)), null));
    }
    for (int i = 0; i < nodes; i++) {
      objects.add(ofNode(Cluster.nodeName(i)));
    }
    return objects;
  }

  private ClusterObject ofNode(String node) {
    if (this == VOLUMES) {
      return new CsiNode(
          ObjectMeta.named("", node),
          List.of(new CsiNode.Driver(DRIVER, node, List.of(), VOLUMES_OF_NODE)));
    }
    var devices = slice("devices-of-" + node).driver(DRIVER).pool(node, 1).on(node);
    for (int i = 0; i < DEVICES_OF_NODE; i++) {
      String model = i < DEVICES_OF_NODE / 2 ? "small" : "large";
      devices.with(device("gpu-" + i).attribute(DRIVER + "/model", model));
    }
    return devices.build();
  }

  /** A pod that waits, with a claim of its own. */
  PodBuilder pod(String podName) {
    PodBuilder pod =
        named(podName)
            .priority(0)
            .request("cpu", "500m")
            .request("memory", "1Gi")
            .created(Cluster.START)
            .phase(PodPhase.PENDING);
    return this == VOLUMES
        ? pod.claim(nameFor(podName))
        : pod.resourceClaimTemplate("one", nameFor(podName));
  }

  /** The claim that is made for a pod. */
  ClusterObject claimFor(Pod pod) {
    return this == VOLUMES
        ? claim(nameFor(pod.name())).size("10Gi").ofClass("new").build()
        : deviceClaim(nameFor(pod.name()))
            .uid("uid-of-" + nameFor(pod.name()))
            .madeFor(pod)
            .request("one", devices(1).ofClass("large"))
            .build();
  }

  private static String nameFor(String podName) {
    return "claim-of-" + podName;
  }
}
