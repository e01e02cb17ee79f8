package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.device.Allocation;
import io.merapi.api.selector.CompiledNodeSelector;
import io.merapi.kube.devices.DeviceAllocator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * What the plugin knows of a pod from its pre-filter on; a dry run shares it, since devices do not
 * depend on the pods of a node.
 */
final class DeviceSearchState {

  private final PodClaims claims;
  private final @Nullable ExtendedResources extended;
  private final Map<Integer, CompiledNodeSelector> usableOn;
  private final @Nullable DeviceAllocator allocator;
  private final Map<String, NodeAllocation> found = new ConcurrentHashMap<>();
  private final Set<Integer> unavailable = new ConcurrentSkipListSet<>();
  private final Map<Integer, Allocation> reserved = new HashMap<>();

  /**
   * @param usableOn by the index of a claim, where its devices can be used
   * @param allocator absent where all claims have their devices
   */
  DeviceSearchState(
      PodClaims claims,
      @Nullable ExtendedResources extended,
      Map<Integer, CompiledNodeSelector> usableOn,
      @Nullable DeviceAllocator allocator) {
    this.claims = claims;
    this.extended = extended;
    this.usableOn = usableOn;
    this.allocator = allocator;
  }

  /** Of a pod that has no claims, or has not come far enough for them to matter. */
  static DeviceSearchState withoutClaims() {
    return new DeviceSearchState(PodClaims.NONE, null, Map.of(), null);
  }

  PodClaims claims() {
    return claims;
  }

  @Nullable ExtendedResources extended() {
    return extended;
  }

  @Nullable CompiledNodeSelector usableOn(int claim) {
    return usableOn.get(claim);
  }

  @Nullable DeviceAllocator allocator() {
    return allocator;
  }

  /** What was found for a node; absent where nothing had to be. */
  @Nullable NodeAllocation found(String nodeName) {
    return found.get(nodeName);
  }

  void find(String nodeName, NodeAllocation allocation) {
    found.put(nodeName, allocation);
  }

  /** The claims whose devices some node cannot use. */
  Set<Integer> unavailable() {
    return unavailable;
  }

  /** What was reserved for a claim; null where nothing had to be. */
  synchronized @Nullable Allocation reserved(int claim) {
    return reserved.get(claim);
  }

  synchronized void reserve(int claim, Allocation allocation) {
    reserved.put(claim, allocation);
  }

  /**
   * The devices for a pod on one node.
   *
   * @param allocations one for each claim that had none
   * @param extended what stands for extended resources; null where nothing does
   */
  record NodeAllocation(List<Allocation> allocations, ExtendedResources.@Nullable OnNode extended) {

    NodeAllocation {
      allocations = List.copyOf(allocations);
    }
  }
}
