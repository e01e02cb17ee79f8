package io.merapi.api.device;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the devices of several requests must have in common, or must not.
 *
 * @param requests the requests that it ties together; empty means all of the claim
 * @param matchAttribute the attribute that must be the same on all devices; absent for none
 * @param distinctAttribute the attribute that must differ on all devices; absent for none
 */
public record DeviceConstraint(
    List<String> requests, @Nullable String matchAttribute, @Nullable String distinctAttribute) {

  public DeviceConstraint {
    requests = List.copyOf(requests);
  }
}
