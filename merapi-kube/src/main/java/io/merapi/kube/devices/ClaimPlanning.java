package io.merapi.kube.devices;

import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.DeviceConstraint;
import io.merapi.api.device.DeviceRequest;
import io.merapi.api.device.DeviceRequest.Alternative;
import io.merapi.api.device.DeviceRequest.Demand;
import io.merapi.api.device.DeviceRequest.Exactly;
import io.merapi.api.device.ResourceClaim;
import io.merapi.kube.devices.DevicePool.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Checks claims before devices are looked for, and finds out how many they want. */
final class ClaimPlanning {

  /** No claim holds more devices. */
  static final int MOST_DEVICES = 32;

  private final NodeDevices devices;
  private final DeviceFeatures features;
  private final ConsumedCapacity shares;
  private final Function<String, @Nullable DeviceClass> classes;

  ClaimPlanning(
      NodeDevices devices,
      DeviceFeatures features,
      ConsumedCapacity shares,
      Function<String, @Nullable DeviceClass> classes) {
    this.devices = devices;
    this.features = features;
    this.shares = shares;
    this.classes = classes;
  }

  /**
   * A plan for a claim.
   *
   * @throws AllocationException if the claim cannot be understood or wants too much
   */
  ClaimPlan plan(ResourceClaim claim) {
    var requests = new ArrayList<List<RequestPlan>>();
    var plan = new ClaimPlan(claim, requests, new ArrayList<>());
    long least = 0;
    for (DeviceRequest request : claim.requests()) {
      checkFeatures(claim, request);
      List<RequestPlan> alternatives = alternatives(plan, request);
      requests.add(alternatives);
      least += alternatives.stream().mapToInt(RequestPlan::devices).min().orElse(0);
    }
    if (least > MOST_DEVICES) {
      throw AllocationException.input(
          "claim %s: number of requested devices %d exceeds the claim limit of %d"
              .formatted(claim.key(), least, MOST_DEVICES));
    }
    addConstraints(plan);
    return plan;
  }

  private void checkFeatures(ResourceClaim claim, DeviceRequest request) {
    if (!features.prioritizedList() && !request.firstAvailable().isEmpty()) {
      throw AllocationException.input(
          "claim %s, request %s: has subrequests, but the DRAPrioritizedList feature is disabled"
              .formatted(claim.key(), request.name()));
    }
    if (features.consumableCapacity() || features.olderAllocator()) {
      return;
    }
    String disabled =
        "claim %s, %s %s: has capacity requests, but the DRAConsumableCapacity feature is disabled";
    if (request.exactly() != null && !request.exactly().demand().capacity().isEmpty()) {
      throw AllocationException.input(disabled.formatted(claim.key(), "request", request.name()));
    }
    for (Alternative alternative : request.firstAvailable()) {
      if (!alternative.demand().capacity().isEmpty()) {
        throw AllocationException.input(
            disabled.formatted(claim.key(), "subrequest", alternative.name()));
      }
    }
  }

  private List<RequestPlan> alternatives(ClaimPlan claim, DeviceRequest request) {
    var plans = new ArrayList<RequestPlan>();
    for (Alternative each : request.firstAvailable()) {
      DeviceClass deviceClass = deviceClass(claim, each.name(), each.demand());
      plans.add(counted(claim, RequestPlan.of(request, each, deviceClass)));
    }
    Exactly exactly = request.exactly();
    if (plans.isEmpty() && exactly != null) {
      if (!features.adminAccess() && exactly.adminAccess() != null) {
        throw AllocationException.input(
            "claim %s, request %s: admin access is requested, but the feature is disabled"
                .formatted(claim.key(), request.name()));
      }
      DeviceClass deviceClass = deviceClass(claim, request.name(), exactly.demand());
      plans.add(counted(claim, RequestPlan.of(request, exactly, deviceClass)));
    }
    return plans;
  }

  private DeviceClass deviceClass(ClaimPlan claim, String request, Demand demand) {
    for (int i = 0; i < demand.selectors().size(); i++) {
      if (demand.selectors().get(i).cel() == null) {
        throw AllocationException.input(
            "claim %s, request %s, selector #%d: CEL expression empty (unsupported selector type?)"
                .formatted(claim.key(), request, i));
      }
    }
    String name = demand.deviceClassName();
    if (name.isEmpty()) {
      throw AllocationException.input(
          "claim %s, request %s: missing device class name (unsupported request type?)"
              .formatted(claim.key(), request));
    }
    DeviceClass deviceClass = classes.apply(name);
    if (deviceClass == null) {
      throw AllocationException.input(
          ("claim %s, request %s: could not retrieve device class %s: deviceclass.resource.k8s.io"
                  + " \"%s\" not found")
              .formatted(claim.key(), request, name, name));
    }
    return deviceClass;
  }

  private RequestPlan counted(ClaimPlan claim, RequestPlan request) {
    switch (request.demand().allocationMode()) {
      case "ExactCount" ->
          request.wants((int) Math.min(request.demand().count(), Integer.MAX_VALUE));
      case "All" -> request.wantsAll(all(claim, request));
      default ->
          throw AllocationException.input(
              "claim %s, request %s: unsupported count mode %s"
                  .formatted(claim.key(), request.ownName(), request.demand().allocationMode()));
    }
    return request;
  }

  private List<Candidate> all(ClaimPlan claim, RequestPlan request) {
    var candidates = new ArrayList<Candidate>();
    for (DevicePool pool : devices.pools()) {
      if (!pool.usable()) {
        throw AllocationException.input(
            "claim %s, request %s: asks for all devices, but resource pool %s is currently %s"
                .formatted(
                    claim.key(),
                    request.ownName(),
                    pool.id(),
                    pool.condition() == Condition.INCOMPLETE ? "being updated" : "invalid"));
      }
      for (InventorySlice slice : pool.slices()) {
        for (InventoryDevice device : slice.devices()) {
          if (devices.selected(claim, request, slice, device) && hasRoom(request, device)) {
            candidates.add(new Candidate(device, slice, pool));
          }
        }
      }
    }
    return candidates;
  }

  private boolean hasRoom(RequestPlan request, InventoryDevice device) {
    return !features.consumableCapacity()
        || shares.leavesRoomFor(
            request.demand().capacity(), device.id(), device.device(), new ConsumedCapacity());
  }

  private void addConstraints(ClaimPlan plan) {
    List<DeviceConstraint> written = plan.claim().constraints();
    for (int i = 0; i < written.size(); i++) {
      AttributeConstraint constraint = AttributeConstraint.of(written.get(i), features);
      if (constraint == null) {
        throw AllocationException.input(
            "claim %s, constraint #%d: empty constraint (unsupported constraint type?)"
                .formatted(plan.key(), i));
      }
      plan.constraints().add(constraint);
    }
  }
}
