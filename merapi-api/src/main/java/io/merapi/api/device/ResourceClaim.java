package io.merapi.api.device;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A claim for devices.
 *
 * @param configurations what drivers are told about the devices
 * @param allocation absent until devices have been given
 * @param reservedFor who may use them now
 * @param devices what drivers report of the devices given
 */
public record ResourceClaim(
    ObjectMeta meta,
    List<DeviceRequest> requests,
    List<DeviceConstraint> constraints,
    List<DeviceConfiguration> configurations,
    @Nullable Allocation allocation,
    List<Consumer> reservedFor,
    List<DeviceStatus> devices)
    implements ClusterObject {

  public ResourceClaim {
    requests = List.copyOf(requests);
    constraints = List.copyOf(constraints);
    configurations = List.copyOf(configurations);
    reservedFor = List.copyOf(reservedFor);
    devices = List.copyOf(devices);
  }

  /** A claim that tells drivers nothing. */
  public ResourceClaim(
      ObjectMeta meta,
      List<DeviceRequest> requests,
      List<DeviceConstraint> constraints,
      @Nullable Allocation allocation,
      List<Consumer> reservedFor,
      List<DeviceStatus> devices) {
    this(meta, requests, constraints, List.of(), allocation, reservedFor, devices);
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.RESOURCE_CLAIM;
  }

  public ResourceClaim withMeta(ObjectMeta newMeta) {
    return new ResourceClaim(
        newMeta, requests, constraints, configurations, allocation, reservedFor, devices);
  }

  public ResourceClaim withRequests(List<DeviceRequest> newRequests) {
    return new ResourceClaim(
        meta, newRequests, constraints, configurations, allocation, reservedFor, devices);
  }

  public ResourceClaim withAllocation(Allocation newAllocation) {
    return new ResourceClaim(
        meta, requests, constraints, configurations, newAllocation, reservedFor, devices);
  }

  public ResourceClaim withReservedFor(List<Consumer> consumers) {
    return new ResourceClaim(
        meta, requests, constraints, configurations, allocation, consumers, devices);
  }

  /** The claim as it was before devices were given to it. */
  public ResourceClaim deallocated() {
    return new ResourceClaim(
        meta, requests, constraints, configurations, null, List.of(), List.of());
  }

  /**
   * An object that uses the claim; nearly always a pod.
   *
   * @param apiGroup empty for the core group
   * @param resource such as {@code pods}
   */
  public record Consumer(String apiGroup, String resource, String name, String uid) {}

  /** What a driver reports of one device. */
  public record DeviceStatus(
      String driver,
      String pool,
      String device,
      @Nullable String shareId,
      List<Condition> conditions) {

    public DeviceStatus {
      conditions = List.copyOf(conditions);
    }
  }

  /** A condition of a device; binding waits for some and gives up on others. */
  public record Condition(String type, String status, String reason, String message) {}
}
