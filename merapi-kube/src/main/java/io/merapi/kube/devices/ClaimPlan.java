package io.merapi.kube.devices;

import io.merapi.api.device.ResourceClaim;
import java.util.ArrayList;
import java.util.List;

/** A claim on the way to its devices on one node. */
final class ClaimPlan {

  private final ResourceClaim claim;

  /** For each request its alternatives, or just itself. */
  private final List<List<RequestPlan>> requests;

  private final List<AttributeConstraint> constraints;
  private final List<Chosen> chosen = new ArrayList<>();

  ClaimPlan(
      ResourceClaim claim,
      List<List<RequestPlan>> requests,
      List<AttributeConstraint> constraints) {
    this.claim = claim;
    this.requests = requests;
    this.constraints = constraints;
  }

  ResourceClaim claim() {
    return claim;
  }

  /** {@code namespace/name}. */
  String key() {
    return claim.key();
  }

  List<List<RequestPlan>> requests() {
    return requests;
  }

  List<AttributeConstraint> constraints() {
    return constraints;
  }

  /** The devices that were chosen so far, in order. */
  List<Chosen> chosen() {
    return chosen;
  }
}
