package io.merapi.api.device;

import io.merapi.api.resource.ResourceList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request of a claim: either exactly what it says, or the first of several alternatives that
 * can be had.
 *
 * @param exactly absent where alternatives are given
 * @param firstAvailable in order of preference; empty where the request is exact
 */
public record DeviceRequest(
    String name, @Nullable Exactly exactly, List<Alternative> firstAvailable) {

  public DeviceRequest {
    firstAvailable = List.copyOf(firstAvailable);
  }

  /**
   * A request without alternatives.
   *
   * @param adminAccess whether devices in use may be shared for administration; while the gate is
   *     off, a request that says anything here cannot be met, so absent and false differ
   */
  public record Exactly(Demand demand, @Nullable Boolean adminAccess) {}

  /** One alternative, with its name inside the request. */
  public record Alternative(String name, Demand demand) {}

  /**
   * The devices wanted.
   *
   * @param allocationMode {@code ExactCount} or {@code All}, kept as written even where it is
   *     neither; empty where no admission has filled it in
   * @param count how many, for {@code ExactCount}
   * @param capacity the share wanted of each device, for devices that can be shared
   */
  public record Demand(
      String deviceClassName,
      List<DeviceSelector> selectors,
      String allocationMode,
      long count,
      List<DeviceToleration> tolerations,
      ResourceList capacity) {

    public Demand {
      selectors = List.copyOf(selectors);
      tolerations = List.copyOf(tolerations);
    }
  }
}
