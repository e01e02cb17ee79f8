package io.merapi.cluster.effects;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.config.objects.ObjectWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Patches of a pod's status, as small as what changes. */
final class Conditions {

  private Conditions() {}

  /**
   * The condition as it has to be written; null where the pod has it already. The time of the
   * transition changes only with the status.
   */
  static @Nullable PodCondition change(
      Pod pod, String type, String status, String reason, String message, Instant now) {
    Instant since = now.truncatedTo(ChronoUnit.SECONDS);
    for (PodCondition old : pod.status().conditions()) {
      if (old.type().equals(type)) {
        boolean sameStatus = old.status().equals(status);
        if (sameStatus && old.reason().equals(reason) && old.message().equals(message)) {
          return null;
        }
        if (sameStatus && old.lastTransitionTime() != null) {
          since = old.lastTransitionTime();
        }
      }
    }
    return new PodCondition(type, status, reason, message, since);
  }

  /**
   * The patch of a pod's status.
   *
   * @param conditions that change; others stay
   * @param nominatedNode empty takes it away, null leaves it
   */
  static ApiRequest patch(Pod pod, List<PodCondition> conditions, @Nullable String nominatedNode) {
    var status = new LinkedHashMap<String, @Nullable Object>();
    if (!conditions.isEmpty()) {
      status.put("conditions", conditions.stream().map(Conditions::tree).toList());
    }
    if (nominatedNode != null) {
      status.put("nominatedNodeName", nominatedNode.isEmpty() ? null : nominatedNode);
    }
    // The uid makes the patch fail on another pod that has come to the name since.
    return ApiCall.PATCH_POD_STATUS.patch(
        pod,
        ApiRequest.STRATEGIC_MERGE,
        ObjectWriter.json(Map.of("metadata", Map.of("uid", pod.meta().uid()), "status", status)));
  }

  private static Map<String, @Nullable Object> tree(PodCondition condition) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("type", condition.type());
    fields.put("status", condition.status());
    fields.put("reason", condition.reason());
    fields.put("message", condition.message());
    fields.put("lastProbeTime", null);
    fields.put("lastTransitionTime", String.valueOf(condition.lastTransitionTime()));
    return fields;
  }
}
