package io.merapi.bench.scenario;

import static io.merapi.bench.scenario.Cluster.named;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodSpec;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.bench.measure.Meter;
import io.merapi.bench.measure.Trial;
import io.merapi.bench.measure.Work;
import io.merapi.bench.scenario.Setting.Mix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The heap that a scheduler holds on to for each node and each pod, with objects as they are read.
 *
 * <p>First come the nodes and one waiting pod of each class, which is placed: what is held then,
 * the columns of all classes included, belongs to the nodes. Then come the pods that run: what is
 * held more then belongs to them. The figures of the batch scheduler have the index of the
 * simulated cluster around it in them, some 60 bytes for each pod. One placement stands for one pod
 * taken in.
 */
final class RetainedMemory implements Scenario {

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public String summary() {
    return "heap retained for each node and each pod";
  }

  @Override
  public int usualNodes() {
    return 10_000;
  }

  @Override
  public int usualPods(int nodes) {
    return 20 * nodes;
  }

  @Override
  public Mix usualMix() {
    return new Mix(200, 1, 1);
  }

  @Override
  public List<Variant> variants(Setting setting) {
    SnapshotFile file = SnapshotFile.json(setting);
    return List.of(
        new Variant("kube", () -> new Held(setting, file, new Kube(setting))),
        new Variant("batch", () -> new Held(setting, file, new Batch(setting))));
  }

  /** A scheduler that holds on to things. */
  private interface Holder extends AutoCloseable {

    void apply(ClusterObject object);

    /** Places what waits. */
    void decide();

    @Override
    void close();
  }

  private static final class Kube implements Holder {

    private final KubeDriver driver;

    Kube(Setting setting) {
      this.driver = new KubeDriver(setting);
    }

    @Override
    public void apply(ClusterObject object) {
      driver.apply(object);
    }

    @Override
    public void decide() {
      boolean more = true;
      while (more) {
        more = driver.scheduleOne();
      }
    }

    @Override
    public void close() {
      driver.close();
    }
  }

  private static final class Batch implements Holder {

    private final BatchDriver driver;

    Batch(Setting setting) {
      this.driver = new BatchDriver(setting, BatchConfiguration.byDefault(), Fixes.NONE);
      driver.store().apply(queue("default").build());
    }

    @Override
    public void apply(ClusterObject object) {
      driver.store().apply(object);
    }

    @Override
    public void decide() {
      driver.settle(3);
    }

    @Override
    public void close() {
      driver.close();
    }
  }

  private static final class Held implements Trial {

    private final Setting setting;
    private final SnapshotFile file;
    private final Holder holder;

    Held(Setting setting, SnapshotFile file, Holder holder) {
      this.setting = setting;
      this.file = file;
      this.holder = holder;
    }

    @Override
    public Work run(Meter meter) {
      long nothing = usedHeap();
      applyNodesAndOnePodOfEachClass();
      long nodes = usedHeap();
      meter.measure(() -> {
        file.load(object -> {
          if (!(object instanceof Node)) {
            holder.apply(object);
          }
        });
        holder.decide();
      });
      long all = usedHeap();
      return Work.placed(setting.pods())
          .with("retainedBytesPerNode", (nodes - nothing) / setting.nodes())
          .with("retainedBytesPerPod", (all - nodes) / setting.pods());
    }

    private void applyNodesAndOnePodOfEachClass() {
      Map<PodSpec, Pod> first = new LinkedHashMap<>();
      file.load(object -> {
        if (object instanceof Node node) {
          holder.apply(node);
        } else if (object instanceof Pod pod) {
          first.putIfAbsent(pod.spec(), pod);
        }
      });
      for (Pod pod : first.values()) {
        String name = "waiting-" + pod.name();
        holder.apply(podGroup(name).build());
        holder.apply(Cluster.waiting(named(name).group(name), pod.spec()));
      }
      holder.decide();
    }

    /** What is in use after everything that nobody needs is gone. */
    private static long usedHeap() {
      Runtime runtime = Runtime.getRuntime();
      long used = Long.MAX_VALUE;
      for (long before = 0; used != before; ) {
        before = used;
        System.gc();
        used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
      }
      return used;
    }

    @Override
    public void close() {
      holder.close();
    }
  }
}
