package io.merapi.testkit;

import io.merapi.api.device.DeviceRequest;
import io.merapi.api.device.DeviceSelector;
import io.merapi.api.device.DeviceToleration;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Says which devices a claim asks for. */
public final class DemandBuilder {

  private final String mode;
  private final long count;
  private String deviceClass = "any";
  private final List<DeviceSelector> selectors = new ArrayList<>();
  private final List<DeviceToleration> tolerations = new ArrayList<>();
  private final Map<String, Quantity> capacity = new TreeMap<>();
  private @Nullable Boolean adminAccess;

  private DemandBuilder(String mode, long count) {
    this.mode = mode;
    this.count = count;
  }

  /** So many devices of the class {@code any}. */
  public static DemandBuilder devices(long count) {
    return new DemandBuilder("ExactCount", count);
  }

  /** All devices of the class {@code any}. */
  public static DemandBuilder allDevices() {
    return new DemandBuilder("All", 0);
  }

  public static DemandBuilder inMode(String mode) {
    return new DemandBuilder(mode, 1);
  }

  public DemandBuilder ofClass(String value) {
    deviceClass = value;
    return this;
  }

  public DemandBuilder where(@Nullable String expression) {
    selectors.add(new DeviceSelector(expression));
    return this;
  }

  public DemandBuilder tolerating(String key, String operator, String value, String effect) {
    tolerations.add(new DeviceToleration(key, operator, value, effect, null));
    return this;
  }

  /** Wants a share of each device. */
  public DemandBuilder share(String capacityName, String quantity) {
    capacity.put(capacityName, Quantity.parse(quantity));
    return this;
  }

  public DemandBuilder forAdministration() {
    adminAccess = true;
    return this;
  }

  @Nullable Boolean adminAccess() {
    return adminAccess;
  }

  public DeviceRequest.Demand build() {
    return new DeviceRequest.Demand(
        deviceClass, selectors, mode, count, tolerations, new ResourceList(capacity));
  }
}
