package io.merapi.batch.plugins.numaaware;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.Container;
import io.merapi.api.pod.QosClass;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.Predicate;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.api.topology.Numatopology;
import io.merapi.batch.plugins.numaaware.NodeCpus.Assignment;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Places guaranteed pods where the kubelet will find CPUs for them that lie together, as its policy
 * demands, and prefers nodes where they lie on few NUMA nodes.
 *
 * <p>A pod is given CPUs of every node that it is asked about, and keeps those of the node that it
 * is placed on. The node does not learn of them: the kubelet chooses for itself, by the same rules.
 */
public final class NumaAware implements Predicate, BatchNodeOrder, TaskEvents {

  public static final String NAME = "numa-aware";

  private final NumaAwareArgs args;
  private final CpuReservations reservations;
  private final boolean podLevelResources;
  private final Map<String, NodeCpus> nodes = new HashMap<>();
  private final boolean someNodeAligns;

  /** What tasks were last told to get, by task and node. */
  private final Map<String, Map<String, CpuSet>> assigned = new HashMap<>();

  /** The tasks that have a node and CPUs there. */
  private final Map<String, Task> placed = new LinkedHashMap<>();

  /**
   * Opens a session.
   *
   * @param reservations known from earlier sessions
   */
  public NumaAware(NumaAwareArgs args, Session session, CpuReservations reservations) {
    this.args = args;
    this.reservations = reservations;
    this.podLevelResources = session.gates().enabled(FeatureGate.POD_LEVEL_RESOURCES);
    reservations.follow(session.cluster());
    if (session.gates().enabled(FeatureGate.RESOURCE_TOPOLOGY)) {
      for (ClusterObject object : session.cluster().objects(ObjectKind.NUMATOPOLOGY)) {
        var reported = (Numatopology) object;
        nodes.put(reported.name(), new NodeCpus(reported, reservations.unreported(reported)));
      }
    }
    this.someNodeAligns =
        session.nodes().stream()
            .map(node -> nodes.get(node.name()))
            .anyMatch(cpus -> cpus != null && cpus.aligns());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean readsClock() {
    return false;
  }

  @Override
  public Fit predicate(Task task, SessionNode node) {
    if (!guaranteed(task)) {
      return Fit.fits();
    }
    NodeCpus cpus = nodes.get(node.name());
    String policy = policyOf(task);
    if (TopologyPolicy.isStated(policy)) {
      String unsuitable = whyUnsuitable(policy, cpus);
      if (!unsuitable.isEmpty()) {
        Reason reason = Reason.of("NodeUnsuitable", unsuitable);
        return new Fit.Refused(List.of(new Fit.Status(Fit.Code.ERROR, reason)));
      }
    }
    if (cpus == null || !cpus.aligns()) {
      return Fit.fits();
    }
    Assignment assignment = cpus.assign(task.info().podClass());
    Container refused = assignment.refused();
    if (refused != null) {
      return Fit.unresolvable(
          Reason.of(
              "NotAligned", "container %s cannot be assigned by numa".formatted(refused.name())));
    }
    assigned.computeIfAbsent(task.uid(), _ -> new HashMap<>()).put(node.name(), assignment.cpus());
    return Fit.fits();
  }

  /** Why a node does not suit a pod that names a policy, in upstream's words; empty if it does. */
  private static String whyUnsuitable(String policy, @Nullable NodeCpus cpus) {
    if (cpus == null) {
      return "numa info is empty";
    }
    if (!cpus.exclusive()) {
      return "cpu manager policy isn't static";
    }
    if (!cpus.policyName().equals(policy)) {
      return "task topology policy[%s] is different with node[%s]"
          .formatted(policy, cpus.policyName());
    }
    return cpus.hasFree() ? "" : "cpu allocatable map is empty";
  }

  private static String policyOf(Task task) {
    return task.pod().meta().annotations().getOrDefault(VolcanoKeys.NUMA_TOPOLOGY_POLICY, "");
  }

  private boolean guaranteed(Task task) {
    return QosClass.of(task.pod(), podLevelResources) == QosClass.GUARANTEED;
  }

  /** Whether the task may be given CPUs: then what it was told last counts, and it must be told. */
  private boolean mayBeAssigned(Task task) {
    return someNodeAligns && guaranteed(task);
  }

  @Override
  public Dependence predicateDependence(Task task) {
    return mayBeAssigned(task) ? Dependence.CLUSTER : Dependence.NODE;
  }

  @Override
  public boolean tellsJobsApart() {
    return false;
  }

  @Override
  public double[] scoreNodes(Task task, List<? extends SessionNode> candidates) {
    double[] scores = new double[candidates.size()];
    Map<String, CpuSet> cpus = assigned.get(task.uid());
    if (cpus == null || !TopologyPolicy.isStated(policyOf(task))) {
      return scores;
    }
    long[] spreads = new long[scores.length];
    long greatest = 0;
    for (int i = 0; i < spreads.length; i++) {
      String node = candidates.get(i).name();
      NodeCpus known = nodes.get(node);
      spreads[i] = known == null ? 0 : known.spread(cpus.getOrDefault(node, CpuSet.EMPTY));
      greatest = Math.max(greatest, spreads[i]);
    }
    for (int i = 0; i < scores.length; i++) {
      scores[i] =
          Normalization.TO_GREATEST_REVERSED.finalScore(spreads[i], greatest) * args.weight();
    }
    return scores;
  }

  @Override
  public Optional<List<ScorePart>> scoreParts(Task task) {
    return mayBeAssigned(task) && TopologyPolicy.isStated(policyOf(task))
        ? Optional.empty()
        : Optional.of(List.of());
  }

  @Override
  public Verdict allocated(Task task) {
    CpuSet cpus = assignedCpus(task);
    NodeCpus node = nodes.get(task.nodeName());
    if (cpus != null && node != null) {
      node.take(cpus);
      placed.put(task.uid(), task);
    }
    return Verdict.success();
  }

  @Override
  public void deallocated(Task task) {
    CpuSet cpus = assignedCpus(task);
    NodeCpus node = nodes.get(task.nodeName());
    if (cpus != null && node != null) {
      node.giveBack(cpus);
      placed.remove(task.uid());
    }
  }

  private @Nullable CpuSet assignedCpus(Task task) {
    return assigned.getOrDefault(task.uid(), Map.of()).get(task.nodeName());
  }

  @Override
  public void close() {
    for (Task task : placed.values()) {
      CpuSet cpus = assignedCpus(task);
      if (cpus != null) {
        reservations.keep(task.nodeName(), task.pod(), cpus);
      }
    }
  }
}
