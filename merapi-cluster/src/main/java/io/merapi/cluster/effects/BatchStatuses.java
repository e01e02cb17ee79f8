package io.merapi.cluster.effects;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.config.objects.ObjectWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the statuses of groups and queues, as often as upstream's sessions do: once a schedule
 * period. What somebody waits for comes sooner: a controller makes the pods of a group when it is
 * admitted.
 */
final class BatchStatuses {

  private static final List<String> GROUP_FIELDS =
      List.of("phase", "conditions", "running", "succeeded", "failed");

  /** The condition of a group whose pods have nodes. */
  private static final String SCHEDULED = "Scheduled";

  private final StatusWriter writer;
  private final Duration period;

  /** The resources that were ever written of a queue: those that it has no more are taken away. */
  private final Map<String, Set<String>> everWritten = new ConcurrentHashMap<>();

  BatchStatuses(StatusWriter writer, Duration period) {
    this.writer = writer;
    this.period = period;
  }

  /** A group's status is no part that is written by itself: its definition has it so. */
  void write(PodGroup group, PodGroup.Status status) {
    Object tree = ObjectWriter.tree(group.withStatus(inSeconds(status))).get("status");
    var fields = new HashMap<String, @Nullable Object>();
    for (String field : GROUP_FIELDS) {
      // What is absent from the tree has to be taken away from the object.
      fields.put(field, tree instanceof Map<?, ?> present ? present.get(field) : null);
    }
    ApiRequest request = request(group, ApiCall.PATCH_POD_GROUP, fields);
    if (admits(status)) {
      writer.writeSoon(group.meta().uid(), request);
    } else {
      writer.write(group.meta().uid(), request, period);
    }
  }

  /** Whether a group is let in whose pods have no nodes yet, and may not even be there. */
  private static boolean admits(PodGroup.Status status) {
    return status.phase() == PodGroupPhase.INQUEUE
        && status.conditions().stream().noneMatch(one -> one.type().equals(SCHEDULED));
  }

  /** Times of objects have whole seconds. */
  private static PodGroup.Status inSeconds(PodGroup.Status status) {
    return new PodGroup.Status(
        status.phase(),
        status.conditions().stream().map(BatchStatuses::inSeconds).toList(),
        status.running(),
        status.succeeded(),
        status.failed());
  }

  private static PodGroup.Condition inSeconds(PodGroup.Condition condition) {
    Instant time = condition.lastTransitionTime();
    return new PodGroup.Condition(
        condition.type(),
        condition.status(),
        condition.transitionId(),
        time == null ? null : time.truncatedTo(ChronoUnit.SECONDS),
        condition.reason(),
        condition.message());
  }

  void write(Queue queue, ResourceList allocated) {
    Set<String> names = everWritten.computeIfAbsent(queue.meta().uid(), _ -> new TreeSet<>());
    names.addAll(queue.allocated().amounts().keySet());
    names.addAll(allocated.amounts().keySet());
    var amounts = new HashMap<String, @Nullable Object>();
    for (String name : names) {
      Quantity amount = allocated.get(name);
      amounts.put(name, amount == null ? null : amount.toString());
    }
    ApiRequest request = request(queue, ApiCall.PATCH_QUEUE_STATUS, Map.of("allocated", amounts));
    writer.write(queue.meta().uid(), request, period);
  }

  /** The uid makes the patch fail on another object that has come to the name since. */
  private static ApiRequest request(ClusterObject object, ApiCall call, Map<String, ?> status) {
    String change =
        ObjectWriter.json(Map.of("metadata", Map.of("uid", object.meta().uid()), "status", status));
    return call.patch(object, ApiRequest.MERGE, change);
  }
}
