package io.merapi.bench.scenario;

import static io.merapi.bench.scenario.Cluster.named;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import java.util.ArrayList;
import java.util.List;

/** Single pods that each claim something of their own, by one template. */
final class KubeClaims implements Scenario {

  private static final int MOST_PODS = 10_000;

  /** As many as there are large devices at most. */
  private static final int PODS_PER_NODE = 3;

  private final String name;
  private final String summary;
  private final Claimed claimed;

  KubeClaims(String name, String summary, Claimed claimed) {
    this.name = name;
    this.summary = summary;
    this.claimed = claimed;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String summary() {
    return summary;
  }

  @Override
  public int usualPods(int nodes) {
    return Math.min(MOST_PODS, PODS_PER_NODE * nodes);
  }

  @Override
  public List<Variant> variants(Setting setting) {
    return List.of(
        Variant.only(() -> {
          List<Pod> pods = pods(setting);
          List<ClusterObject> objects = claimed.offered(setting.nodes());
          pods.forEach(pod -> objects.add(claimed.claimFor(pod)));
          return new KubeArrivals.Arrivals(setting, objects, pods);
        }));
  }

  private List<Pod> pods(Setting setting) {
    var pods = new ArrayList<Pod>(setting.pods());
    for (int i = 0; i < setting.pods(); i++) {
      String podName = "pod-" + i;
      pods.add(
          claimed
              .on(named(podName), podName)
              .priority(0)
              .request("cpu", "500m")
              .request("memory", "1Gi")
              .created(Cluster.START)
              .phase(PodPhase.PENDING)
              .build());
    }
    return pods;
  }
}
