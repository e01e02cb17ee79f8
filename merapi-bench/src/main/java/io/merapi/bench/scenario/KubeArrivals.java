package io.merapi.bench.scenario;

import static io.merapi.bench.scenario.Cluster.asking;
import static io.merapi.bench.scenario.Cluster.named;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodSpec;
import io.merapi.bench.measure.Meter;
import io.merapi.bench.measure.Trial;
import io.merapi.bench.measure.Work;
import io.merapi.bench.scenario.Setting.Mix;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Single pods, most often of four sizes, that come to a cluster with one pod on each node and are
 * placed one after the other.
 */
final class KubeArrivals extends NamedScenario {

  private static final int MOST_PODS = 10_000;

  /** CPU in thousandths and memory in MiB. */
  private static final int[][] SIZES = {{100, 128}, {250, 512}, {500, 1024}, {1000, 4096}};

  private final Wish wish;

  KubeArrivals(String name, String summary, Wish wish) {
    super(name, summary);
    this.wish = wish;
  }

  @Override
  public int usualPods(int nodes) {
    // Away from each other, no more than one fits on a node.
    return Math.min(MOST_PODS, wish == Wish.OTHER_HOSTS ? (nodes + 1) / 2 : 10 * nodes);
  }

  @Override
  public Mix usualMix() {
    return new Mix(SIZES.length, 1, 1);
  }

  @Override
  public List<Variant> variants(Setting setting) {
    return List.of(Variant.only(() -> new Arrivals(setting, List.of(), pods(setting))));
  }

  /** The pods to be placed, in the order in which they come. */
  List<Pod> pods(Setting setting) {
    var specs = new ArrayList<PodSpec>();
    for (int i = 0; i < setting.mix().classes(); i++) {
      int[] size = SIZES[i % SIZES.length];
      // A little more memory makes it another one.
      specs.add(wish.on(asking(size[0], size[1] + i / SIZES.length)).spec());
    }
    var random = new Random(setting.seed());
    var pods = new ArrayList<Pod>(setting.pods());
    for (int i = 0; i < setting.pods(); i++) {
      PodSpec spec = specs.get(random.nextInt(specs.size()));
      pods.add(Cluster.waiting(named("pod-" + i).label(Wish.KEY, Wish.VALUE), spec));
    }
    return pods;
  }

  /** A cluster with all pods in the queue. */
  static final class Arrivals implements Trial {

    private final Setting setting;
    private final KubeDriver driver;

    /**
     * @param objects what else there is, beside nodes
     */
    Arrivals(Setting setting, List<ClusterObject> objects, List<Pod> pods) {
      this.setting = setting;
      this.driver = new KubeDriver(setting);
      PodSpec existing = asking(500, 1024).spec();
      for (int i = 0; i < setting.nodes(); i++) {
        driver.apply(Cluster.nodeAt(i));
        driver.apply(
            Cluster.running(
                named("existing-" + i).label(Wish.KEY, "existing"), existing, Cluster.nodeName(i)));
      }
      objects.forEach(driver::apply);
      pods.forEach(driver::apply);
    }

    @Override
    public Work run(Meter meter) {
      meter.measure(() -> {
        for (int i = 0; i < setting.pods(); i++) {
          driver.scheduleOne();
        }
      });
      return Work.placed(TooMany.check(driver.bound(), setting));
    }

    @Override
    public void close() {
      driver.close();
    }
  }
}
