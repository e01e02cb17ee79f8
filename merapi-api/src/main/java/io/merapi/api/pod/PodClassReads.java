package io.merapi.api.pod;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * Labels and annotations of pods that scheduling reads by name, whatever selectors there are; two
 * pods that differ in one of them are of different classes.
 *
 * <p>The keys that a configuration names (the rules of a plugin's arguments) are added with {@link
 * #andLabels}. A scheduler whose plugins never ask which job a pod belongs to may leave the group
 * out and gets one class for equal pods of many jobs.
 */
public record PodClassReads(Set<String> labelKeys, Set<String> annotationKeys) {

  /** What the plugins of both upstream schedulers read. */
  public static final PodClassReads ALL =
      new PodClassReads(
          Set.of(
              "volcano.sh/task-spec",
              "volcano.sh/preemptable",
              "volcano.sh/cooldown-time",
              "ring-controller.atlas",
              "vnpu-dvpp",
              "vnpu-level"),
          Set.of(
              "scheduling.k8s.io/group-name",
              "scheduling.volcano.sh/group-name",
              "scheduling.volcano.sh/queue-allocation-gate",
              "volcano.sh/task-spec",
              "volcano.sh/task-priority",
              "volcano.sh/preemptable",
              "volcano.sh/revocable-zone",
              "volcano.sh/cooldown-time",
              "volcano.sh/template-uid",
              "volcano.sh/forward-cluster",
              "volcano.sh/numa-topology-policy",
              "volcano.sh/topology-decision",
              "volcano.sh/task-topology-affinity",
              "volcano.sh/task-topology-anti-affinity",
              "volcano.sh/task-topology-task-order",
              "volcano.sh/resource-strategy-scoring-type",
              "volcano.sh/resource-strategy-weight",
              "volcano.sh/gpu-index",
              "volcano.sh/vgpu-mode",
              "volcano.sh/vgpu-podgroup-policy",
              "volcano.sh/vgpu-use-gpuuuid",
              "volcano.sh/vgpu-nouse-gpuuuid",
              "volcano.sh/vgpu-ids-new",
              "volcano.sh/bind-phase",
              "huawei.com/vnpu-mode",
              "huawei.com/npu-core",
              "huawei.com/AscendReal"));

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
}
