package io.merapi.bench.scenario;

import static io.merapi.bench.scenario.Cluster.asking;
import static io.merapi.bench.scenario.Cluster.named;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.pod.PodSpec;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.bench.scenario.Setting.Mix;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Gangs of a hundred pods that are placed on an empty cluster in one session of Volcano's default
 * configuration, from its opening to its closing.
 */
final class Gangs extends NamedScenario {

  /** So many pods are in a gang. */
  static final int SIZE = 100;

  private static final int PODS_PER_NODE = 10;
  private static final int MOST_PODS = 50_000;

  /** The most that a pod asks for; ten such pods fit on a node. */
  private static final int MOST_CPUS = 3;

  private final Wish wish;

  Gangs(String name, String summary, Wish wish) {
    super(name, summary);
    this.wish = wish;
  }

  /** In one zone a third of them fit, and away from each other one on each node. */
  @Override
  public int usualPods(int nodes) {
    return switch (wish) {
      case NOTHING, SPREAD_OVER_ZONES -> Math.min(MOST_PODS, PODS_PER_NODE * nodes);
      case SAME_ZONE -> Math.min(MOST_PODS, PODS_PER_NODE * nodes / 4);
      case OTHER_HOSTS -> (nodes + 1) / 2;
    };
  }

  @Override
  public Mix usualMix() {
    return new Mix(MOST_CPUS, 1, 1);
  }

  @Override
  public List<Variant> variants(Setting setting) {
    return List.of(
        Variant.only(
            () -> new FillingSession(setting, BatchConfiguration.byDefault(), objects(setting))));
  }

  /** The queue, the nodes, and the gangs with their pods; all pods of a gang are alike. */
  List<ClusterObject> objects(Setting setting) {
    var objects = new ArrayList<ClusterObject>();
    objects.add(queue("default").build());
    for (int i = 0; i < setting.nodes(); i++) {
      objects.add(Cluster.nodeAt(i));
    }
    var specs = new ArrayList<PodSpec>();
    for (int i = 0; i < setting.mix().classes(); i++) {
      int cpus = 1 + i % MOST_CPUS;
      // A little more memory makes it another one.
      specs.add(wish.on(asking(cpus * 1000, cpus * 4096 + i / MOST_CPUS)).spec());
    }
    var random = new Random(setting.seed());
    for (int first = 0; first < setting.pods(); first += SIZE) {
      String gang = "gang-" + first / SIZE;
      PodSpec spec = specs.get(random.nextInt(specs.size()));
      int members = Math.min(SIZE, setting.pods() - first);
      objects.add(podGroup(gang).minMember(members).created(Cluster.START).build());
      for (int i = 0; i < members; i++) {
        objects.add(
            Cluster.waiting(named(gang + "-" + i).group(gang).label(Wish.KEY, Wish.VALUE), spec));
      }
    }
    return objects;
  }
}
