package io.merapi.kube.devices;

import io.merapi.api.device.Allocation;

/** Names a device of the cluster. */
public record DeviceId(String driver, String pool, String device) {

  public static DeviceId of(Allocation.Result result) {
    return new DeviceId(result.driver(), result.pool(), result.device());
  }

  @Override
  public String toString() {
    return driver + "/" + pool + "/" + device;
  }
}
