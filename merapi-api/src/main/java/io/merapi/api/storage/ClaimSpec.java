package io.merapi.api.storage;

import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a claim for a volume asks for.
 *
 * @param storageClassName absent means the default class, empty means none
 * @param volumeName the volume that the claim is bound to, or wants; empty for any
 * @param volumeMode {@code Filesystem} or {@code Block}; absent means {@code Filesystem}
 * @param volumeAttributesClassName absent where the object does not say
 */
public record ClaimSpec(
    List<String> accessModes,
    ResourceList requests,
    @Nullable String storageClassName,
    @Nullable LabelSelector selector,
    String volumeName,
    @Nullable String volumeMode,
    @Nullable String volumeAttributesClassName) {

  public ClaimSpec {
    accessModes = List.copyOf(accessModes);
  }
}
