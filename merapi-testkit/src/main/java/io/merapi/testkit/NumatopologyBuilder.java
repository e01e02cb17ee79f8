package io.merapi.testkit;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.topology.Numatopology;
import io.merapi.api.topology.Numatopology.Cpu;
import io.merapi.api.topology.Numatopology.NumaResource;
import io.merapi.api.topology.Numatopology.PodAllocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Builds what nodes report of their CPUs: of a static CPU manager, all free, unless told otherwise.
 */
public final class NumatopologyBuilder {

  private final String name;
  private final Map<String, String> policies = new TreeMap<>();
  private final Map<String, String> reserved = new TreeMap<>();
  private final Map<String, NumaResource> resources = new TreeMap<>();
  private final Map<String, Cpu> cpus = new TreeMap<>();
  private final List<PodAllocation> allocations = new ArrayList<>();

  private NumatopologyBuilder(String name) {
    this.name = name;
    policies.put("CPUManagerPolicy", "static");
  }

  /** That of a node, by its name. */
  public static NumatopologyBuilder numatopology(String nodeName) {
    return new NumatopologyBuilder(nodeName);
  }

  public NumatopologyBuilder cpuManager(String policy) {
    policies.put("CPUManagerPolicy", policy);
    return this;
  }

  public NumatopologyBuilder topologyManager(String policy) {
    policies.put("TopologyManagerPolicy", policy);
    return this;
  }

  /** NUMA nodes of one socket each, with cores of two CPUs; numbered one after the other. */
  public NumatopologyBuilder numaNodes(int nodes, int coresEach) {
    for (int cpu = 0; cpu < nodes * coresEach * 2; cpu++) {
      int node = cpu / (coresEach * 2);
      cpu(cpu, node, node, cpu / 2);
    }
    return free("0-%d".formatted(nodes * coresEach * 2 - 1));
  }

  public NumatopologyBuilder cpu(int number, int numaNode, int socket, int core) {
    cpus.put(Integer.toString(number), new Cpu(numaNode, socket, core));
    return this;
  }

  public NumatopologyBuilder free(String list) {
    resources.put("cpu", new NumaResource(list, cpus.size()));
    return this;
  }

  /** Does not list CPUs among the resources. */
  public NumatopologyBuilder withoutCpus() {
    resources.remove("cpu");
    return this;
  }

  public NumatopologyBuilder reserved(String resource, String quantity) {
    reserved.put(resource, quantity);
    return this;
  }

  /** Reports that a pod was given CPUs. */
  public NumatopologyBuilder knows(String uid, String podName) {
    allocations.add(new PodAllocation(uid, podName, "default", List.of()));
    return this;
  }

  public Numatopology build() {
    var meta =
        new ObjectMeta(
            name, "", "", "", null, null, Labels.EMPTY, Labels.EMPTY, List.of(), List.of());
    return new Numatopology(meta, policies, reserved, resources, cpus, allocations);
  }
}
