package io.merapi.kube.devices;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.kube.state.DecisionLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Allocations that were decided and that the cluster does not know yet.
 *
 * <p>Their devices are taken, but nobody else may use the claims before the cluster has them: a
 * second pod could otherwise be bound with a claim whose allocation then fails to be written.
 * Shared by all profiles of a scheduler; safe for use by several threads. Upstream counterpart:
 * {@code inFlightAllocations}.
 */
public final class PendingAllocations {

  private volatile PersistentMap<String, Allocation> byClaim = PersistentMap.empty();
  private final DecisionLog<Allocation> log = new DecisionLog<>();

  /** Allocations as they began or ceased to be pending. */
  public DecisionLog<Allocation> log() {
    return log;
  }

  /** Makes known what was decided for a claim. */
  public synchronized void add(ResourceClaim claim, Allocation allocation) {
    Allocation before = of(claim);
    byClaim = byClaim.with(name(claim), allocation);
    if (before != null) {
      log.add(before);
    }
    log.add(allocation);
  }

  /** What was decided for a claim; null where nothing is pending. */
  public @Nullable Allocation of(ResourceClaim claim) {
    return byClaim.get(name(claim));
  }

  /**
   * Ends it, whatever came of it.
   *
   * @return whether anything was pending
   */
  public synchronized boolean remove(ResourceClaim claim) {
    Allocation ended = of(claim);
    byClaim = byClaim.without(name(claim));
    if (ended != null) {
      log.add(ended);
    }
    return ended != null;
  }

  /** All that is pending, each under a name of its claim; never changes. */
  public PersistentMap<String, Allocation> byClaim() {
    return byClaim;
  }

  public List<Allocation> all() {
    return byClaim.inOrder();
  }

  /** A claim that was deleted and made anew under its name is another one. */
  private static String name(ResourceClaim claim) {
    String uid = claim.meta().uid();
    return uid.isEmpty() ? claim.key() : uid;
  }
}
