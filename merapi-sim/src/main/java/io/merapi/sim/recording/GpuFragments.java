package io.merapi.sim.recording;

import io.merapi.sim.report.ClusterSeries;
import io.merapi.sim.report.Curve;
import io.merapi.sim.report.GpuFragmentation;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps how many free GPUs are of no use where they are; see {@link GpuFragmentation}.
 *
 * <p>Implementation note: the idea is that of "Beware of Fragmentation" (USENIX ATC 2023), with
 * whole cards. A change of a node costs a look at the most frequent requests. Which these are is
 * looked up whenever the number of pods that asked for GPUs has doubled, and only then is every
 * node judged anew.
 */
final class GpuFragments {

  private static final int MOST_CLASSES = 16;

  private final RequestMix mix;
  private final Track all = new Track(ClusterSeries.MOST_POINTS);
  private final Track fragmented = new Track(ClusterSeries.MOST_POINTS);
  private final Integral free = new Integral();
  private List<RequestClass> classes = List.of();
  private double[] weights = {};
  private long nextLook = 1;
  private long gpusNow;
  private long freeNow;
  private double fragmentedNow;
  private boolean everHadGpus;

  GpuFragments(RequestMix mix) {
    this.mix = mix;
  }

  /** What a node offers or holds has changed. */
  void changed(NodeUse node) {
    gpusNow += node.gpus() - node.countedGpus;
    freeNow += node.freeGpus() - node.countedFreeGpus;
    node.countedGpus = node.gpus();
    node.countedFreeGpus = node.freeGpus();
    judge(node);
  }

  private void judge(NodeUse node) {
    double unusable = 0;
    if (node.freeGpus() > 0) {
      for (int i = 0; i < classes.size(); i++) {
        unusable += node.fits(classes.get(i)) ? 0 : weights[i] * node.freeGpus();
      }
    }
    fragmentedNow += unusable - node.fragmented;
    node.fragmented = unusable;
  }

  void settle(long now, Collection<NodeUse> nodes) {
    if (mix.gpuPods() >= nextLook) {
      nextLook = 2 * mix.gpuPods();
      look();
      nodes.forEach(this::judge);
    }
    everHadGpus |= gpusNow > 0;
    all.set(now, (double) gpusNow);
    free.set(now, (double) freeNow);
    fragmented.set(now, Math.max(0, fragmentedNow));
  }

  private void look() {
    classes = mix.gpuClasses(MOST_CLASSES);
    double pods = classes.stream().mapToLong(one -> one.pods).sum();
    weights = classes.stream().mapToDouble(one -> one.pods / pods).toArray();
  }

  @Nullable GpuFragmentation result(long end) {
    if (!everHadGpus) {
      return null;
    }
    double unusable = fragmented.total(end);
    return new GpuFragmentation(part(unusable, free.total(end)), part(unusable, all.total(end)));
  }

  private static double part(double amount, double of) {
    return of == 0 ? 0 : amount / of;
  }

  @Nullable Curve curve(long end) {
    return everHadGpus ? ResourceMeter.shares(fragmented.means(end), all.means(end)) : null;
  }
}
