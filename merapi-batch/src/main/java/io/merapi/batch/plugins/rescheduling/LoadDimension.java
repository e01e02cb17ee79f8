package io.merapi.batch.plugins.rescheduling;

import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.ResourceNames;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import java.util.Objects;

/** A resource whose load counts, in the units in which it is counted. */
enum LoadDimension {
  /** In thousandths. */
  CPU(ResourceNames.CPU, ResourceDictionary.CPU),
  /** In bytes. */
  MEMORY(ResourceNames.MEMORY, ResourceDictionary.MEMORY),
  /** Counted, not measured. */
  PODS(ResourceNames.PODS, ResourceDictionary.PODS);

  private final String resource;
  private final int id;

  LoadDimension(String resource, int id) {
    this.resource = resource;
    this.id = id;
  }

  /** The name under which thresholds are given. */
  String resource() {
    return resource;
  }

  /** The load of a node in percent. */
  double of(SessionNode node, String period) {
    return switch (this) {
      case CPU -> node.usage().cpu(period);
      case MEMORY -> node.usage().memory(period);
      case PODS -> {
        long most = offered(node);
        yield most == 0 ? 0 : node.tasks().size() * 100.0 / most;
      }
    };
  }

  /** What a node offers to pods, or where it does not say so has in all. */
  long offered(SessionNode node) {
    ResourceList allocatable = node.node().allocatable();
    return units(in(allocatable.isEmpty() ? node.node().capacity() : allocatable));
  }

  /** A task's request as a part of all that its node has, in percent. */
  double share(Task task, SessionNode node) {
    Quantity taken =
        this == CPU
            ? Quantity.ofMillis(request(task), Quantity.Format.DECIMAL_SI)
            : Quantity.of(request(task), Quantity.Format.BINARY_SI);
    return taken.asApproximateDouble() * 100 / in(node.node().capacity()).asApproximateDouble();
  }

  long request(Task task) {
    return (long) task.request().get(id);
  }

  private Quantity in(ResourceList list) {
    return Objects.requireNonNullElse(list.get(resource), Quantity.ZERO);
  }

  private long units(Quantity quantity) {
    return this == CPU ? quantity.milliValue() : quantity.value();
  }
}
