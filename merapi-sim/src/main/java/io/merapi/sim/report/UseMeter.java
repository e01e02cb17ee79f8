package io.merapi.sim.report;

import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Adds up what is offered and used of each resource, weighed by how long. */
final class UseMeter {

  private final ResourceDictionary dictionary;
  private long[] offered = new long[8];
  private long[] used = new long[8];
  private double[] offeredTime = new double[8];
  private double[] usedTime = new double[8];
  private double[] peak = new double[8];
  private Instant since;

  UseMeter(ResourceDictionary dictionary, Instant start) {
    this.dictionary = dictionary;
    this.since = start;
  }

  void offer(Instant now, ResourceAmounts amounts, int sign) {
    pass(now);
    add(offered, amounts, sign);
  }

  void use(Instant now, ResourceAmounts amounts, int sign) {
    pass(now);
    add(used, amounts, sign);
  }

  /** Takes note of what is in use for good in this moment; what came and went in it is no peak. */
  void settle() {
    for (int id = 0; id < peak.length; id++) {
      peak[id] = Math.max(peak[id], share(id));
    }
  }

  private void add(long[] sums, ResourceAmounts amounts, int sign) {
    for (int id = 0; id < sums.length; id++) {
      sums[id] += sign * amounts.get(id);
    }
  }

  private void pass(Instant now) {
    grow();
    double seconds = Duration.between(since, now).toMillis() / 1000.0;
    if (seconds > 0) {
      for (int id = 0; id < used.length; id++) {
        usedTime[id] += used[id] * seconds;
        offeredTime[id] += offered[id] * seconds;
      }
      since = now;
    }
  }

  private void grow() {
    int size = dictionary.size();
    if (size > used.length) {
      offered = Arrays.copyOf(offered, size);
      used = Arrays.copyOf(used, size);
      offeredTime = Arrays.copyOf(offeredTime, size);
      usedTime = Arrays.copyOf(usedTime, size);
      peak = Arrays.copyOf(peak, size);
    }
  }

  private double share(int id) {
    return offered[id] == 0 ? 0 : (double) used[id] / offered[id];
  }

  /** The share in use now of each resource of the list. */
  List<Double> shares(List<String> resources) {
    grow();
    var shares = new ArrayList<Double>();
    for (String resource : resources) {
      shares.add(share(dictionary.index(resource)));
    }
    return shares;
  }

  /**
   * The average use of a resource as a share of what another meter has seen on offer.
   *
   * @param offers which has been told of every offer
   */
  double averageOf(String resource, UseMeter offers, Instant end) {
    pass(end);
    offers.pass(end);
    int id = dictionary.index(resource);
    return offers.offeredTime[id] == 0 ? 0 : usedTime[id] / offers.offeredTime[id];
  }

  /** The resources that nodes offer, those that every cluster has first. */
  List<String> resources() {
    grow();
    var names = new ArrayList<String>();
    for (int id = 0; id < Math.min(dictionary.size(), offered.length); id++) {
      String name = dictionary.name(id);
      if ((offered[id] > 0 || offeredTime[id] > 0) && !name.equals("pods")) {
        names.add(name);
      }
    }
    return names;
  }

  List<ResourceUse> result(Instant end) {
    pass(end);
    var results = new ArrayList<ResourceUse>();
    for (String name : resources()) {
      int id = dictionary.index(name);
      double average = offeredTime[id] == 0 ? share(id) : usedTime[id] / offeredTime[id];
      results.add(new ResourceUse(name, offered[id], average, peak[id]));
    }
    return results;
  }
}
