package io.merapi.kube.cycle;

import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.extenders.Extenders;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.queue.PendingPod;
import io.merapi.kube.queue.SchedulingQueue;
import org.jspecify.annotations.Nullable;

/** A configuration that is not in force, used for a moment without anything being done. */
final class Trial {

  /** Each may take a look at every node, and the scheduling thread waits meanwhile. */
  private static final int MOST_PODS = 8;

  private Trial() {}

  /**
   * Makes the profiles, and looks for nodes for some of the pods that wait.
   *
   * @return why the configuration is not fit to be used; null where nothing speaks against it
   */
  static @Nullable String objection(
      KubeConfiguration configuration,
      SchedulerHost host,
      Profiles.Surroundings surroundings,
      SchedulingQueue queue,
      SnapshotView cluster) {
    try {
      SchedulerParts parts = SchedulerParts.forQuestions();
      var profiles =
          new Profiles(
              configuration,
              host.plugins().apply(parts),
              parts.claimChanges(),
              Extenders.NONE,
              FanOut.NONE,
              surroundings.forTrial());
      String missing = missing(profiles);
      if (!missing.isEmpty()) {
        return missing;
      }
      return queue.waiting().stream()
          .filter(pending -> profiles.serve(pending.pod().pod()) && !hasFailed(pending))
          .limit(MOST_PODS)
          .map(pending -> objection(pending, profiles, queue, cluster))
          .filter(objection -> !objection.isEmpty())
          .findFirst()
          .orElse(null);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return "it cannot be used: " + e;
    }
  }

  private static String missing(Profiles profiles) {
    for (SchedulingProfile profile : profiles.byName().values()) {
      if (!profile.missing().isEmpty()) {
        return "profile (%s) enables plugins that do not exist here: %s"
            .formatted(profile.schedulerName(), String.join(", ", profile.missing()));
      }
    }
    return "";
  }

  /** Whether its last attempt broke as things are, so that it says nothing about what is tried. */
  private static boolean hasFailed(PendingPod pending) {
    return pending.attempts() > 0 && pending.rejectors().isEmpty();
  }

  private static String objection(
      PendingPod pending, Profiles profiles, SchedulingQueue queue, SnapshotView cluster) {
    String scheduler = pending.pod().pod().spec().schedulerNameOrDefault();
    SchedulingProfile profile = profiles.byName().get(scheduler);
    if (profile == null) {
      return "";
    }
    var attempt = profile.attempt(pending.pod(), cluster);
    return profiles.placement(profile).place(attempt, queue.nominations())
            instanceof PlacementOutcome.Failed(var message)
        ? "looking for a node for pod (%s) failed: %s".formatted(pending.pod().key(), message)
        : "";
  }
}
