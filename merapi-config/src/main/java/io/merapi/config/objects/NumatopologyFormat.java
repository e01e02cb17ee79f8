package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.topology.Numatopology;
import java.util.List;
import java.util.Map;

/** {@code nodeinfo.volcano.sh/v1alpha1 Numatopology}. */
final class NumatopologyFormat {

  private NumatopologyFormat() {}

  /** Reads the fields of the object; the cursor stands inside it, before its first field. */
  static Numatopology read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        default -> in.skip();
      }
    }
    return new Numatopology(
        meta, spec.policies, spec.reserved, spec.resources, spec.cpus, spec.podAllocations);
  }

  static Map<String, Object> write(Numatopology topology) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(topology.meta()))
        .map(
            "spec",
            new FieldMap()
                .entries("cpuDetail", topology.cpus(), NumatopologyFormat::write)
                .entries("numares", topology.resources(), NumatopologyFormat::write)
                .list("podAllocations", topology.podAllocations(), NumatopologyFormat::write)
                .map("policies", topology.policies())
                .map("resReserved", topology.reserved())
                .fields())
        .fields();
  }

  private static final class Spec {
    private Map<String, String> policies = Map.of();
    private Map<String, String> reserved = Map.of();
    private Map<String, Numatopology.NumaResource> resources = Map.of();
    private Map<String, Numatopology.Cpu> cpus = Map.of();
    private List<Numatopology.PodAllocation> podAllocations = List.of();

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "policies" -> policies = in.entries(ObjectCursor::text);
          case "resReserved" -> reserved = in.entries(ObjectCursor::text);
          case "numares" -> resources = in.entries(NumatopologyFormat::resource);
          case "cpuDetail" -> cpus = in.entries(NumatopologyFormat::cpu);
          case "podAllocations" -> podAllocations = in.list(NumatopologyFormat::podAllocation);
          default -> in.skip();
        }
      }
    }
  }

  private static Numatopology.NumaResource resource(ObjectCursor in) {
    String allocatable = "";
    int capacity = 0;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "allocatable" -> allocatable = in.text();
          case "capacity" -> capacity = in.int32();
          default -> in.skip();
        }
      }
    }
    return new Numatopology.NumaResource(allocatable, capacity);
  }

  private static Map<String, Object> write(Numatopology.NumaResource resource) {
    return new FieldMap()
        .text("allocatable", resource.allocatable())
        .number("capacity", resource.capacity())
        .fields();
  }

  private static Numatopology.Cpu cpu(ObjectCursor in) {
    int numaNode = 0;
    int socket = 0;
    int core = 0;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "numa" -> numaNode = in.int32();
          case "socket" -> socket = in.int32();
          case "core" -> core = in.int32();
          default -> in.skip();
        }
      }
    }
    return new Numatopology.Cpu(numaNode, socket, core);
  }

  private static Map<String, Object> write(Numatopology.Cpu cpu) {
    return new FieldMap()
        .number("core", cpu.core())
        .number("numa", cpu.numaNode())
        .number("socket", cpu.socket())
        .fields();
  }

  private static Numatopology.PodAllocation podAllocation(ObjectCursor in) {
    String uid = "";
    String name = "";
    String namespace = "";
    List<Numatopology.ContainerAllocation> containers = List.of();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "uid" -> uid = in.text();
          case "name" -> name = in.text();
          case "namespace" -> namespace = in.text();
          case "containerAllocations" -> containers = in.list(NumatopologyFormat::container);
          default -> in.skip();
        }
      }
    }
    return new Numatopology.PodAllocation(uid, name, namespace, containers);
  }

  private static Map<String, Object> write(Numatopology.PodAllocation allocation) {
    return new FieldMap()
        .list("containerAllocations", allocation.containers(), NumatopologyFormat::write)
        .text("name", allocation.name())
        .text("namespace", allocation.namespace())
        .text("uid", allocation.uid())
        .fields();
  }

  private static Numatopology.ContainerAllocation container(ObjectCursor in) {
    String name = "";
    Map<String, String> amounts = Map.of();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.text();
          case "allocations" -> amounts = in.entries(ObjectCursor::text);
          default -> in.skip();
        }
      }
    }
    return new Numatopology.ContainerAllocation(name, amounts);
  }

  private static Map<String, Object> write(Numatopology.ContainerAllocation container) {
    return new FieldMap()
        .map("allocations", container.amounts())
        .text("name", container.name())
        .fields();
  }
}
