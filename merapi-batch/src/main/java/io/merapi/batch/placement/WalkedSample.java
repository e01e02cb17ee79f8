package io.merapi.batch.placement;

import io.merapi.api.session.SessionNode;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.kube.placement.BestNodes;
import io.merapi.kube.placement.Unanswered;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sample of some nodes of the cluster, which are looked at one by one. */
final class WalkedSample implements NodeSample {

  private final List<? extends SessionNode> nodes;
  private final int[] now;
  private final int[] later;
  private int nowCount;
  private int laterCount;
  private int looked;

  WalkedSample(List<? extends SessionNode> nodes, int enough) {
    this.nodes = nodes;
    this.now = new int[enough];
    this.later = new int[enough];
  }

  @Override
  public void take(KnownClass known, Asked asked, @Nullable RoleRefusals refusals, int start)
      throws Unanswered {
    nowCount = 0;
    laterCount = 0;
    looked = 0;
    boolean isMore = false;
    while (looked < nodes.size() && !isMore) {
      // As many nodes as are wanted are looked at in any case, so they can be asked at once.
      int wanted = now.length + 1 - nowCount - laterCount;
      int soon = Math.min(looked + wanted, nodes.size());
      for (int i = looked; i < soon; i++) {
        known.want(node(start + i), asked);
      }
      known.learn(asked);
      while (looked < soon && !isMore) {
        isMore = look(node(start + looked++), known.fit(), refusals);
      }
    }
  }

  /** The index of the node at a place, counted on from the last to the first. */
  private int node(int place) {
    return nodes.get(place < nodes.size() ? place : place - nodes.size()).index();
  }

  /** Looks at a node, and says whether it fits and is one too many. */
  private boolean look(int node, ClassFit fit, @Nullable RoleRefusals refusals) {
    if (refusals != null && refusals.of(node) != null) {
      return false;
    }
    boolean fitsNow = fit.now().contains(node);
    if (fitsNow || fit.later().contains(node)) {
      if (nowCount + laterCount == now.length) {
        return true;
      }
      if (fitsNow) {
        now[nowCount++] = node;
      } else {
        later[laterCount++] = node;
      }
    } else if (refusals != null) {
      refusals.keep(node, fit.of(node));
    }
    return false;
  }

  @Override
  public int looked() {
    return looked;
  }

  @Override
  public int best(ClassScores scores) throws Unanswered {
    return nowCount == 0 ? BestNodes.NONE : scores.bestOf(now());
  }

  @Override
  public int[] now() {
    return Arrays.copyOf(now, nowCount);
  }

  @Override
  public int[] later() {
    return Arrays.copyOf(later, laterCount);
  }
}
