package io.merapi.batch.node;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.batch.task.AttachedVolumes;
import io.merapi.batch.task.TaskRequests;
import io.merapi.batch.task.TaskStatus;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a node has and what its tasks leave of it, before any session has touched it.
 *
 * @param allocatable with what the node lends out beyond its real resources
 * @param idle what is left; negative where the tasks ask for more than there is
 * @param releasing what tasks hold that are being deleted; it counts as used too
 * @param oversubscription what the node lends out beyond its real resources
 */
public record NodeTotals(
    Resources allocatable,
    Resources used,
    Resources idle,
    Resources releasing,
    Resources oversubscription) {

  /** Adds up a node that exists. */
  public static NodeTotals of(
      NodeInfo info, TaskRequests requests, AttachedVolumes volumes, Set<String> ignoredDevices) {
    Node node = info.node();
    if (node == null) {
      throw new IllegalArgumentException("node (%s) does not exist".formatted(info.name()));
    }
    ResourceDictionary dictionary = info.allocatable().dictionary();
    Resources oversubscription = oversubscription(node, dictionary);
    ResourcesSum has = Resources.of(node.allocatable(), dictionary, ignoredDevices).sum();
    volumes.limits(info.name()).forEach((name, count) -> has.set(dictionary.index(name), count));
    Resources allocatable = has.add(oversubscription).toResources();

    ResourcesSum idle = allocatable.sum();
    var used = new ResourcesSum(dictionary);
    var releasing = new ResourcesSum(dictionary);
    for (PodInfo pod : info.pods()) {
      requests
          .of(pod.pod())
          .ifPresent(request -> {
            idle.subtract(request);
            used.add(request);
            if (TaskStatus.of(pod.pod()) == TaskStatus.RELEASING) {
              releasing.add(request);
            }
          });
    }
    return new NodeTotals(
        allocatable,
        used.toResources(),
        idle.toResources(),
        releasing.toResources(),
        oversubscription);
  }

  private static Resources oversubscription(Node node, ResourceDictionary dictionary) {
    return new ResourcesSum(dictionary)
        .set(
            ResourceDictionary.CPU,
            number(node.meta().annotations().get(VolcanoKeys.OVERSUBSCRIPTION_CPU)))
        .set(
            ResourceDictionary.MEMORY,
            number(node.meta().annotations().get(VolcanoKeys.OVERSUBSCRIPTION_MEMORY)))
        .toResources();
  }

  /** A number as an annotation gives it; what is no number counts as nothing. */
  private static double number(@Nullable String text) {
    try {
      return text == null ? 0 : Double.parseDouble(text);
    } catch (NumberFormatException _) {
      return 0;
    }
  }
}
