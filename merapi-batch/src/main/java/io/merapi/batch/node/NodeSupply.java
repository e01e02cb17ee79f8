package io.merapi.batch.node;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.node.Node;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.batch.job.AttachedVolumes;
import io.merapi.kube.configuration.GoFloat;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a node has to give, whatever is on it.
 *
 * @param allocatable with what the node lends out beyond its real resources
 * @param capacity the same before the system's share is taken off
 * @param oversubscription what the node lends out beyond its real resources
 * @param revocableZone the time window in which the node is lent out; empty for none
 */
public record NodeSupply(
    Resources allocatable, Resources capacity, Resources oversubscription, String revocableZone) {

  /**
   * Reads a node.
   *
   * @param volumes how many volumes it can attach
   * @param ignoredDevices scalars that device plugins of the scheduler account for themselves
   */
  public static NodeSupply of(
      Node node,
      ResourceDictionary dictionary,
      AttachedVolumes volumes,
      Set<String> ignoredDevices) {
    Resources oversubscription = oversubscription(node, dictionary);
    return new NodeSupply(
        total(node, node.allocatable(), oversubscription, volumes, ignoredDevices),
        total(node, node.capacity(), oversubscription, volumes, ignoredDevices),
        oversubscription,
        node.meta().labels().getOrDefault(VolcanoKeys.REVOCABLE_ZONE, ""));
  }

  /** Whether two nodes say the same of what they have to give, volumes left aside. */
  public static boolean alike(Node left, Node right) {
    return left.allocatable().equals(right.allocatable())
        && left.capacity().equals(right.capacity())
        && Objects.equals(
            left.meta().labels().get(VolcanoKeys.REVOCABLE_ZONE),
            right.meta().labels().get(VolcanoKeys.REVOCABLE_ZONE))
        && alike(left, right, VolcanoKeys.OVERSUBSCRIPTION_CPU)
        && alike(left, right, VolcanoKeys.OVERSUBSCRIPTION_MEMORY);
  }

  private static boolean alike(Node left, Node right, String annotation) {
    return Objects.equals(
        left.meta().annotations().get(annotation), right.meta().annotations().get(annotation));
  }

  private static Resources total(
      Node node,
      ResourceList list,
      Resources oversubscription,
      AttachedVolumes volumes,
      Set<String> ignoredDevices) {
    ResourceDictionary dictionary = oversubscription.dictionary();
    ResourcesSum has = new ResourcesSum(dictionary).add(list, ignoredDevices);
    volumes
        .limits(node.meta().name())
        .forEach((name, count) -> has.set(dictionary.index(name), count));
    return has.add(oversubscription).view();
  }

  private static Resources oversubscription(Node node, ResourceDictionary dictionary) {
    return new ResourcesSum(dictionary)
        .set(
            ResourceDictionary.CPU,
            number(node.meta().annotations().get(VolcanoKeys.OVERSUBSCRIPTION_CPU)))
        .set(
            ResourceDictionary.MEMORY,
            number(node.meta().annotations().get(VolcanoKeys.OVERSUBSCRIPTION_MEMORY)))
        .view();
  }

  /** A number as an annotation gives it; what is no number counts as nothing. */
  private static double number(@Nullable String text) {
    return text == null ? 0 : GoFloat.parse(text).orElse(0);
  }
}
