package io.merapi.sim.placement;

import io.merapi.sim.trace.PodShape;
import io.merapi.sim.trace.TracedNode;
import io.merapi.sim.workload.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Any node that fits, and on it any card that fits, each as likely as the others. */
final class RandomPlacer implements Placer {

  private final List<ModelNode> nodes;
  private final RandomGenerator chance;

  RandomPlacer(List<TracedNode> nodes, long seed) {
    this.nodes = nodes.stream().map(ModelNode::new).toList();
    this.chance = Chance.of(seed, "random placement");
  }

  @Override
  public long place(List<PodShape> pods) {
    long given = 0;
    var fitting = new ArrayList<ModelNode>();
    for (PodShape pod : pods) {
      fitting.clear();
      for (ModelNode node : nodes) {
        if (node.fits(pod)) {
          fitting.add(node);
        }
      }
      if (!fitting.isEmpty()) {
        ModelNode node = fitting.get(chance.nextInt(fitting.size()));
        node.take(pod, pod.sharesCard() ? anyCard(node, pod) : 0);
        given += pod.totalCardMillis();
      }
    }
    return given;
  }

  private int anyCard(ModelNode node, PodShape pod) {
    int skipped = chance.nextInt(node.cardsFor(pod));
    int card = 0;
    while (node.freeCards[card] < pod.cardMillis() || skipped-- > 0) {
      card++;
    }
    return card;
  }
}
