package io.merapi.batch.cycle;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which changes are worth a session: all but those that say only what a session has found out.
 *
 * <p>Conditions of pods and groups, counts, nominations and the use of queues are written at the
 * end of a session; if they opened the next, there would always be one. The same holds for the
 * cluster's word that a pod is bound, to which it adds labels and annotations of its own, and that
 * a group has the phase that it was given.
 */
final class RelevantChange {

  private RelevantChange() {}

  /**
   * Whether a session should know of a change.
   *
   * @param before absent for an object that is new
   * @param after absent for one that is gone
   * @param decided whether a session has decided of this object what the cluster had not followed
   *     yet: of a pod, what was before; of a group, the phase that is now
   */
  static boolean is(
      @Nullable ClusterObject before, @Nullable ClusterObject after, boolean decided) {
    if (before instanceof VolcanoJob || after instanceof VolcanoJob) {
      return false;
    }
    if (before instanceof Pod old && after instanceof Pod now) {
      return !sameForSessions(old, now) && !(decided && confirms(old, now));
    }
    if (before instanceof PodGroup old && after instanceof PodGroup now) {
      PodGroup found = decided ? old.withStatus(now.status()) : old;
      return !withoutFindings(found).equals(withoutFindings(now));
    }
    if (before instanceof Queue old && after instanceof Queue now) {
      return !withoutFindings(old).equals(withoutFindings(now));
    }
    return true;
  }

  private static boolean sameForSessions(Pod old, Pod now) {
    return old.nodeName().equals(now.nodeName())
        && old.status().phase() == now.status().phase()
        && unversioned(old.meta()).equals(unversioned(now.meta()))
        && old.spec().equals(now.spec())
        && Objects.equals(old.status().resources(), now.status().resources())
        && old.status().claimStatuses().equals(now.status().claimStatuses());
  }

  private static boolean confirms(Pod decided, Pod now) {
    return now.meta().deletionTimestamp() == null
        && sameForSessions(
            decided,
            now.withMeta(decided.meta().withResourceVersion(now.meta().resourceVersion())));
  }

  private static PodGroup withoutFindings(PodGroup group) {
    return group
        .withMeta(unversioned(group.meta()))
        .withStatus(new PodGroup.Status(group.status().phase(), List.of(), 0, 0, 0));
  }

  private static Queue withoutFindings(Queue queue) {
    return queue.withMeta(unversioned(queue.meta())).withStatus(queue.state(), ResourceList.EMPTY);
  }

  private static ObjectMeta unversioned(ObjectMeta meta) {
    return meta.withResourceVersion("");
  }
}
