package io.merapi.bench.scenario;

import static io.merapi.bench.scenario.Cluster.asking;
import static io.merapi.bench.scenario.Cluster.named;

import io.merapi.api.pod.PodSpec;
import io.merapi.bench.measure.Meter;
import io.merapi.bench.measure.Trial;
import io.merapi.bench.measure.Work;
import java.util.List;
import java.util.Random;

/**
 * Urgent pods that come to a cluster which is full of others, ten on each node, a hundred at a
 * time. Each has victims found and evicted for it, is nominated, and is placed once they are gone.
 */
final class KubePreemption implements Scenario {

  private static final int LOW_PODS_PER_NODE = 10;
  private static final int LOW_PRIORITIES = 10;
  private static final int BURST = 100;
  private static final int URGENT = 1_000;

  @Override
  public String name() {
    return "kube-preempt";
  }

  @Override
  public String summary() {
    return "urgent single pods on a full cluster; each evicts others";
  }

  @Override
  public int usualPods(int nodes) {
    return Math.min(5_000, nodes);
  }

  @Override
  public List<Variant> variants(Setting setting) {
    return List.of(Variant.only(() -> new FullCluster(setting)));
  }

  private static final class FullCluster implements Trial {

    private final Setting setting;
    private final KubeDriver driver;
    private final PodSpec urgent =
        asking(Cluster.NODE_CPU * 1000 / LOW_PODS_PER_NODE * 2, 1024).priority(URGENT).spec();

    FullCluster(Setting setting) {
      this.setting = setting;
      this.driver = new KubeDriver(setting);
      var specs = new PodSpec[LOW_PRIORITIES];
      for (int i = 0; i < LOW_PRIORITIES; i++) {
        specs[i] = asking(Cluster.NODE_CPU * 1000 / LOW_PODS_PER_NODE, 1024).priority(i).spec();
      }
      var random = new Random(setting.seed());
      for (int i = 0; i < setting.nodes(); i++) {
        driver.apply(Cluster.nodeAt(i));
        for (int j = 0; j < LOW_PODS_PER_NODE; j++) {
          driver.apply(
              Cluster.running(
                  named("low-%d-%d".formatted(i, j)),
                  specs[random.nextInt(LOW_PRIORITIES)],
                  Cluster.nodeName(i)));
        }
      }
    }

    @Override
    public Work run(Meter meter) {
      for (int come = 0; come < setting.pods(); come += BURST) {
        int burst = Math.min(BURST, setting.pods() - come);
        for (int i = 0; i < burst; i++) {
          driver.apply(Cluster.waiting(named("urgent-" + (come + i)), urgent));
        }
        meter.measure(() -> {
          while (driver.scheduleOne()) {
            driver.removeEvicted();
          }
        });
      }
      return Work.placed(TooMany.check(driver.bound(), setting))
          .with("evictions", driver.evictions());
    }

    @Override
    public void close() {
      driver.close();
    }
  }
}
