package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.selector.CompiledNodeSelector;
import io.merapi.kube.devices.AllocationException;
import io.merapi.kube.devices.DeviceAllocator;
import io.merapi.kube.plugins.dynamicresources.BindingConditions.State;
import io.merapi.kube.plugins.dynamicresources.DeviceSearchState.NodeAllocation;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Says whether a node can give a pod the devices that it claims. */
final class ClaimFilter {

  private static final Verdict LEFT_BEHIND =
      Verdict.unresolvable(
          Reason.of("ExtendedClaimLeft", "cannot schedule extended resource claim"));
  private static final Verdict NOT_SERVED =
      Verdict.unresolvable(Reason.of("ResourceNotServed", "cannot fit resource"));
  private static final Verdict TOO_FEW_DEVICES =
      Verdict.unresolvable(Reason.of("InsufficientDevices", "cannot allocate all claims"));
  private static final Verdict NOT_HERE =
      Verdict.unresolvable(
          Reason.of("ClaimNotAvailable", "resourceclaim not available on the node"));

  private final Duration timeout;
  private final ResourceDictionary dictionary;
  private final InstantSource clock;
  private final @Nullable BindingConditions conditions;

  /**
   * @param conditions absent where no device has to be made ready
   */
  ClaimFilter(
      DynamicResourcesArgs args, PluginContext context, @Nullable BindingConditions conditions) {
    this.timeout =
        context.gates().enabled(FeatureGate.DRA_SCHEDULER_FILTER_TIMEOUT)
            ? args.filterTimeout()
            : Duration.ZERO;
    this.dictionary = context.resources();
    this.clock = context.clock();
    this.conditions = conditions;
  }

  Verdict judge(DeviceSearchState state, NodeInfo info) {
    Node node = info.node();
    PodClaims claims = state.claims();
    if (claims.isEmpty() || node == null) {
      return Verdict.success();
    }
    ExtendedResources extended = state.extended();
    ExtendedResources.OnNode onNode = null;
    if (extended != null) {
      if (extended.isLeftBehind()) {
        return LEFT_BEHIND;
      }
      onNode = extended.on(info, dictionary);
      if (onNode == null) {
        return NOT_SERVED;
      }
      if (!claims.hasUserClaims() && !onNode.needsDevices()) {
        return Verdict.success();
      }
    }
    List<Integer> unavailable = unavailable(state, node);
    if (state.allocator() != null) {
      List<Allocation> allocations;
      try {
        allocations = allocate(state, state.allocator(), onNode, node);
      } catch (AllocationException e) {
        return failed(e, node);
      }
      if (allocations == null) {
        return TOO_FEW_DEVICES;
      }
      if (unavailable.isEmpty()) {
        state.find(node.name(), new NodeAllocation(allocations, onNode));
      }
    }
    if (!unavailable.isEmpty()) {
      state.unavailable().addAll(unavailable);
      return NOT_HERE;
    }
    return Verdict.success();
  }

  /** The claims whose devices cannot be used on a node, or cannot be made ready. */
  private List<Integer> unavailable(DeviceSearchState state, Node node) {
    var indices = new ArrayList<Integer>();
    for (int i = 0; i < state.claims().size(); i++) {
      CompiledNodeSelector usableOn = state.usableOn(i);
      if (usableOn != null && !usableOn.matches(node.meta().labels(), node.name())) {
        indices.add(i);
        continue;
      }
      ResourceClaim claim = state.claims().get(i);
      if (conditions != null && claim.allocation() != null) {
        State progress = conditions.of(claim).state();
        if (progress == State.FAILED || progress == State.TOO_LATE) {
          indices.add(i);
        }
      }
    }
    return indices;
  }

  private @Nullable List<Allocation> allocate(
      DeviceSearchState state,
      DeviceAllocator allocator,
      ExtendedResources.@Nullable OnNode onNode,
      Node node) {
    var wanting = new ArrayList<ResourceClaim>();
    for (int index : state.claims().unallocated()) {
      wanting.add(
          onNode != null && state.claims().isForExtendedResources(index)
              ? onNode.claim()
              : state.claims().get(index));
    }
    return allocator.allocate(node, wanting, outOfTime());
  }

  private BooleanSupplier outOfTime() {
    if (timeout.isZero()) {
      return () -> false;
    }
    Instant end = clock.instant().plus(timeout);
    return () -> clock.instant().isAfter(end);
  }

  private static Verdict failed(AllocationException failure, Node node) {
    String message = String.valueOf(failure.getMessage());
    return switch (failure.blame()) {
      case TIME ->
          Verdict.error("node %s: timed out trying to allocate devices".formatted(node.name()));
      case NODE -> Verdict.unresolvable(Reason.of("InvalidPools", message));
      case INPUT -> Verdict.error(message);
    };
  }
}
