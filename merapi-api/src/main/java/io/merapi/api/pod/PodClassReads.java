package io.merapi.api.pod;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.batch.VolcanoKeys;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * Labels and annotations of pods that scheduling reads by name, whatever selectors there are; two
 * pods that differ in one of them are of different classes.
 *
 * <p>The keys that a configuration names (the rules of a plugin's arguments) are added with {@link
 * #andLabels}.
 */
public record PodClassReads(Set<String> labelKeys, Set<String> annotationKeys) {

  /** What the plugins of both upstream schedulers read. */
  public static final PodClassReads ALL =
      new PodClassReads(
          Set.of(
              VolcanoKeys.TASK_SPEC,
              VolcanoKeys.PREEMPTABLE,
              VolcanoKeys.COOLDOWN_TIME,
              DeviceKeys.RING_CONTROLLER,
              DeviceKeys.VNPU_DVPP,
              DeviceKeys.VNPU_LEVEL),
          Set.of(
              VolcanoKeys.GROUP_NAME,
              VolcanoKeys.VOLCANO_GROUP_NAME,
              VolcanoKeys.QUEUE_ALLOCATION_GATE,
              VolcanoKeys.TASK_SPEC,
              VolcanoKeys.TASK_PRIORITY,
              VolcanoKeys.PREEMPTABLE,
              VolcanoKeys.REVOCABLE_ZONE,
              VolcanoKeys.COOLDOWN_TIME,
              VolcanoKeys.TEMPLATE_UID,
              VolcanoKeys.NUMA_TOPOLOGY_POLICY,
              VolcanoKeys.TOPOLOGY_DECISION,
              VolcanoKeys.TASK_TOPOLOGY_AFFINITY,
              VolcanoKeys.TASK_TOPOLOGY_ANTI_AFFINITY,
              VolcanoKeys.TASK_TOPOLOGY_TASK_ORDER,
              VolcanoKeys.RESOURCE_STRATEGY_SCORING_TYPE,
              VolcanoKeys.RESOURCE_STRATEGY_WEIGHT,
              DeviceKeys.GPU_INDEX,
              DeviceKeys.VGPU_MODE,
              DeviceKeys.VGPU_POD_GROUP_POLICY,
              DeviceKeys.USE_GPU_TYPE,
              DeviceKeys.NO_USE_GPU_TYPE,
              DeviceKeys.USE_GPU_UUID,
              DeviceKeys.NO_USE_GPU_UUID,
              DeviceKeys.VGPU_IDS,
              DeviceKeys.VGPU_BIND_PHASE,
              DeviceKeys.VNPU_MODE,
              DeviceKeys.NPU_CORE,
              DeviceKeys.ASCEND_REAL));

  /**
   * The same for a scheduler that works in sessions: tasks know their job, and what depends on it
   * is kept by job, so equal pods of many jobs are of one class.
   */
  public static final PodClassReads SESSIONS =
      ALL.withoutAnnotations(
          Set.of(VolcanoKeys.GROUP_NAME, VolcanoKeys.VOLCANO_GROUP_NAME, VolcanoKeys.TEMPLATE_UID));

  /** Reads nothing by name: only selectors tell labels apart. */
  public static final PodClassReads NONE = new PodClassReads(Set.of(), Set.of());

  public PodClassReads {
    labelKeys = Collections.unmodifiableSet(new HashSet<>(labelKeys));
    annotationKeys = Collections.unmodifiableSet(new HashSet<>(annotationKeys));
  }

  /** The same with more labels. */
  public PodClassReads andLabels(Set<String> more) {
    var keys = new HashSet<>(labelKeys);
    keys.addAll(more);
    return new PodClassReads(keys, annotationKeys);
  }

  /** The same with more annotations. */
  public PodClassReads andAnnotations(Set<String> more) {
    var keys = new HashSet<>(annotationKeys);
    keys.addAll(more);
    return new PodClassReads(labelKeys, keys);
  }

  private PodClassReads withoutAnnotations(Set<String> less) {
    var keys = new HashSet<>(annotationKeys);
    keys.removeAll(less);
    return new PodClassReads(labelKeys, keys);
  }
}
