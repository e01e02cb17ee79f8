package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolume.ClaimReference;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.kube.plugins.volumebinding.NodeChoice.Match;
import io.merapi.kube.plugins.volumebinding.NodeChoice.Provision;
import io.merapi.kube.state.AssumedObjects;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Volumes and claims as they will be once the pod is on its node, taken for real until then.
 *
 * <p>What the cluster has taken is left to it: a new version of the object makes the assumption
 * void. Only what was never written is given back.
 */
final class Reservation {

  private final AssumedObjects assumed;
  private final List<Taken<PersistentVolume>> volumes = new ArrayList<>();
  private final List<PersistentVolumeClaim> claimsOfVolumes = new ArrayList<>();
  private final List<Taken<PersistentVolumeClaim>> claims = new ArrayList<>();

  private Reservation(AssumedObjects assumed) {
    this.assumed = assumed;
  }

  /** Assumes what was chosen for a node. */
  static Reservation of(
      NodeChoice choice, String nodeName, ClusterView cluster, AssumedObjects assumed) {
    var reservation = new Reservation(assumed);
    for (Match match : choice.matches()) {
      reservation.volumes.add(reservation.take(bound(match.volume(), match.claim()), cluster));
      reservation.claimsOfVolumes.add(match.claim());
    }
    for (Provision provision : choice.provisions()) {
      reservation.claims.add(reservation.take(selected(provision.claim(), nodeName), cluster));
    }
    return reservation;
  }

  private <T extends ClusterObject> Taken<T> take(T decided, ClusterView cluster) {
    ClusterObject latest = assumed.latest(cluster, decided.kind(), decided.key());
    // Pods that share a claim assume the same: what another pod took is not this one's to give.
    boolean own = !decided.equals(latest);
    if (own) {
      assumed.assume(decided);
    }
    return new Taken<>(cluster.object(decided.kind(), decided.key()), decided, own);
  }

  /** The volume with the claim that it belongs to, as the controller of volumes would write it. */
  private static PersistentVolume bound(PersistentVolume volume, PersistentVolumeClaim claim) {
    ClaimReference owner = volume.claim();
    ObjectMeta meta = volume.meta();
    boolean byUser = owner != null && owner.means(claim);
    if (!byUser && !meta.annotations().has(WellKnownKeys.BOUND_BY_CONTROLLER)) {
      meta =
          meta.withAnnotations(meta.annotations().with(WellKnownKeys.BOUND_BY_CONTROLLER, "yes"));
    }
    return volume.claimedBy(ClaimReference.to(claim), meta);
  }

  private static PersistentVolumeClaim selected(PersistentVolumeClaim claim, String nodeName) {
    Labels annotations = claim.meta().annotations().with(WellKnownKeys.SELECTED_NODE, nodeName);
    return claim.withMeta(claim.meta().withAnnotations(annotations));
  }

  /** Volumes that get a claim. */
  List<Taken<PersistentVolume>> volumes() {
    return volumes;
  }

  /** The claims of {@link #volumes}, in the same order. */
  List<PersistentVolumeClaim> claimsOfVolumes() {
    return claimsOfVolumes;
  }

  /** Claims that volumes are made for. */
  List<Taken<PersistentVolumeClaim>> claims() {
    return claims;
  }

  /** Takes the cluster's word again for all that was not written. */
  void undo() {
    volumes.forEach(this::undo);
    claims.forEach(this::undo);
  }

  private void undo(Taken<?> taken) {
    if (taken.own && !taken.written) {
      assumed.restore(taken.after);
    }
  }

  /** Takes the cluster's word again for everything: it has taken what was decided. */
  void settle() {
    volumes.forEach(taken -> assumed.restore(taken.after));
    claims.forEach(taken -> assumed.restore(taken.after));
  }

  /** An object before and after the decision about it. */
  static final class Taken<T extends ClusterObject> {

    private final @Nullable ClusterObject before;
    private final T after;
    private final boolean own;

    /** Set by the thread that carries out effects, read by the one that schedules. */
    private volatile boolean written;

    private Taken(@Nullable ClusterObject before, T after, boolean own) {
      this.before = before;
      this.after = after;
      this.own = own;
    }

    T after() {
      return after;
    }

    void markWritten() {
      written = true;
    }

    /** Whether the cluster's object is still the one from before the decision. */
    boolean isYetToShow(ClusterObject real) {
      return real.equals(before) && !real.equals(after);
    }
  }
}
