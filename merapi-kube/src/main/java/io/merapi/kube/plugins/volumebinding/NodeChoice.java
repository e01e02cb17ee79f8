package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one node has for the claims of a pod that wait for a volume. */
final class NodeChoice {

  private final List<Match> matches = new ArrayList<>(2);
  private final List<Provision> provisions = new ArrayList<>(2);

  /** Volumes that exist, by the size of their claims. */
  List<Match> matches() {
    return matches;
  }

  /** Claims that volumes can be made for. */
  List<Provision> provisions() {
    return provisions;
  }

  boolean takes(SizedVolume volume) {
    for (Match match : matches) {
      if (match.volume.name().equals(volume.key())) {
        return true;
      }
    }
    return false;
  }

  void match(PersistentVolumeClaim claim, PersistentVolume volume) {
    matches.add(new Match(claim, volume));
  }

  void provision(PersistentVolumeClaim claim, @Nullable CapacityPool pool) {
    provisions.add(new Provision(claim, pool));
  }

  /** A claim and the volume that it would get. */
  record Match(PersistentVolumeClaim claim, PersistentVolume volume) {}

  /**
   * A claim that a volume would be made for.
   *
   * @param pool what it would be made of; absent where the driver does not say what it has
   */
  record Provision(PersistentVolumeClaim claim, @Nullable CapacityPool pool) {}
}
