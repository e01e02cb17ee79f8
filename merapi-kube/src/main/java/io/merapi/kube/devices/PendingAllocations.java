package io.merapi.kube.devices;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.kube.state.DecisionLog;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

  private final Map<String, Allocation> byClaim = new ConcurrentHashMap<>();
  private final DecisionLog<Allocation> log = new DecisionLog<>();

  /** Allocations as they began or ceased to be pending. */
  public DecisionLog<Allocation> log() {
    return log;
  }

  /** Makes known what was decided for a claim. */
  public void add(ResourceClaim claim, Allocation allocation) {
    Allocation before = byClaim.put(name(claim), allocation);
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
  public boolean remove(ResourceClaim claim) {
    Allocation ended = byClaim.remove(name(claim));
    if (ended != null) {
      log.add(ended);
    }
    return ended != null;
  }

  public List<Allocation> all() {
    return List.copyOf(byClaim.values());
  }

  /** A claim that was deleted and made anew under its name is another one. */
  private static String name(ResourceClaim claim) {
    String uid = claim.meta().uid();
    return uid.isEmpty() ? claim.key() : uid;
  }
}
