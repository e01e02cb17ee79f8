package io.merapi.kube.devices;

import io.merapi.api.device.Allocation;

/** Names a device of the cluster. */
public record DeviceId(String driver, String pool, String device) implements Comparable<DeviceId> {

  public static DeviceId of(Allocation.Result result) {
    return new DeviceId(result.driver(), result.pool(), result.device());
  }

  @Override
  public int compareTo(DeviceId other) {
    int byDriver = driver.compareTo(other.driver);
    int byPool = byDriver != 0 ? byDriver : pool.compareTo(other.pool);
    return byPool != 0 ? byPool : device.compareTo(other.device);
  }

  @Override
  public String toString() {
    return driver + "/" + pool + "/" + device;
  }
}
