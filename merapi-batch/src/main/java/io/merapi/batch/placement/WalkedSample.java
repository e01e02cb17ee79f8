package io.merapi.batch.placement;

import io.merapi.api.session.SessionNode;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.kube.placement.BestNodeTree;
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
  public void take(ClassFit fit, @Nullable RoleRefusals refusals, int start) {
    nowCount = 0;
    laterCount = 0;
    looked = 0;
    boolean isMore = false;
    int place = start;
    while (looked < nodes.size() && !isMore) {
      int node = nodes.get(place).index();
      looked++;
      place = place + 1 == nodes.size() ? 0 : place + 1;
      if (refusals != null && refusals.of(node) != null) {
        continue;
      }
      boolean fitsNow = fit.now().contains(node);
      if (fitsNow || fit.later().contains(node)) {
        isMore = nowCount + laterCount == now.length;
        if (!isMore && fitsNow) {
          now[nowCount++] = node;
        } else if (!isMore) {
          later[laterCount++] = node;
        }
      } else if (refusals != null) {
        refusals.keep(node, fit.of(node));
      }
    }
  }

  @Override
  public int looked() {
    return looked;
  }

  @Override
  public int best(ClassScores scores) throws Unanswered {
    return nowCount == 0 ? BestNodeTree.NONE : scores.bestOf(now());
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
