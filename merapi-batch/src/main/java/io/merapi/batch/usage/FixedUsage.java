package io.merapi.batch.usage;

import io.merapi.api.session.NodeUsage;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Load that never changes, for simulations: whenever it is asked for it was measured just then. */
public final class FixedUsage implements UsageSource {

  private final Map<String, Load> byNode;
  private final InstantSource clock;

  public FixedUsage(Map<String, Load> byNode, InstantSource clock) {
    this.byNode = Map.copyOf(byNode);
    this.clock = clock;
  }

  @Override
  public CompletionStage<Answer> measure(List<String> nodes) {
    var usages = new TreeMap<String, NodeUsage>();
    for (String node : nodes) {
      Load load = byNode.get(node);
      if (load != null) {
        usages.put(node, NodeUsage.collected(clock.instant(), load.cpu, load.memory));
      }
    }
    return CompletableFuture.completedFuture(new Answer(usages, nodes.size(), List.of()));
  }

  /** A load in percent of what the node has. */
  public record Load(double cpu, double memory) {}
}
