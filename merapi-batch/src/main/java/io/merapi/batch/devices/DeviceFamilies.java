package io.merapi.batch.devices;

import io.merapi.api.node.Node;
import io.merapi.batch.devices.gpushare.SharedGpus;
import io.merapi.batch.devices.hami.AscendNpus;
import io.merapi.batch.devices.mindcluster.MindClusterNpus;
import io.merapi.batch.devices.mindcluster.NodeReports;
import io.merapi.batch.devices.vgpu.VirtualGpus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The families of devices that the scheduler divides itself.
 *
 * @param gpus how shared GPUs are divided; null where they are not
 * @param virtualGpus how virtual GPUs are divided; null where they are not
 * @param mindCluster how virtual NPUs of MindCluster are divided; null where they are not
 * @param hami how virtual NPUs of HAMi are divided; null where they are not
 */
public record DeviceFamilies(
    @Nullable Gpus gpus,
    VirtualGpus.@Nullable Options virtualGpus,
    @Nullable MindCluster mindCluster,
    @Nullable Hami hami) {

  /** None at all. */
  public static final DeviceFamilies NONE = new DeviceFamilies(null, null, null, null);

  /**
   * Shared GPUs.
   *
   * @param locks whether a node takes one task at a time
   */
  public record Gpus(SharedGpus.Mode mode, boolean locks) {}

  /**
   * Virtual NPUs of MindCluster.
   *
   * @param exact whether exactly what was taken is given back
   */
  public record MindCluster(NodeReports reports, boolean exact) {}

  /** Virtual NPUs of HAMi, which nodes register as documents. */
  public record Hami(AscendNpus.Options options, DocumentReader documents) {}

  /** The pools of a node, one per family of which it has devices, in a fixed order. */
  public List<DevicePool> poolsOf(Node node) {
    if (isEmpty()) {
      return List.of();
    }
    var pools = new ArrayList<DevicePool>();
    add(pools, gpus == null ? null : SharedGpus.of(node, gpus.mode, gpus.locks));
    add(pools, virtualGpus == null ? null : VirtualGpus.of(node, virtualGpus));
    add(
        pools,
        mindCluster == null
            ? null
            : new MindClusterNpus(node, mindCluster.reports, mindCluster.exact));
    if (hami != null) {
      pools.addAll(AscendNpus.of(node, hami.options, hami.documents));
    }
    return pools;
  }

  private static void add(List<DevicePool> pools, @Nullable DevicePool pool) {
    if (pool != null) {
      pools.add(pool);
    }
  }

  /**
   * Whether some of them remember questions; see {@link DevicePool#remembersQuestions}. Pools of
   * others hold from one session to the next while their node does not change.
   */
  public boolean rememberQuestions() {
    return mindCluster != null || hami != null;
  }

  /** Whether there is anything to divide. */
  public boolean isEmpty() {
    return equals(NONE);
  }
}
