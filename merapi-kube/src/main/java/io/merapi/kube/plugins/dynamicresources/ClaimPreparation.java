package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.Allocation;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.DeviceRequest;
import io.merapi.api.device.DeviceRequest.Alternative;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.selector.CompiledNodeSelector;
import io.merapi.kube.cel.DeviceExpressions;
import io.merapi.kube.devices.DeviceAllocator;
import io.merapi.kube.devices.DeviceFeatures;
import io.merapi.kube.devices.DeviceInventory;
import io.merapi.kube.devices.DevicesInUse;
import io.merapi.kube.devices.PendingAllocations;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.plugins.noderesources.ExtendedResourceClasses;
import io.merapi.kube.state.AssumedObjects;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/** Looks at a pod's claims before any node is looked at. */
final class ClaimPreparation {

  private final ClaimLookup lookup;
  private final AssumedObjects assumed;
  private final PendingAllocations pending;
  private final boolean extendedResources;
  private final PodRequests.Rules rules;
  private final DeviceFeatures features;
  private final DeviceExpressions expressions;

  /** What drivers offered when it was last asked for; most of it stays the same. */
  private volatile DeviceInventory inventory;

  /** What claims held then. */
  private volatile DevicesInUse inUse;

  ClaimPreparation(ClaimLookup lookup, SchedulerParts parts, FeatureGates gates) {
    this.lookup = lookup;
    this.assumed = parts.assumed();
    this.pending = parts.pendingAllocations();
    this.extendedResources = ExtendedResourceClasses.enabled(gates);
    this.rules = PodRequests.Rules.of(gates);
    this.features = DeviceFeatures.of(gates);
    this.expressions = new DeviceExpressions(gates);
    this.inventory = DeviceInventory.empty(features);
    this.inUse = DevicesInUse.none(features);
  }

  /** Whether a pod has claims, or asks for devices without saying so. */
  boolean mayWantDevices(PodInfo pod, ClusterView cluster) {
    return !pod.pod().spec().resourceClaims().isEmpty()
        || (extendedResources && ExtendedResources.areServed(pod, cluster, rules));
  }

  /**
   * What the answer for a pod depends on that has been prepared. Devices that a claim holds already
   * may have to be made ready in time, and are given up if some node cannot use them; those for
   * extended resources depend on what is left of earlier attempts.
   */
  Dependence dependence(PodInfo pod, ClusterView cluster) {
    if (!mayWantDevices(pod, cluster)) {
      return Dependence.NODE;
    }
    ClaimLookup.Found found = lookup.of(pod.pod(), cluster);
    boolean byNode =
        found.complete()
            && found.claims().stream().allMatch(claim -> claim.allocation() == null)
            && !(extendedResources && ExtendedResources.areServed(pod, cluster, rules))
            && !inventory.hasAmbiguousCounters();
    return byNode ? Dependence.CLAIMS : Dependence.CLUSTER;
  }

  Preparation of(PodInfo pod, ClusterView cluster) {
    ClaimLookup.Found found = lookup.of(pod.pod(), cluster);
    if (!found.complete()) {
      return unfit("ClaimNotReady", found.missing());
    }
    ExtendedResources extended =
        extendedResources ? ExtendedResources.of(pod, cluster, assumed, rules) : null;
    var claims = new PodClaims(found.claims(), extended == null ? null : extended.claim());
    if (claims.isEmpty()) {
      return new Nothing();
    }
    var usableOn = new HashMap<Integer, CompiledNodeSelector>();
    for (int i = 0; i < claims.size(); i++) {
      ResourceClaim claim = claims.get(i);
      Allocation allocation = claim.allocation();
      if (allocation == null) {
        Unfit unfit = unallocated(claim, claims.isForExtendedResources(i), cluster);
        if (unfit != null) {
          return unfit;
        }
      } else if (allocation.nodeSelector() != null) {
        var selector = CompiledNodeSelector.of(allocation.nodeSelector());
        if (selector.error() != null) {
          return new Unfit(Verdict.error(selector.error()));
        }
        usableOn.put(i, selector);
      }
    }
    DeviceAllocator allocator = claims.unallocated().isEmpty() ? null : allocator(cluster);
    return new Prepared(new DeviceSearchState(claims, extended, usableOn, allocator));
  }

  /** What keeps a claim from being given devices on any node; null for nothing. */
  private @Nullable Unfit unallocated(
      ResourceClaim claim, boolean forExtendedResources, ClusterView cluster) {
    if (pending.of(claim) != null) {
      return unfit(
          "ClaimBeingAllocated",
          "resource claim %s is in the process of being allocated".formatted(claim.key()));
    }
    if (forExtendedResources) {
      return null;
    }
    for (DeviceRequest request : claim.requests()) {
      Unfit unfit = unfit(claim, request, cluster);
      if (unfit != null) {
        return unfit;
      }
    }
    return null;
  }

  private @Nullable Unfit unfit(ResourceClaim claim, DeviceRequest request, ClusterView cluster) {
    if (request.exactly() != null) {
      return unknownClass(request.exactly().demand().deviceClassName(), request.name(), cluster);
    }
    String where = "resource claim %s, request %s: ".formatted(claim.key(), request.name());
    if (request.firstAvailable().isEmpty()) {
      return unfit("UnknownRequestType", where + "unknown request type");
    }
    if (!features.prioritizedList()) {
      return unfit(
          "FeatureDisabled",
          where + "has subrequests, but the DRAPrioritizedList feature is disabled");
    }
    for (Alternative alternative : request.firstAvailable()) {
      String name = request.name() + "/" + alternative.name();
      Unfit unfit = unknownClass(alternative.demand().deviceClassName(), name, cluster);
      if (unfit != null) {
        return unfit;
      }
    }
    return null;
  }

  private static @Nullable Unfit unknownClass(String name, String request, ClusterView cluster) {
    if (name.isEmpty()) {
      return new Unfit(Verdict.error("request %s: unsupported request type".formatted(request)));
    }
    return cluster.object(ObjectKind.DEVICE_CLASS, name) == null
        ? unfit(
            "DeviceClassMissing",
            "request %s: device class %s does not exist".formatted(request, name))
        : null;
  }

  private DeviceAllocator allocator(ClusterView cluster) {
    DevicesInUse held = inUse.follow(cluster, assumed, pending);
    inUse = held;
    DeviceInventory offered = inventory.of(cluster.objects(ObjectKind.RESOURCE_SLICE));
    inventory = offered;
    return new DeviceAllocator(
        features,
        offered,
        held.allocated(),
        name -> (DeviceClass) cluster.object(ObjectKind.DEVICE_CLASS, name),
        expressions);
  }

  private static Unfit unfit(String code, String text) {
    return new Unfit(Verdict.unresolvable(Reason.of(code, text)));
  }

  /** What came of it. */
  sealed interface Preparation {}

  /** The pod needs no devices. */
  record Nothing() implements Preparation {}

  /** The pod fits no node. */
  record Unfit(Verdict verdict) implements Preparation {}

  /** Nodes are to be looked at. */
  record Prepared(DeviceSearchState state) implements Preparation {}
}
