package io.merapi.api.topology;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The NUMA nodes of the node that has the same name.
 *
 * @param policies the kubelet's policies by manager: {@code CPUManagerPolicy}, {@code
 *     TopologyManagerPolicy}
 * @param reserved what the system keeps, as quantities by resource; kept as text since one bad
 *     quantity drops them all
 * @param resources by resource, what of it lies on which NUMA node
 * @param cpus by the number of the CPU, as text; what is no number counts as CPU 0
 * @param podAllocations what running pods were given
 */
public record Numatopology(
    ObjectMeta meta,
    Map<String, String> policies,
    Map<String, String> reserved,
    Map<String, NumaResource> resources,
    Map<String, Cpu> cpus,
    List<PodAllocation> podAllocations)
    implements ClusterObject {

  public Numatopology {
    policies = Collections.unmodifiableMap(new TreeMap<>(policies));
    reserved = Collections.unmodifiableMap(new TreeMap<>(reserved));
    resources = Collections.unmodifiableMap(new TreeMap<>(resources));
    cpus = Collections.unmodifiableMap(new TreeMap<>(cpus));
    podAllocations = List.copyOf(podAllocations);
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.NUMATOPOLOGY;
  }

  /**
   * A resource of the node.
   *
   * @param allocatable the units free for pods, such as {@code 0-3,8-11}; as written, and empty
   *     where it cannot be parsed
   * @param capacity the number of units in all
   */
  public record NumaResource(String allocatable, int capacity) {}

  /** Where a CPU is. */
  public record Cpu(int numaNode, int socket, int core) {}

  /** What one pod was given. */
  public record PodAllocation(
      String uid, String name, String namespace, List<ContainerAllocation> containers) {

    public PodAllocation {
      containers = List.copyOf(containers);
    }
  }

  /**
   * What one container was given.
   *
   * @param amounts by resource; for {@code cpu} the CPUs, such as {@code 0,2-4}, otherwise a
   *     quantity
   */
  public record ContainerAllocation(String name, Map<String, String> amounts) {

    public ContainerAllocation {
      amounts = Collections.unmodifiableMap(new TreeMap<>(amounts));
    }
  }
}
