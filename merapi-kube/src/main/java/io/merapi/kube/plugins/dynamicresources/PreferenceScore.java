package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.DeviceRequest;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.ScoreException;
import io.merapi.kube.plugins.dynamicresources.DeviceSearchState.NodeAllocation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Prefers nodes where requests with alternatives get the ones that are named first. */
final class PreferenceScore {

  /** No request has more alternatives. */
  private static final int MOST_ALTERNATIVES = 8;

  private PreferenceScore() {}

  static long of(@Nullable DeviceSearchState state, String nodeName) {
    if (state == null) {
      throw new ScoreException("not found");
    }
    NodeAllocation found = state.found(nodeName);
    if (state.claims().isEmpty() || found == null) {
      return 0;
    }
    // As in upstream, allocations are taken for those of the first claims, whether those were the
    // ones that needed any, and a pod with claims of both kinds has no score.
    List<Allocation> allocations = found.allocations();
    long score = 0;
    for (int i = 0; i < state.claims().size(); i++) {
      if (i >= allocations.size()) {
        throw new ScoreException(
            "number of allocations %d is smaller than number of claims"
                .formatted(allocations.size()));
      }
      score += of(state.claims().get(i), allocations.get(i));
    }
    return score;
  }

  private static long of(ResourceClaim claim, Allocation allocation) {
    Set<String> given = new HashSet<>();
    allocation.results().forEach(result -> given.add(result.request()));
    long score = 0;
    for (DeviceRequest request : claim.requests()) {
      List<DeviceRequest.Alternative> alternatives = request.firstAvailable();
      for (int i = 0; request.exactly() == null && i < alternatives.size(); i++) {
        if (given.contains(request.name() + "/" + alternatives.get(i).name())) {
          score += MOST_ALTERNATIVES - i;
        }
      }
    }
    return score;
  }
}
