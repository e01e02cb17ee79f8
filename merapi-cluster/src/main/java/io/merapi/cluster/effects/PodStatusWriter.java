package io.merapi.cluster.effects;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiStatus;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes what changes in the statuses of pods.
 *
 * <p>Changes of a status are not dropped, but a newer one takes the place of an older one of the
 * same pod that has not gone out yet, so there are never more of them than pods. Of each pod one is
 * on its way at a time, so that the last one that is written is the last one that was meant.
 */
final class PodStatusWriter {

  private final Requests requests;
  private final RequestLanes lanes;
  private final Map<String, StatusChange> waiting = new HashMap<>();

  /** The pods one of whose changes is on its way; guarded by what waits. */
  private final Set<String> sending = new HashSet<>();

  private final AtomicLong failed = new AtomicLong();

  PodStatusWriter(Requests requests, RequestLanes lanes) {
    this.requests = requests;
    this.lanes = lanes;
  }

  /** What is to be written of a pod's status; null for what stays. */
  private record StatusChange(
      Pod pod, @Nullable PodCondition condition, @Nullable String nominatedNode) {

    List<PodCondition> conditions() {
      return condition == null ? List.of() : List.of(condition);
    }

    StatusChange after(@Nullable StatusChange before) {
      return before == null
          ? this
          : new StatusChange(
              pod,
              condition == null ? before.condition : condition,
              nominatedNode == null ? before.nominatedNode : nominatedNode);
    }
  }

  /**
   * Writes a change, if it is one.
   *
   * @param condition null leaves the conditions
   * @param nominatedNode empty takes it away, null leaves it
   * @return whether there is something to write
   */
  boolean write(Pod pod, @Nullable PodCondition condition, @Nullable String nominatedNode) {
    boolean sameNode =
        nominatedNode == null || nominatedNode.equals(pod.status().nominatedNodeName());
    if (condition == null && sameNode) {
      return false;
    }
    String uid = pod.meta().uid();
    var change = new StatusChange(pod, condition, sameNode ? null : nominatedNode);
    synchronized (waiting) {
      StatusChange before = waiting.put(uid, change.after(waiting.get(uid)));
      if (before != null || sending.contains(uid)) {
        return true;
      }
    }
    lanes.status(() -> send(uid));
    return true;
  }

  private void send(String uid) {
    StatusChange change;
    synchronized (waiting) {
      change = waiting.remove(uid);
      if (change == null) {
        return;
      }
      sending.add(uid);
    }
    try {
      send(change);
    } finally {
      boolean another;
      synchronized (waiting) {
        sending.remove(uid);
        another = waiting.containsKey(uid);
      }
      if (another) {
        lanes.status(() -> send(uid));
      }
    }
  }

  private void send(StatusChange change) {
    try {
      ApiAnswer answer =
          requests.report(Conditions.patch(change.pod, change.conditions(), change.nominatedNode));
      // A pod that is gone meanwhile needs no report.
      if (!answer.succeeded()
          && answer.code() != ApiStatus.NOT_FOUND
          && answer.code() != ApiStatus.CONFLICT) {
        failed.incrementAndGet();
      }
    } catch (IOException _) {
      failed.incrementAndGet();
    }
  }

  /** Changes that the server did not take. */
  long failed() {
    return failed.get();
  }
}
