package io.merapi.testkit;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.DeviceConstraint;
import io.merapi.api.device.DeviceRequest;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes claims for devices. */
public final class DeviceClaimBuilder {

  private final String name;
  private String uid;
  private String resourceVersion = "1";
  private @Nullable Instant deletionTimestamp;
  private final List<OwnerReference> owners = new ArrayList<>();
  private final List<DeviceRequest> requests = new ArrayList<>();
  private final List<DeviceConstraint> constraints = new ArrayList<>();
  private final List<Allocation.Result> results = new ArrayList<>();
  private @Nullable NodeSelector usableOn;
  private @Nullable Instant allocatedAt;
  private final List<ResourceClaim.Consumer> consumers = new ArrayList<>();
  private final List<ResourceClaim.DeviceStatus> devices = new ArrayList<>();

  private DeviceClaimBuilder(String name) {
    this.name = name;
    this.uid = "uid of " + name;
  }

  public static DeviceClaimBuilder deviceClaim(String name) {
    return new DeviceClaimBuilder(name);
  }

  public DeviceClaimBuilder uid(String value) {
    uid = value;
    return this;
  }

  public DeviceClaimBuilder resourceVersion(String value) {
    resourceVersion = value;
    return this;
  }

  public DeviceClaimBuilder terminating() {
    deletionTimestamp = Instant.EPOCH;
    return this;
  }

  /** Was made for a pod, from a template. */
  public DeviceClaimBuilder madeFor(Pod pod) {
    owners.add(new OwnerReference("v1", "Pod", pod.name(), pod.meta().uid(), true));
    return this;
  }

  /** A request for exactly what is said. */
  public DeviceClaimBuilder request(String requestName, DemandBuilder demand) {
    requests.add(
        new DeviceRequest(
            requestName,
            new DeviceRequest.Exactly(demand.build(), demand.adminAccess()),
            List.of()));
    return this;
  }

  /** A request for the first of several alternatives, which are named {@code a}, {@code b} … */
  public DeviceClaimBuilder firstOf(String requestName, DemandBuilder... demands) {
    var alternatives = new ArrayList<DeviceRequest.Alternative>();
    for (DemandBuilder demand : demands) {
      String alternative = String.valueOf((char) ('a' + alternatives.size()));
      alternatives.add(new DeviceRequest.Alternative(alternative, demand.build()));
    }
    requests.add(new DeviceRequest(requestName, null, alternatives));
    return this;
  }

  /** All devices of some requests, or of all, have the same value of an attribute. */
  public DeviceClaimBuilder matching(String attribute, String... ofRequests) {
    constraints.add(new DeviceConstraint(List.of(ofRequests), attribute, null));
    return this;
  }

  /** All devices of some requests, or of all, have different values of an attribute. */
  public DeviceClaimBuilder distinct(String attribute, String... ofRequests) {
    constraints.add(new DeviceConstraint(List.of(ofRequests), null, attribute));
    return this;
  }

  /** Holds a device already. */
  public DeviceClaimBuilder holding(String pool, String device) {
    return holding(pool, device, List.of(), List.of());
  }

  /** Holds a device that has to be made ready. */
  public DeviceClaimBuilder holding(
      String pool, String device, List<String> conditions, List<String> failures) {
    results.add(
        new Allocation.Result(
            "request",
            "gpu.example.com",
            pool,
            device,
            false,
            List.of(),
            conditions,
            failures,
            null,
            ResourceList.EMPTY));
    return this;
  }

  public DeviceClaimBuilder holding(Allocation.Result result) {
    results.add(result);
    return this;
  }

  /** What it holds can be used on one node only. */
  public DeviceClaimBuilder usableOn(String nodeName) {
    var field = new SelectorRequirement("metadata.name", "In", List.of(nodeName));
    usableOn = new NodeSelector(List.of(new NodeSelectorTerm(List.of(), List.of(field))));
    return this;
  }

  public DeviceClaimBuilder allocatedAt(Instant time) {
    allocatedAt = time;
    return this;
  }

  public DeviceClaimBuilder reservedFor(Pod pod) {
    consumers.add(new ResourceClaim.Consumer("", "pods", pod.name(), pod.meta().uid()));
    return this;
  }

  /** A driver reports a condition of a device. */
  public DeviceClaimBuilder reported(String pool, String device, String condition, String status) {
    var reported = new ResourceClaim.Condition(condition, status, "Reason", "message");
    devices.add(
        new ResourceClaim.DeviceStatus("gpu.example.com", pool, device, null, List.of(reported)));
    return this;
  }

  public ResourceClaim build() {
    var meta =
        new ObjectMeta(
            name,
            "default",
            uid,
            resourceVersion,
            null,
            deletionTimestamp,
            Labels.EMPTY,
            Labels.EMPTY,
            owners,
            List.of());
    Allocation allocation =
        results.isEmpty() ? null : new Allocation(results, usableOn, allocatedAt);
    return new ResourceClaim(meta, requests, constraints, allocation, consumers, devices);
  }
}
