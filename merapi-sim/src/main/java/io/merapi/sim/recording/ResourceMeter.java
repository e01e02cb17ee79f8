package io.merapi.sim.recording;

import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.sim.report.ClusterSeries;
import io.merapi.sim.report.ClusterSeries.ResourceCurves;
import io.merapi.sim.report.Curve;
import io.merapi.sim.report.ResourceUse;
import java.util.ArrayList;
import java.util.List;

/** What nodes offer of each resource, and what pods on them hold and use of it. */
final class ResourceMeter {

  private final ResourceDictionary dictionary;
  private final List<Resource> resources = new ArrayList<>();

  ResourceMeter(ResourceDictionary dictionary) {
    this.dictionary = dictionary;
  }

  /** Of one resource, by its number in the dictionary. */
  private static final class Resource {
    final Track offers = new Track(ClusterSeries.MOST_POINTS);
    final Track uses = new Track(ClusterSeries.MOST_POINTS);
    final Track allocations = new Track(ClusterSeries.MOST_POINTS);
    long offered;
    long used;
    long allocated;
    boolean everOffered;
    double peak;

    /** Amounts times seconds that evicted pods had used. */
    double lost;
  }

  /** How many resources are known; more may become known later. */
  int size() {
    while (resources.size() < dictionary.size()) {
      resources.add(new Resource());
    }
    return resources.size();
  }

  void offer(ResourceAmounts amounts, int sign) {
    for (int id = 0; id < size(); id++) {
      resources.get(id).offered += sign * amounts.get(id);
    }
  }

  void allocate(ResourceAmounts amounts, int sign) {
    for (int id = 0; id < size(); id++) {
      resources.get(id).allocated += sign * amounts.get(id);
    }
  }

  void use(ResourceAmounts amounts, int sign) {
    for (int id = 0; id < size(); id++) {
      resources.get(id).used += sign * amounts.get(id);
    }
  }

  void lose(ResourceAmounts amounts, double seconds) {
    for (int id = 0; id < size(); id++) {
      resources.get(id).lost += amounts.get(id) * seconds;
    }
  }

  /** Takes note of what lasts beyond this moment; what came and went in it does not count. */
  void settle(long now) {
    for (int id = 0; id < size(); id++) {
      Resource one = resources.get(id);
      one.offers.set(now, (double) one.offered);
      one.uses.set(now, (double) one.used);
      one.allocations.set(now, (double) one.allocated);
      one.everOffered |= one.offered > 0;
      one.peak = Math.max(one.peak, share(id));
    }
  }

  long offered(int id) {
    return id < size() ? resources.get(id).offered : 0;
  }

  /** The share in use now. */
  double share(int id) {
    Resource one = resources.get(id);
    return one.offered == 0 ? 0 : (double) one.used / one.offered;
  }

  /** The numbers of the resources that nodes offer, those that every cluster has first. */
  int[] shown() {
    var shown = new ArrayList<Integer>();
    for (int id = 0; id < size(); id++) {
      Resource one = resources.get(id);
      if ((one.offered > 0 || one.everOffered) && id != ResourceDictionary.PODS) {
        shown.add(id);
      }
    }
    return shown.stream().mapToInt(Integer::intValue).toArray();
  }

  String name(int id) {
    return dictionary.name(id);
  }

  /** How much was offered, times milliseconds. */
  double offeredTime(int id, long end) {
    return resources.get(id).offers.total(end);
  }

  /** What evicted pods had used in vain, times seconds. */
  double lost(int id) {
    return resources.get(id).lost;
  }

  ResourceUse use(int id, long end) {
    Resource one = resources.get(id);
    double offered = one.offers.total(end);
    return new ResourceUse(
        name(id),
        one.offered,
        offered == 0 ? share(id) : one.uses.total(end) / offered,
        offered == 0 ? 0 : one.allocations.total(end) / offered,
        one.peak,
        offered == 0 ? 0 : one.lost * 1000 / offered);
  }

  ResourceCurves curves(int id, long end) {
    Resource one = resources.get(id);
    double[] offered = one.offers.means(end);
    return new ResourceCurves(
        name(id),
        Curve.of(offered),
        shares(one.uses.means(end), offered),
        shares(one.allocations.means(end), offered));
  }

  /** The parts of what was offered, step by step; 0 where nothing was. */
  static Curve shares(double[] amounts, double[] offered) {
    return Curve.of(amounts.length, i -> offered[i] == 0 ? 0 : amounts[i] / offered[i]);
  }

  /** The same for a queue, whose amounts are of a resource of this meter. */
  Curve shares(Track amounts, int id, long end) {
    return shares(amounts.means(end), resources.get(id).offers.means(end));
  }
}
