package io.merapi.kube.plugins.volumebinding;

import static java.util.Objects.requireNonNull;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.kube.plugins.volumebinding.VolumeConflict.Cause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a pod during one attempt to schedule it, and what each node has for them.
 *
 * <p>What a node has follows from the view of the cluster and from what was assumed when the
 * attempt began, so asking again gives the same answer: nothing is kept per node.
 */
final class PodVolumes {

  /** Of a pod that has no claims, whatever the cluster is like. */
  static final PodVolumes NONE = new PodVolumes(null, List.of(), List.of(), List.of(), null);

  private final @Nullable ClusterView cluster;
  private final List<BoundClaim> bound;

  /** Claims that a volume is being made for, in the order of the pod. */
  private final List<WaitingClaim> provisioned;

  /** Claims that take a volume where one is free, the smallest first. */
  private final List<WaitingClaim> matched;

  private final @Nullable Reservation reservation;

  private PodVolumes(
      @Nullable ClusterView cluster,
      List<BoundClaim> bound,
      List<WaitingClaim> provisioned,
      List<WaitingClaim> matched,
      @Nullable Reservation reservation) {
    this.cluster = cluster;
    this.bound = bound;
    this.provisioned = provisioned;
    this.matched = matched;
    this.reservation = reservation;
  }

  static PodVolumes of(ClusterView cluster, List<BoundClaim> bound, List<WaitingClaim> waiting) {
    return new PodVolumes(
        cluster,
        List.copyOf(bound),
        waiting.stream().filter(claim -> claim.matcher() == null).toList(),
        waiting.stream()
            .filter(claim -> claim.matcher() != null)
            .sorted(Comparator.comparing(WaitingClaim::size))
            .toList(),
        null);
  }

  /** The same with what has been reserved. */
  PodVolumes with(Reservation made) {
    return new PodVolumes(cluster, bound, provisioned, matched, made);
  }

  ClusterView cluster() {
    return requireNonNull(cluster, "there are no claims to look for in the cluster");
  }

  /** What has been reserved; null where nothing has. */
  @Nullable Reservation reservation() {
    return reservation;
  }

  /** Whether no volume is left to be chosen. */
  boolean isAllBound() {
    return provisioned.isEmpty() && matched.isEmpty();
  }

  /** Whether a node can have all volumes. */
  Verdict judge(NodeInfo node) {
    try {
      VolumeConflict first = boundConflict(node);
      if (isAllBound()) {
        return first == null ? Verdict.success() : Verdict.unresolvable(first);
      }
      VolumeConflict second = waitingConflict(node, new NodeChoice());
      if (first == null) {
        return second == null ? Verdict.success() : Verdict.unresolvable(second);
      }
      return second == null ? Verdict.unresolvable(first) : both(first, second);
    } catch (VolumeSearchException e) {
      return Verdict.error(e.getMessage());
    }
  }

  /** Both, in upstream's order: a missing volume is told last. */
  private static Verdict both(VolumeConflict bound, VolumeConflict waiting) {
    return bound.cause() == Cause.MISSING
        ? Verdict.unresolvable(waiting, bound)
        : Verdict.unresolvable(bound, waiting);
  }

  /** What a node has for the claims that wait; null where it cannot have all volumes. */
  @Nullable NodeChoice choose(NodeInfo node) {
    try {
      var choice = new NodeChoice();
      return boundConflict(node) == null && waitingConflict(node, choice) == null ? choice : null;
    } catch (VolumeSearchException _) {
      return null;
    }
  }

  private @Nullable VolumeConflict boundConflict(NodeInfo node) throws VolumeSearchException {
    for (BoundClaim claim : bound) {
      VolumeConflict conflict = claim.conflictOn(cluster(), node.name(), labels(node));
      if (conflict != null) {
        return conflict;
      }
    }
    return null;
  }

  private @Nullable VolumeConflict waitingConflict(NodeInfo node, NodeChoice choice)
      throws VolumeSearchException {
    for (WaitingClaim claim : provisioned) {
      if (!node.name().equals(WaitingClaim.selectedNode(claim.claim()))) {
        return new VolumeConflict(Cause.OTHER_NODE_CHOSEN, claim.claim());
      }
    }
    Labels labels = labels(node);
    List<WaitingClaim> unmatched = matchOn(labels, choice);
    VolumeConflict conflict = provisionConflict(provisioned, labels, choice);
    return conflict != null ? conflict : provisionConflict(unmatched, labels, choice);
  }

  /** Gives claims the volumes that exist; those that get none are left. */
  private List<WaitingClaim> matchOn(Labels node, NodeChoice choice) throws VolumeSearchException {
    List<WaitingClaim> unmatched = List.of();
    for (WaitingClaim claim : matched) {
      PersistentVolume volume = requireNonNull(claim.matcher()).findOn(node, choice);
      if (volume != null) {
        choice.match(claim.claim(), volume);
      } else {
        unmatched = unmatched.isEmpty() ? new ArrayList<>(matched.size()) : unmatched;
        unmatched.add(claim);
      }
    }
    return unmatched;
  }

  private static @Nullable VolumeConflict provisionConflict(
      List<WaitingClaim> claims, Labels node, NodeChoice choice) {
    for (WaitingClaim claim : claims) {
      VolumeConflict conflict = claim.provisioning().conflictOn(node, choice);
      if (conflict != null) {
        return conflict;
      }
    }
    return null;
  }

  private static Labels labels(NodeInfo node) {
    return requireNonNull(node.node()).meta().labels();
  }
}
