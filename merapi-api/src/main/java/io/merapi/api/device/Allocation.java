package io.merapi.api.device;

import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.NodeSelector;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The devices given to a claim.
 *
 * @param configurations what drivers are told about the devices
 * @param nodeSelector the nodes where they can be used; absent means all
 * @param allocationTimestamp when they were given, for the time limit on binding conditions
 */
public record Allocation(
    List<Result> results,
    List<Configuration> configurations,
    @Nullable NodeSelector nodeSelector,
    @Nullable Instant allocationTimestamp) {

  public Allocation {
    results = List.copyOf(results);
    configurations = List.copyOf(configurations);
  }

  /** An allocation that tells drivers nothing. */
  public Allocation(
      List<Result> results,
      @Nullable NodeSelector nodeSelector,
      @Nullable Instant allocationTimestamp) {
    this(results, List.of(), nodeSelector, allocationTimestamp);
  }

  public Allocation at(Instant timestamp) {
    return new Allocation(results, configurations, nodeSelector, timestamp);
  }

  /**
   * What a driver is told.
   *
   * @param source {@code FromClass} or {@code FromClaim}
   */
  public record Configuration(String source, DeviceConfiguration told) {}

  /**
   * One device given for one request.
   *
   * @param request the request, or {@code request/alternative}
   * @param adminAccess whether the device was given for administration, which leaves it free
   * @param bindingConditions conditions that must come true before the pod is bound
   * @param bindingFailureConditions conditions that give the allocation up
   * @param shareId which share of a device that can be shared; absent where it cannot
   * @param consumedCapacity how much of the device the share takes
   */
  public record Result(
      String request,
      String driver,
      String pool,
      String device,
      boolean adminAccess,
      List<DeviceToleration> tolerations,
      List<String> bindingConditions,
      List<String> bindingFailureConditions,
      @Nullable String shareId,
      ResourceList consumedCapacity) {

    public Result {
      tolerations = List.copyOf(tolerations);
      bindingConditions = List.copyOf(bindingConditions);
      bindingFailureConditions = List.copyOf(bindingFailureConditions);
    }
  }
}
