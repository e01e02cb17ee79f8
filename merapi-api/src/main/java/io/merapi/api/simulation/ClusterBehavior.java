package io.merapi.api.simulation;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;

/**
 * How a simulated cluster behaves where a real one takes time or fails. Times are in seconds,
 * failures are shares from 0 to 1.
 *
 * @param bindLatency from the decision to the pod being on its node
 * @param bindFailures how many of the binds the API server refuses
 * @param startLatency from being on the node to running: images, volumes, containers
 * @param podFailures how many of the pods with a run time fail somewhere in it
 * @param terminationTime how long the containers of a deleted pod take to end
 * @param decisionCost how long the scheduler thinks about one pod
 */
public record ClusterBehavior(
    ObjectMeta meta,
    Distribution bindLatency,
    double bindFailures,
    Distribution startLatency,
    double podFailures,
    Distribution terminationTime,
    Distribution decisionCost)
    implements ClusterObject {

  /** Everything at once and nothing fails; only the end of a pod takes a second. */
  public static final ClusterBehavior IDEAL =
      new ClusterBehavior(
          ObjectMeta.named("", "ideal"),
          new Distribution.Constant(0),
          0,
          new Distribution.Constant(0),
          0,
          new Distribution.Constant(1),
          new Distribution.Constant(0));

  public ClusterBehavior {
    share(bindFailures, "bindFailures");
    share(podFailures, "podFailures");
  }

  private static void share(double value, String name) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException("spec.%s must be from 0 to 1".formatted(name));
    }
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.CLUSTER_BEHAVIOR;
  }
}
