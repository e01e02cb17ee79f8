package io.merapi.bench.scenario;

import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.pod.Pod;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.bench.measure.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Pods that each claim something of their own, by one template. */
final class ClaimingPods extends NamedScenario {

  private static final int MOST_PODS = 10_000;

  /** Fewer than there are large devices. */
  private static final int PODS_PER_NODE = 3;

  private final Claimed claimed;
  private final BiFunction<Claimed, Setting, Trial> placement;

  /**
   * @param placement how they are placed
   */
  ClaimingPods(
      String name, String summary, Claimed claimed, BiFunction<Claimed, Setting, Trial> placement) {
    super(name, summary);
    this.claimed = claimed;
    this.placement = placement;
  }

  @Override
  public int usualPods(int nodes) {
    return Math.min(MOST_PODS, PODS_PER_NODE * nodes);
  }

  @Override
  public List<Variant> variants(Setting setting) {
    return List.of(Variant.only(() -> placement.apply(claimed, setting)));
  }

  /** Single pods, one after the other. */
  static Trial oneByOne(Claimed claimed, Setting setting) {
    List<ClusterObject> objects = claimed.offered(setting.nodes());
    var pods = new ArrayList<Pod>(setting.pods());
    for (int i = 0; i < setting.pods(); i++) {
      Pod pod = claimed.pod("pod-" + i).build();
      pods.add(pod);
      objects.add(claimed.claimFor(pod));
    }
    return new KubeArrivals.Arrivals(setting, objects, pods);
  }

  /** Gangs of a hundred, on an empty cluster in one session of Volcano's default configuration. */
  static Trial inGangs(Claimed claimed, Setting setting) {
    List<ClusterObject> objects = claimed.offered(setting.nodes());
    objects.add(queue("default").build());
    for (int i = 0; i < setting.nodes(); i++) {
      objects.add(Cluster.nodeAt(i));
    }
    for (int i = 0; i < setting.pods(); i++) {
      String gang = "gang-" + i / Gangs.SIZE;
      if (i % Gangs.SIZE == 0) {
        int members = Math.min(Gangs.SIZE, setting.pods() - i);
        objects.add(podGroup(gang).minMember(members).created(Cluster.START).build());
      }
      Pod pod = claimed.pod("pod-" + i).group(gang).build();
      objects.add(claimed.claimFor(pod));
      objects.add(pod);
    }
    return new FillingSession(setting, BatchConfiguration.byDefault(), objects);
  }
}
