package io.merapi.batch.placement;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.KindOrder;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.batch.tier.TierLineup;
import java.util.ArrayList;
import java.util.List;

/**
 * What plugins say of nodes one by one, as the terms of a sum. Terms that can be kept are added up
 * as far as no other comes between them, so that the sum is that of the definition to the last bit.
 */
final class OwnTerms {

  /** Those that can be kept; the first may stand for no plugin at all, or for several. */
  private final List<TierLineup<NodeOrder>> kept = new ArrayList<>();

  private final List<NodeOrder> byKinds = new ArrayList<>();

  /**
   * What follows the first: the place of one that is kept, or below 0 of one that goes by kinds.
   */
  private final List<Integer> order = new ArrayList<>();

  OwnTerms(TierLineup<NodeOrder> plugins) {
    var first = new ArrayList<NodeOrder>();
    var after = new ArrayList<TierLineup<NodeOrder>>();
    for (NodeOrder plugin : plugins.plugins()) {
      if (plugin instanceof KindOrder) {
        order.add(~byKinds.size());
        byKinds.add(plugin);
      } else if (byKinds.isEmpty()) {
        first.add(plugin);
      } else {
        after.add(new TierLineup<>(List.of(List.of(plugin))));
        order.add(after.size());
      }
    }
    kept.add(new TierLineup<>(List.of(first)));
    kept.addAll(after);
  }

  /** How many terms are kept. */
  int width() {
    return kept.size();
  }

  /** The plugins whose terms go by kinds of nodes. */
  List<NodeOrder> byKinds() {
    return byKinds;
  }

  /**
   * The terms after the first in the order in which they are added: the place of one that is kept,
   * or the complement of the place of one that goes by kinds.
   */
  int[] order() {
    return order.stream().mapToInt(place -> place).toArray();
  }

  /** Asks for the terms that are kept, as the bits of numbers, from some place on. */
  void ask(Task task, SessionNode node, long[] answers, int from) {
    for (int i = 0; i < kept.size(); i++) {
      answers[from + i] =
          Double.doubleToRawLongBits(kept.get(i).sum(NodeOrder::scoreNode, task, node));
    }
  }
}
