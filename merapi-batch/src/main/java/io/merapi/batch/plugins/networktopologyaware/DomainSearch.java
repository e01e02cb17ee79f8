package io.merapi.batch.plugins.networktopologyaware;

import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.extension.HyperNodeGradient.SearchPurpose;
import io.merapi.batch.plugins.networktopologyaware.DomainLedger.Domain;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds the domains of the network that tasks with a hard topology may share, tier by tier. */
final class DomainSearch {

  private final HyperNodes hyperNodes;
  private final DomainLedger ledger;
  private final long maxForEviction;

  DomainSearch(HyperNodes hyperNodes, DomainLedger ledger, long maxForEviction) {
    this.hyperNodes = hyperNodes;
    this.ledger = ledger;
    this.maxForEviction = maxForEviction;
  }

  /**
   * The domains by tier, the lowest first; for evictions the highest first, and not more than are
   * worth a search.
   *
   * @param below none but it and what it holds is of use
   * @param highestTier that a domain may have
   * @param allocated the domain that holds tasks already; empty for none
   * @param minimum what must be free in a domain while it holds none; for evictions, what it must
   *     have at all
   */
  List<List<HyperNodeInfo>> find(
      HyperNodeInfo below,
      int highestTier,
      String allocated,
      Resources minimum,
      SearchPurpose purpose) {
    HyperNodeInfo root = allocated.isEmpty() ? below : root(below, highestTier, allocated);
    if (root == null) {
      return List.of();
    }
    var byTier = new TreeMap<Integer, List<HyperNodeInfo>>();
    var seen = new HashSet<String>();
    var queue = new ArrayDeque<HyperNodeInfo>();
    seen.add(root.name());
    queue.add(root);
    while (!queue.isEmpty()) {
      HyperNodeInfo next = queue.remove();
      if (next.tier() <= highestTier
          && (!allocated.isEmpty() || suffices(next, minimum, purpose))) {
        byTier.computeIfAbsent(next.tier(), _ -> new ArrayList<>()).add(next);
      }
      for (String child : next.children()) {
        if (seen.add(child)) {
          queue.add(Objects.requireNonNull(hyperNodes.named(child)));
        }
      }
    }
    List<List<HyperNodeInfo>> gradients = List.copyOf(byTier.values());
    return purpose == SearchPurpose.EVICT ? widestFirst(gradients) : gradients;
  }

  private boolean suffices(HyperNodeInfo info, Resources minimum, SearchPurpose purpose) {
    Domain domain = ledger.named(info.name());
    if (domain == null) {
      return true;
    }
    return switch (purpose) {
      case ALLOCATE ->
          minimum.lessEqual(domain.idle(), MissingDimension.ZERO)
              || minimum.lessEqual(domain.futureIdle(), MissingDimension.ZERO);
      case EVICT -> minimum.lessEqual(domain.allocatable(), MissingDimension.ZERO);
    };
  }

  /** What is both in the domain given and within reach of the tasks that are placed already. */
  private @Nullable HyperNodeInfo root(HyperNodeInfo below, int highestTier, String allocated) {
    String reach = highestAround(allocated, highestTier);
    if (reach.isEmpty()) {
      return null;
    }
    String common = hyperNodes.lowestCommon(below.name(), reach);
    if (common.equals(reach)) {
      return below;
    }
    return common.equals(below.name()) ? hyperNodes.named(reach) : null;
  }

  /**
   * The largest domain around another one that a tier allows; empty where even that is too high.
   */
  private String highestAround(String name, int highestTier) {
    String highest = "";
    var seen = new HashSet<String>();
    HyperNodeInfo next = hyperNodes.named(name);
    while (next != null && next.tier() <= highestTier && seen.add(next.name())) {
      highest = next.name();
      next = hyperNodes.named(next.parent());
    }
    return highest;
  }

  /** In a wide domain room is more likely to be found, and few are searched. */
  private List<List<HyperNodeInfo>> widestFirst(List<List<HyperNodeInfo>> gradients) {
    var result = new ArrayList<List<HyperNodeInfo>>();
    long left = maxForEviction;
    for (List<HyperNodeInfo> gradient : gradients.reversed()) {
      if (left == 0) {
        break;
      }
      int taken = (int) Math.min(gradient.size(), left);
      result.add(gradient.subList(gradient.size() - taken, gradient.size()));
      left -= taken;
    }
    return result;
  }
}
