package io.merapi.sim.recording;

import io.merapi.api.resource.ResourceAmounts;
import io.merapi.sim.report.ClusterSeries;
import io.merapi.sim.report.ClusterSeries.QueueCurves;
import io.merapi.sim.report.ClusterSeries.ShareCurves;
import io.merapi.sim.report.JobSummary;
import io.merapi.sim.report.QueueLine;
import io.merapi.sim.report.QueueShare;
import java.util.ArrayList;
import java.util.List;

/** A queue so far: what its pods use of each resource, what it deserves, and what waits. */
final class QueueTally {

  final String name;

  /** Those that have changed in this moment, in the order of their changes. */
  private final List<QueueTally> changedQueues;

  private final List<Share> shares = new ArrayList<>();
  private final Track pendingJobs = new Track(ClusterSeries.MOST_POINTS);

  /** 1 while it has jobs. */
  private final Integral activity = new Integral();

  private int weight = 1;
  private long evicted;
  private int waitingJobs;
  private int waitingPods;
  private int placedPods;
  private boolean jobsCame;
  private boolean changed;

  QueueTally(String name, List<QueueTally> changedQueues) {
    this.name = name;
    this.changedQueues = changedQueues;
  }

  /** Of one resource, by its number in the dictionary. */
  private static final class Share {
    final Track uses = new Track(ClusterSeries.MOST_POINTS);
    final Track deserts = new Track(ClusterSeries.MOST_POINTS);
    final Track shortfalls = new Track(ClusterSeries.MOST_POINTS);
    final Integral distance = new Integral();
    long used;
    double deserved;
  }

  private void change() {
    if (!changed) {
      changed = true;
      changedQueues.add(this);
    }
  }

  void weigh(int newWeight) {
    weight = newWeight;
    change();
  }

  int weight() {
    return weight;
  }

  void jobCame() {
    jobsCame = true;
    waitingJobs++;
    change();
  }

  void jobWaitsNoMore() {
    waitingJobs--;
    change();
  }

  void podsWait(int more) {
    waitingPods += more;
    change();
  }

  /** A pod on a node begins to use what it asks for. */
  void use(ResourceAmounts amounts, int sign) {
    for (int id = 0; id < amounts.dictionary().size(); id++) {
      share(id).used += sign * amounts.get(id);
    }
    placedPods += sign;
    change();
  }

  void podEvicted() {
    evicted++;
  }

  void deserve(int id, double amount) {
    Share share = share(id);
    if (share.deserved != amount) {
      share.deserved = amount;
      change();
    }
  }

  private Share share(int id) {
    while (shares.size() <= id) {
      shares.add(new Share());
    }
    return shares.get(id);
  }

  boolean hasJobs() {
    return waitingJobs + waitingPods + placedPods > 0;
  }

  boolean everHadJobs() {
    return jobsCame;
  }

  /** Takes note of what lasts beyond this moment. */
  void settle(long now, ResourceMeter cluster) {
    changed = false;
    boolean active = hasJobs();
    boolean waits = waitingJobs + waitingPods > 0;
    activity.set(now, active ? 1 : 0);
    pendingJobs.set(now, waitingJobs);
    for (int id = 0; id < shares.size(); id++) {
      Share share = shares.get(id);
      double deserved = active ? share.deserved : 0;
      share.uses.set(now, (double) share.used);
      share.deserts.set(now, deserved);
      share.shortfalls.set(now, waits ? Math.max(0, deserved - share.used) : 0);
      long offered = cluster.offered(id);
      share.distance.set(
          now, active && offered > 0 ? Math.abs(share.used - deserved) / offered : 0);
    }
  }

  /** The part of what it deserved that it used; NaN where it deserved nothing. */
  double usedOfDeserved(int id, long end) {
    Share share = share(id);
    double deserved = share.deserts.total(end);
    return deserved == 0 ? Double.NaN : share.uses.total(end) / deserved;
  }

  QueueLine line(JobSummary jobs, int[] resources, ResourceMeter cluster, long end) {
    double active = activity.total(end);
    var lines = new ArrayList<QueueShare>();
    for (int id : resources) {
      Share share = share(id);
      double offered = cluster.offeredTime(id, end);
      lines.add(
          new QueueShare(
              cluster.name(id),
              offered == 0 ? 0 : share.uses.total(end) / offered,
              offered == 0 ? 0 : share.deserts.total(end) / offered,
              active == 0 ? 0 : share.distance.total(end) / active,
              cluster.shares(share.shortfalls, id, end).largest()));
    }
    return new QueueLine(name, weight, jobs, evicted, lines);
  }

  QueueCurves curves(int[] resources, ResourceMeter cluster, long end) {
    var curves = new ArrayList<ShareCurves>();
    for (int id : resources) {
      Share share = share(id);
      curves.add(
          new ShareCurves(
              cluster.name(id),
              cluster.shares(share.uses, id, end),
              cluster.shares(share.deserts, id, end)));
    }
    return new QueueCurves(name, pendingJobs.curve(end), curves);
  }
}
