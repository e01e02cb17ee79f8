package io.merapi.sim.workload;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.node.Node.Condition;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.simulation.NodePool;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes the nodes of a pool. */
final class NodePools {

  private static final String HOSTNAME = "kubernetes.io/hostname";

  /** What kubelets allow where nobody says otherwise. */
  private static final Quantity PODS = Quantity.parse("110");

  private NodePools() {}

  static Stream<Node> nodes(NodePool pool) {
    Node whole = completed(pool.template());
    return IntStream.range(0, pool.count())
        .mapToObj(index -> whole.withMeta(meta(pool, pool.name() + "-" + index, index)));
  }

  private static ObjectMeta meta(NodePool pool, String name, int index) {
    Map<String, String> labels = new TreeMap<>(pool.template().meta().labels().toMap());
    labels.putIfAbsent(HOSTNAME, name);
    labels.put(SimulationKeys.NODE_POOL, pool.name());
    pool.spread()
        .forEach((key, values) -> {
          if (!values.isEmpty()) {
            labels.put(key, values.get(index % values.size()));
          }
        });
    Map<String, String> annotations = pool.meta().annotations().toMap();
    annotations.putAll(pool.template().meta().annotations().toMap());
    return ObjectMeta.named("", name)
        .withLabels(Labels.of(labels))
        .withAnnotations(Labels.of(annotations));
  }

  /** A node that is ready and takes pods, where its template does not say. */
  private static Node completed(Node template) {
    var allocatable = new TreeMap<>(template.allocatable().amounts());
    allocatable.putIfAbsent("pods", PODS);
    return new Node(
        template.meta(),
        template.unschedulable(),
        template.providerId(),
        template.taints(),
        new ResourceList(allocatable),
        template.capacity(),
        template.images(),
        template.conditions().isEmpty()
            ? List.of(new Condition("Ready", "True"))
            : template.conditions(),
        template.declaredFeatures());
  }
}
