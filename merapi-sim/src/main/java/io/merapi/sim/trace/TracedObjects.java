package io.merapi.sim.trace;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.Quantity.Format;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.ResourceNames;
import io.merapi.sim.workload.SimulationKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;

/**
 * Writes nodes and jobs of traces down as objects of a cluster.
 *
 * <p>GPUs are cards of NVIDIA's, whatever their model: {@code nvidia.com/gpu} by number where the
 * scheduler cannot divide them, so that a pod which could do with a part of a card gets a whole
 * one, as on a real cluster; and virtual GPUs of Volcano where it can, with a card's thousandths in
 * the place of its memory. The model of a card is the label that NVIDIA's feature discovery gives
 * to nodes.
 */
public final class TracedObjects {

  /** Label of a node: the model of its cards. */
  static final String CARD_TYPE = "nvidia.com/gpu.product";

  static final String CARDS = "nvidia.com/gpu";

  /** Into how many parts Volcano's device plugin cuts a card where nobody says otherwise. */
  private static final int PARTS_PER_CARD = 10;

  private static final int ALL_CORES = 100;

  /** Traces know no limit of pods on a node; this is more than fit on any. */
  private static final int PODS_PER_NODE = 10_000;

  private static final String TASK = "worker";

  private final TraceTarget target;
  private final TracedSpecs specs;

  public TracedObjects(TraceTarget target) {
    this.target = target;
    this.specs = new TracedSpecs(target);
  }

  public Node node(TracedNode node) {
    var has = new TreeMap<String, Quantity>();
    has.put(ResourceNames.CPU, Quantity.ofMillis(node.cpuMillis(), Format.DECIMAL_SI));
    has.put(ResourceNames.MEMORY, Quantity.of(node.memoryBytes(), Format.BINARY_SI));
    has.put(ResourceNames.PODS, number(PODS_PER_NODE));
    var annotations = new HashMap<String, String>();
    if (node.cards() > 0) {
      if (target.dividesCards()) {
        has.put(DeviceKeys.VGPU_NUMBER, number((long) PARTS_PER_CARD * node.cards()));
        has.put(DeviceKeys.VGPU_MEMORY, number(node.cardMillis()));
        has.put(DeviceKeys.VGPU_CORES, number((long) ALL_CORES * node.cards()));
        annotations.put(DeviceKeys.NODE_VGPU_REGISTER, register(node));
      } else {
        has.put(CARDS, number(node.cards()));
      }
    }
    var labels = node.cardType().isEmpty() ? Labels.EMPTY : Labels.of(CARD_TYPE, node.cardType());
    var amounts = new ResourceList(has);
    return new Node(
        ObjectMeta.named("", node.name())
            .withLabels(labels)
            .withAnnotations(Labels.of(annotations)),
        false,
        "",
        List.of(),
        amounts,
        amounts,
        List.of(),
        List.of(new Node.Condition("Ready", "True")),
        List.of());
  }

  /** The cards of a node as Volcano's device plugin registers them. */
  private static String register(TracedNode node) {
    var register = new StringBuilder();
    for (int card = 0; card < node.cards(); card++) {
      register.append(
          "%s-%d,%d,%d,NVIDIA-%s,true,hami-core:"
              .formatted(node.name(), card, PARTS_PER_CARD, PodShape.WHOLE_CARD, node.cardType()));
    }
    return register.toString();
  }

  /** What comes to the cluster when a job comes. */
  public List<ClusterObject> of(TracedJob job) {
    if (job.isGang() && target.startsGangs()) {
      return List.of(gang(job));
    }
    var pods = new ArrayList<ClusterObject>();
    for (int index = 0; index < job.pods(); index++) {
      pods.add(pod(job, job.pods() == 1 ? job.name() : job.name() + "-" + index));
    }
    return pods;
  }

  private Pod pod(TracedJob job, String name) {
    PodSpec spec = specs.of(job.shape(), job.priorityClass());
    ObjectMeta meta = ObjectMeta.named(job.namespace(), name).withAnnotations(annotations(job));
    return new Pod(meta, "", spec, PodStatus.UNREPORTED);
  }

  private VolcanoJob gang(TracedJob job) {
    var task =
        new VolcanoJob.Task(
            TASK,
            job.pods(),
            job.minAvailable(),
            Labels.EMPTY,
            annotations(job),
            specs.of(job.shape(), job.priorityClass()),
            List.of(),
            "",
            null);
    return new VolcanoJob(
        ObjectMeta.named(job.namespace(), job.name()),
        target.schedulerName(),
        job.minAvailable(),
        List.of(task),
        List.of(),
        job.queue(),
        job.priorityClass(),
        0,
        null);
  }

  private Labels annotations(TracedJob job) {
    var annotations = new HashMap<String, String>();
    Duration runTime = job.runTime();
    if (runTime != null) {
      annotations.put(SimulationKeys.RUN_TIME, runTime.toMillis() + "ms");
    }
    if (target.startsGangs() && !job.queue().isEmpty()) {
      annotations.put(VolcanoKeys.QUEUE_NAME, job.queue());
    }
    return Labels.of(annotations);
  }

  static Quantity number(long whole) {
    return Quantity.of(whole, Format.DECIMAL_SI);
  }
}
