package io.merapi.api.device;

import java.util.List;

/**
 * What a driver is told about devices that it prepares; nobody else understands it.
 *
 * @param requests the requests whose devices it is for; empty means all
 * @param parameters the driver's own object, as JSON
 */
public record DeviceConfiguration(List<String> requests, String driver, String parameters) {

  public DeviceConfiguration {
    requests = List.copyOf(requests);
  }

  public DeviceConfiguration withRequests(List<String> newRequests) {
    return new DeviceConfiguration(newRequests, driver, parameters);
  }
}
