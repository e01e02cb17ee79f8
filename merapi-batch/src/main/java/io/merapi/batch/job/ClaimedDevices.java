package io.merapi.batch.job;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.DeviceAmount;
import io.merapi.api.device.DeviceAmounts;
import io.merapi.api.device.DeviceRequest;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodResourceClaim;
import io.merapi.api.pod.PodStatus;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Adds up what the claims of pods ask for, by class of devices. */
public final class ClaimedDevices {

  private static final String ALL_DEVICES = "All";

  // A view already, so that no other is made of it.
  private static final SortedMap<String, DeviceAmounts> NO_CLAIMS =
      Collections.unmodifiableSortedMap(new TreeMap<>());

  private final ReadObjects objects;
  private final boolean claimsCount;
  private final boolean capacityCounts;

  public ClaimedDevices(ReadObjects objects, FeatureGates gates) {
    this.objects = objects;
    this.claimsCount = gates.enabled(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION);
    this.capacityCounts = gates.enabled(FeatureGate.DRA_CONSUMABLE_CAPACITY);
  }

  /**
   * What each claim of a pod asks for, by the key of the claim.
   *
   * @return null where the pod names a claim that does not exist, so that it cannot become a task;
   *     a claim that is still to be made from a template makes it a task whose devices are not
   *     counted
   */
  public @Nullable SortedMap<String, DeviceAmounts> of(Pod pod) {
    List<PodResourceClaim> references = pod.spec().resourceClaims();
    if (!claimsCount || references.isEmpty()) {
      return NO_CLAIMS;
    }
    var claims = new TreeMap<String, DeviceAmounts>();
    for (PodResourceClaim reference : references) {
      String key = pod.namespace() + "/" + claimName(pod, reference);
      ResourceClaim claim =
          objects.read(pod.key(), ResourceClaim.class, ObjectKind.RESOURCE_CLAIM, key);
      if (claim == null) {
        return reference.templateName().isEmpty() ? null : NO_CLAIMS;
      }
      DeviceAmounts amounts = amounts(claim);
      if (!amounts.isEmpty()) {
        claims.put(key, amounts);
      }
    }
    return claims;
  }

  private static String claimName(Pod pod, PodResourceClaim reference) {
    if (!reference.claimName().isEmpty()) {
      return reference.claimName();
    }
    for (PodStatus.ClaimStatus status : pod.status().claimStatuses()) {
      if (status.name().equals(reference.name()) && status.claimName() != null) {
        return status.claimName();
      }
    }
    return "";
  }

  private DeviceAmounts amounts(ResourceClaim claim) {
    var byClass = new TreeMap<String, DeviceAmount>();
    for (DeviceRequest request : claim.requests()) {
      DeviceRequest.Exactly exactly = request.exactly();
      if (exactly == null || !request.firstAvailable().isEmpty()) {
        continue;
      }
      DeviceRequest.Demand demand = exactly.demand();
      if (!demand.allocationMode().equals(ALL_DEVICES) && !demand.deviceClassName().isEmpty()) {
        byClass.merge(demand.deviceClassName(), amount(demand), DeviceAmount::plus);
      }
    }
    return new DeviceAmounts(byClass);
  }

  private DeviceAmount amount(DeviceRequest.Demand demand) {
    long count = demand.count() == 0 ? 1 : demand.count();
    return capacityCounts
        ? new DeviceAmount(1, new TreeMap<>(demand.capacity().amounts())).times(count)
        : new DeviceAmount(count);
  }
}
