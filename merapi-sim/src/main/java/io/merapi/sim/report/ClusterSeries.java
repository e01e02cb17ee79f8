package io.merapi.sim.report;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cluster over time. Every curve has the same number of points; a point is the mean over one
 * step, weighed by time. The last step may reach beyond the end; its mean is over the part before.
 *
 * @param start of the first step
 * @param step how long each is: as short as it may be without more than {@link #MOST_POINTS}
 * @param points how many there are
 * @param runningPods pods on nodes
 * @param pendingPods pods without a node
 * @param pendingJobs jobs that have come and not started
 * @param resources in the order of the report's resources
 * @param queues in the order of the report's queues
 * @param fragmentedGpus the share of all GPUs that were free but of no use to the requests of this
 *     workload; null where there are no GPUs
 */
public record ClusterSeries(
    Instant start,
    Duration step,
    int points,
    Curve runningPods,
    Curve pendingPods,
    Curve pendingJobs,
    List<ResourceCurves> resources,
    List<QueueCurves> queues,
    @Nullable Curve fragmentedGpus) {

  /** However long a simulation takes, there are no more points. */
  public static final int MOST_POINTS = 2000;

  public ClusterSeries {
    resources = List.copyOf(resources);
    queues = List.copyOf(queues);
  }

  /** When a step begins. */
  public Instant at(int point) {
    return start.plus(step.multipliedBy(point));
  }

  /** The same with fewer points, each the mean of those that fall into it. */
  public ClusterSeries reduced(int most) {
    return points <= most
        ? this
        : new ClusterSeries(
            start,
            step.multipliedBy(points).dividedBy(most),
            most,
            runningPods.reduced(most),
            pendingPods.reduced(most),
            pendingJobs.reduced(most),
            resources.stream().map(one -> one.reduced(most)).toList(),
            queues.stream().map(one -> one.reduced(most)).toList(),
            fragmentedGpus == null ? null : fragmentedGpus.reduced(most));
  }

  /**
   * One resource of the cluster.
   *
   * @param offered what the nodes offered, in the unit of the resource (thousandths of a core,
   *     bytes, cards)
   * @param used the share of it that running pods had asked for (utilisation)
   * @param allocated the share of it that pods on nodes had asked for (allocation)
   */
  public record ResourceCurves(String resource, Curve offered, Curve used, Curve allocated) {

    ResourceCurves reduced(int most) {
      return new ResourceCurves(
          resource, offered.reduced(most), used.reduced(most), allocated.reduced(most));
    }
  }

  /**
   * One queue.
   *
   * @param pendingJobs jobs of it that have come and not started
   * @param shares in the order of the report's resources
   */
  public record QueueCurves(String queue, Curve pendingJobs, List<ShareCurves> shares) {

    public QueueCurves {
      shares = List.copyOf(shares);
    }

    QueueCurves reduced(int most) {
      return new QueueCurves(
          queue, pendingJobs.reduced(most), shares.stream().map(one -> one.reduced(most)).toList());
    }
  }

  /** The share of a resource of the cluster that a queue used, and the share that was due to it. */
  public record ShareCurves(String resource, Curve used, Curve deserved) {

    ShareCurves reduced(int most) {
      return new ShareCurves(resource, used.reduced(most), deserved.reduced(most));
    }
  }
}
