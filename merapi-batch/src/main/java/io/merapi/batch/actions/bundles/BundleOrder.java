package io.merapi.batch.actions.bundles;

import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Task;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.OrderedHeap;
import java.util.ArrayList;
import java.util.List;

/**
 * Which bundles go first: safe ones, then as the rules of the action say, then those that give more
 * of what is needed for what they cost.
 *
 * <p>Upstream's {@code SortBundlesForPreempt} and {@code SortBundlesForReclaim}.
 *
 * @param gang the job that room is made for
 * @param need what it asks for in sum; other resources do not count
 */
record BundleOrder(EvictionRules rules, JobState gang, Resources need) {

  /** By a heap, which needs no order that agrees with itself: the rules ask plugins. */
  List<Bundle> sort(List<Bundle> bundles) {
    var heap = new OrderedHeap<Bundle>(this::before);
    bundles.forEach(heap::push);
    var sorted = new ArrayList<Bundle>(bundles.size());
    while (!heap.isEmpty()) {
      sorted.add(heap.pop());
    }
    return sorted;
  }

  private boolean before(Bundle left, Bundle right) {
    if (left.kind() != right.kind()) {
      return left.kind().compareTo(right.kind()) < 0;
    }
    boolean leftFirst = rules.evictsFirst(left.job(), right.job(), gang);
    if (leftFirst != rules.evictsFirst(right.job(), left.job(), gang)) {
      return leftFirst;
    }
    int order = Double.compare(worth(right), worth(left));
    if (order == 0) {
      order = left.job().key().compareTo(right.job().key());
    }
    if (order == 0) {
      order = first(left).uid().compareTo(first(right).uid());
    }
    return order < 0;
  }

  private static Task first(Bundle bundle) {
    return bundle.tasks().getFirst();
  }

  /** What a bundle gives for what it costs; infinite where it costs nothing that is needed. */
  private double worth(Bundle bundle) {
    double cost = sharesOfNeed(bundle.lost(), Double.POSITIVE_INFINITY);
    return cost == 0 ? Double.POSITIVE_INFINITY : sharesOfNeed(bundle.freed(), 1) / cost;
  }

  /** The sum, over all that is needed, of how much of the need an amount covers. */
  private double sharesOfNeed(Resources amount, double mostOfOne) {
    double sum =
        share(amount, ResourceDictionary.CPU, mostOfOne)
            + share(amount, ResourceDictionary.MEMORY, mostOfOne);
    for (int i = 0; i < need.scalarCount(); i++) {
      sum += share(amount, need.scalarId(i), mostOfOne);
    }
    return sum;
  }

  private double share(Resources amount, int id, double most) {
    double needed = need.get(id);
    return needed <= 0 ? 0 : Math.min(amount.get(id) / needed, most);
  }
}
