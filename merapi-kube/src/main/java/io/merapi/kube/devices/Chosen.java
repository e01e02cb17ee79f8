package io.merapi.kube.devices;

import io.merapi.api.resource.Quantity;
import java.util.Map;

/**
 * A device that was chosen for a request.
 *
 * @param shared whether others may have a share of it too
 * @param share what the request takes of it; empty where it is not shared
 */
record Chosen(
    RequestPlan request, Candidate candidate, boolean shared, Map<String, Quantity> share) {}
