package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.meta.Labels;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceNames;
import io.merapi.api.selector.CompiledSelector;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.storage.ClaimSpec;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the volume that a claim would get on a node, among those that exist.
 *
 * <p>A volume that is kept for the claim is the only one that comes into question, reachable or
 * not; otherwise it is the smallest that is free and large enough. Upstream counterpart: {@code
 * FindMatchingVolume} of {@code k8s.io/component-helpers/storage/volume}.
 */
final class VolumeMatcher {

  private static final String FILESYSTEM = "Filesystem";

  private final PersistentVolumeClaim claim;
  private final Quantity size;
  private final @Nullable CompiledSelector selector;
  private final @Nullable String error;
  private final List<SizedVolume> kept;
  private final Set<String> assumedNames;
  private final List<SizedVolume> anywhere;
  private final PlaceIndex<SizedVolume> free;

  /**
   * @param assumed by name, volumes that are being given to claims
   * @param rivals how many claims of the pod look for volumes, this one included
   */
  VolumeMatcher(
      PersistentVolumeClaim claim,
      StorageIndex storage,
      Map<String, PersistentVolume> assumed,
      int rivals) {
    LabelSelector wanted = claim.spec().selector();
    this.claim = claim;
    this.size = size(claim);
    this.selector = wanted == null ? null : CompiledSelector.of(wanted);
    this.error = error(claim, selector);
    this.assumedNames = assumed.keySet();
    this.kept = kept(storage.kept().of(claim.key()), assumed);
    this.free = storage.free().of(claim.storageClass());
    this.anywhere = anywhere(rivals);
  }

  /** What the claim asks for; nothing where it does not say. */
  static Quantity size(PersistentVolumeClaim claim) {
    Quantity requested = claim.spec().requests().get(ResourceNames.STORAGE);
    return requested == null ? Quantity.ZERO : requested;
  }

  private static @Nullable String error(
      PersistentVolumeClaim claim, @Nullable CompiledSelector selector) {
    return selector == null || selector.error() == null
        ? null
        : "error creating internal label selector for claim: %s: %s"
            .formatted(claim.key(), selector.error());
  }

  /** Volumes that belong to this claim already and would do. */
  private List<SizedVolume> kept(
      PlaceIndex<KeptVolume> real, Map<String, PersistentVolume> assumed) {
    var volumes = new ArrayList<SizedVolume>();
    for (KeptVolume volume : real.anywhere()) {
      if (!assumed.containsKey(volume.key())) {
        addKept(volumes, volume.volume());
      }
    }
    assumed.values().forEach(volume -> addKept(volumes, volume));
    volumes.sort(null);
    return volumes;
  }

  private void addKept(List<SizedVolume> volumes, PersistentVolume volume) {
    PersistentVolume.ClaimReference owner = volume.claim();
    if (owner != null
        && owner.means(claim)
        && volume.storageClass().equals(claim.storageClass())
        && volume.meta().deletionTimestamp() == null) {
      var candidate = new SizedVolume(volume);
      if (candidate.size().compareTo(size) >= 0 && sameForm(volume)) {
        volumes.add(candidate);
      }
    }
  }

  /**
   * The volumes that could be taken on any node; no more than are needed even if the other claims
   * of the pod take the first ones.
   */
  private List<SizedVolume> anywhere(int rivals) {
    var volumes = new ArrayList<SizedVolume>();
    List<SizedVolume> all = free.anywhere();
    int everywhere = 0;
    for (int i = firstLargeEnough(all); i < all.size() && everywhere < rivals; i++) {
      SizedVolume volume = all.get(i);
      if (suits(volume)) {
        volumes.add(volume);
        everywhere += volume.isEverywhere() ? 1 : 0;
      }
    }
    return volumes;
  }

  /**
   * The volume for a node; null where there is none.
   *
   * @param chosen what the other claims of the pod get there
   */
  @Nullable PersistentVolume findOn(Labels node, NodeChoice chosen) throws VolumeSearchException {
    if (error != null) {
      throw new VolumeSearchException(error);
    }
    for (SizedVolume volume : kept) {
      if (!chosen.takes(volume)) {
        return volume.reachableFrom(node) ? volume.volume() : null;
      }
    }
    SizedVolume best = smallestAnywhere(node, chosen);
    for (int label = 0; label < free.labels(); label++) {
      best = smaller(free.at(label, node), best, node, chosen);
    }
    return best == null ? null : best.volume();
  }

  private @Nullable SizedVolume smallestAnywhere(Labels node, NodeChoice chosen) {
    for (SizedVolume volume : anywhere) {
      if (!chosen.takes(volume) && volume.reachableFrom(node)) {
        return volume;
      }
    }
    return null;
  }

  /** The first of the volumes that fits and is smaller than the best so far, or that one. */
  private @Nullable SizedVolume smaller(
      List<SizedVolume> volumes, @Nullable SizedVolume best, Labels node, NodeChoice chosen) {
    for (int i = firstLargeEnough(volumes); i < volumes.size(); i++) {
      SizedVolume volume = volumes.get(i);
      if (best != null && best.compareTo(volume) <= 0) {
        return best;
      }
      if (suits(volume) && !chosen.takes(volume) && volume.reachableFrom(node)) {
        return volume;
      }
    }
    return best;
  }

  private int firstLargeEnough(List<SizedVolume> volumes) {
    int low = 0;
    int high = volumes.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (volumes.get(middle).size().compareTo(size) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Whether a free volume that is large enough would do for the claim on some node. */
  private boolean suits(SizedVolume candidate) {
    PersistentVolume volume = candidate.volume();
    return !assumedNames.contains(volume.name())
        && sameForm(volume)
        && (selector == null || selector.matches(volume.meta().labels()))
        && volume.accessModes().containsAll(claim.spec().accessModes());
  }

  private boolean sameForm(PersistentVolume volume) {
    ClaimSpec spec = claim.spec();
    return orElse(spec.volumeMode(), FILESYSTEM).equals(orElse(volume.volumeMode(), FILESYSTEM))
        && orElse(spec.volumeAttributesClassName(), "")
            .equals(orElse(volume.volumeAttributesClassName(), ""));
  }

  private static String orElse(@Nullable String stated, String absent) {
    return stated == null ? absent : stated;
  }
}
