package io.merapi.kube.devices;

import io.merapi.api.resource.Quantity;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Looks for a set of devices that gives every request of every claim what it wants.
 *
 * <p>One device after the other is chosen, in the order of claims, requests and devices; where no
 * device is left for a request, the last choice is undone and the next device tried for it. The
 * first complete set is the answer. Within a request devices are only tried in ascending order,
 * since their order makes no difference; still the search may take exponential time, which is why
 * it can be cut off. Steps and their order are those of upstream, so that both find the same
 * devices: {@code allocateOne} of {@code structured/internal/incubating}.
 */
final class DeviceSearch {

  private static final Position START = new Position(0, 0, 0);

  private final List<ClaimPlan> claims;
  private final NodeDevices devices;
  private final DeviceFeatures features;
  private final AllocatedDevices allocated;
  private final SharedCounters.Taking counters;
  private final BooleanSupplier outOfTime;

  /** By device, the numbers of the claims that it has been chosen for. */
  private final Map<DeviceId, Set<Integer>> choosing = new HashMap<>();

  private final ConsumedCapacity sharing = new ConsumedCapacity();

  DeviceSearch(
      List<ClaimPlan> claims,
      NodeDevices devices,
      DeviceFeatures features,
      AllocatedDevices allocated,
      SharedCounters.Taking counters,
      BooleanSupplier outOfTime) {
    this.claims = claims;
    this.devices = devices;
    this.features = features;
    this.allocated = allocated;
    this.counters = counters;
    this.outOfTime = outOfTime;
  }

  /**
   * Chooses devices for all claims.
   *
   * @return whether that worked out; the plans then hold what was chosen
   * @throws AllocationException if something is wrong with the input, or time is up
   */
  boolean run() {
    return claim(0) == Outcome.FOUND;
  }

  /** What came of a part of the search. */
  private enum Outcome {
    FOUND,
    NOT_FOUND,
    /** The claim would hold too many devices, whichever they are. */
    TOO_MANY
  }

  private Outcome claim(int claim) {
    checkTime();
    return claim == claims.size() ? Outcome.FOUND : request(claim, 0);
  }

  private Outcome request(int claim, int request) {
    checkTime();
    List<List<RequestPlan>> requests = claims.get(claim).requests();
    if (request == requests.size()) {
      // Another choice for an earlier claim may let this one do with fewer devices.
      Outcome rest = claim(claim + 1);
      return rest == Outcome.TOO_MANY ? Outcome.NOT_FOUND : rest;
    }
    List<RequestPlan> alternatives = requests.get(request);
    if (!alternatives.getFirst().isAlternative()) {
      return device(new Step(claim, request, alternatives.getFirst(), 0), START);
    }
    Outcome worst = Outcome.TOO_MANY;
    for (RequestPlan alternative : alternatives) {
      Outcome outcome = device(new Step(claim, request, alternative, 0), START);
      if (outcome == Outcome.FOUND) {
        return outcome;
      }
      worst = outcome == Outcome.TOO_MANY ? worst : outcome;
    }
    return worst;
  }

  /** Chooses the next device of a request, and all that come after it. */
  private Outcome device(Step step, Position from) {
    checkTime();
    RequestPlan request = step.plan();
    List<Candidate> all = request.all();
    if (all != null && all.isEmpty()) {
      return Outcome.NOT_FOUND;
    }
    if (step.index() >= request.devices()) {
      return request(step.claim(), step.request() + 1);
    }
    int held = claims.get(step.claim()).chosen().size();
    if (held + request.devices() - step.index() > ClaimPlanning.MOST_DEVICES) {
      return Outcome.TOO_MANY;
    }
    return all == null ? anyDevice(step, from) : thatDevice(step, all.get(step.index()));
  }

  /** Where all devices are wanted, each must be had; there is nothing to choose. */
  private Outcome thatDevice(Step step, Candidate candidate) {
    if (!choose(step, candidate, true)) {
      return Outcome.NOT_FOUND;
    }
    Outcome rest = device(step.next(), START);
    if (rest != Outcome.FOUND) {
      undo(step);
    }
    return rest;
  }

  private Outcome anyDevice(Step step, Position from) {
    List<DevicePool> pools = devices.pools();
    for (int p = from.pool(); p < pools.size(); p++) {
      DevicePool pool = pools.get(p);
      if (!pool.usable()) {
        continue;
      }
      int firstSlice = p == from.pool() ? from.slice() : 0;
      for (int s = firstSlice; s < pool.slices().size(); s++) {
        InventorySlice slice = pool.slices().get(s);
        int firstDevice = p == from.pool() && s == from.slice() ? from.device() : 0;
        for (int d = firstDevice; d < slice.devices().size(); d++) {
          InventoryDevice device = slice.devices().get(d);
          if (!suits(step, slice, device)
              || !choose(step, new Candidate(device, slice, pool), false)) {
            continue;
          }
          Outcome rest = device(step.next(), new Position(p, s, d + 1));
          if (rest == Outcome.FOUND) {
            return rest;
          }
          undo(step);
          if (rest == Outcome.TOO_MANY) {
            return rest;
          }
        }
      }
    }
    return Outcome.NOT_FOUND;
  }

  /** Whether a device is free, selected and large enough. */
  private boolean suits(Step step, InventorySlice slice, InventoryDevice device) {
    RequestPlan request = step.plan();
    boolean inUse =
        request.adminAccess() ? isChosenFor(device.id(), step.claim()) : isInUse(device.id());
    return !inUse
        && devices.selected(claims.get(step.claim()), request, slice, device)
        && hasRoom(request, device);
  }

  private boolean hasRoom(RequestPlan request, InventoryDevice device) {
    return !features.consumableCapacity()
        || allocated
            .shares()
            .leavesRoomFor(request.demand().capacity(), device.id(), device.device(), sharing);
  }

  /**
   * Chooses a device if nothing stands against that.
   *
   * <p>Differs from what one would expect, as upstream does: a device that is turned down for a
   * taint or a constraint, after its counters were found sufficient, keeps them for the rest of the
   * search.
   *
   * @param must whether a constraint that is not met is an error
   */
  private boolean choose(Step step, Candidate candidate, boolean must) {
    RequestPlan request = step.plan();
    DeviceId id = candidate.id();
    boolean shared =
        features.consumableCapacity() && candidate.device().device().allowMultipleAllocations();
    boolean inUse = request.adminAccess() ? !shared && isChosenFor(id, step.claim()) : isInUse(id);
    if (inUse
        || !takeCounters(candidate, shared)
        || (features.deviceTaints() && !request.toleratesTaintsOf(candidate.device().device()))
        || !meetConstraints(step, candidate, must)) {
      return false;
    }
    if (!shared) {
      choosing.computeIfAbsent(id, _ -> new HashSet<>()).add(step.claim());
    }
    if (!hasRoom(request, candidate.device())) {
      return false;
    }
    Map<String, Quantity> share = Map.of();
    if (shared) {
      share = ConsumedCapacity.shares(request.demand().capacity(), candidate.device().device());
      sharing.add(id, share);
    }
    claims.get(step.claim()).chosen().add(new Chosen(request, candidate, shared, share));
    return true;
  }

  private boolean takeCounters(Candidate candidate, boolean shared) {
    if (candidate.device().device().consumesCounters().isEmpty()) {
      return true;
    }
    if (!features.partitionableDevices()) {
      return false;
    }
    // A device that is shared has taken its counters with its first share.
    boolean takenBefore =
        shared && (allocated.shares().touches(candidate.id()) || sharing.touches(candidate.id()));
    return takenBefore || counters.take(candidate.pool(), candidate.device());
  }

  private boolean meetConstraints(Step step, Candidate candidate, boolean must) {
    ClaimPlan claim = claims.get(step.claim());
    List<AttributeConstraint> constraints = claim.constraints();
    for (int i = 0; i < constraints.size(); i++) {
      if (constraints.get(i).add(step.plan(), candidate.device())) {
        continue;
      }
      if (must) {
        throw AllocationException.input(
            ("claim %s, request %s: cannot add device %s because a claim constraint would not be"
                    + " satisfied")
                .formatted(claim.key(), step.plan().ownName(), candidate.id()));
      }
      constraints.subList(0, i).forEach(met -> met.remove(step.plan()));
      return false;
    }
    return true;
  }

  /** Takes back the last choice for a claim. */
  private void undo(Step step) {
    ClaimPlan claim = claims.get(step.claim());
    Chosen last = claim.chosen().removeLast();
    claim.constraints().forEach(constraint -> constraint.remove(step.plan()));
    DeviceId id = last.candidate().id();
    Set<Integer> chosenFor = choosing.get(id);
    if (chosenFor != null) {
      chosenFor.remove(step.claim());
    }
    if (last.shared()) {
      if (!last.share().isEmpty()) {
        sharing.remove(id, last.share());
      }
    } else if (!last.candidate().device().device().consumesCounters().isEmpty()) {
      counters.giveBack(last.candidate().pool(), last.candidate().device());
    }
  }

  private boolean isInUse(DeviceId device) {
    Set<Integer> chosenFor = choosing.get(device);
    return allocated.isTaken(device) || (chosenFor != null && !chosenFor.isEmpty());
  }

  private boolean isChosenFor(DeviceId device, int claim) {
    Set<Integer> chosenFor = choosing.get(device);
    return chosenFor != null && chosenFor.contains(claim);
  }

  private void checkTime() {
    if (outOfTime.getAsBoolean()) {
      throw AllocationException.time();
    }
  }

  /** Which device of which request is to be chosen. */
  private record Step(int claim, int request, RequestPlan plan, int index) {

    Step next() {
      return new Step(claim, request, plan, index + 1);
    }
  }

  /** Where to begin looking. */
  private record Position(int pool, int slice, int device) {}
}
