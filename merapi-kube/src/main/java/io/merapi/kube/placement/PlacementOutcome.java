package io.merapi.kube.placement;

import io.merapi.kube.framework.ScoreTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of looking for a node. */
public sealed interface PlacementOutcome {

  /**
   * A node was found.
   *
   * @param node its name
   * @param total the sum of its weighted scores; 0 where there was nothing to choose
   * @param best all nodes that are as good, itself included, by name; itself alone where the way of
   *     placing does not look for the others
   * @param evaluatedNodes how many nodes were looked at
   * @param feasibleNodes how many of them fit
   * @param scores absent where there was nothing to choose, and where the way of placing does not
   *     look at every node
   */
  record Placed(
      String node,
      long total,
      List<String> best,
      int evaluatedNodes,
      int feasibleNodes,
      @Nullable ScoreTable scores)
      implements PlacementOutcome {

    public Placed {
      best = List.copyOf(best);
    }

    /** A node that is the only one known to be so good. */
    static Placed alone(String node, long total, int evaluatedNodes, int feasibleNodes) {
      return new Placed(node, total, List.of(), evaluatedNodes, feasibleNodes, null);
    }

    /** There are many of these, and few who ask: so itself alone is not kept. */
    @Override
    public List<String> best() {
      return best.isEmpty() ? List.of(node) : best;
    }
  }

  /** No node fits. */
  record Unfit(FitError error) implements PlacementOutcome {}

  /** There is no node at all. */
  record NoNodes() implements PlacementOutcome {

    /** Upstream's words. */
    public static final String MESSAGE = "no nodes available to schedule pods";
  }

  /**
   * Something is broken, so that no answer can be given.
   *
   * @param message upstream's words, which name the plugin
   */
  record Failed(String message) implements PlacementOutcome {}
}
