package io.merapi.api.pod;

import io.merapi.api.selector.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How evenly pods must, or should, lie over the domains of a topology.
 *
 * @param whenUnsatisfiable {@code DoNotSchedule} or {@code ScheduleAnyway}
 * @param minDomains absent means 1
 * @param nodeAffinityPolicy {@code Honor} or {@code Ignore}; empty means {@code Honor}
 * @param nodeTaintsPolicy {@code Honor} or {@code Ignore}; empty means {@code Ignore}
 */
public record TopologySpreadConstraint(
    int maxSkew,
    String topologyKey,
    String whenUnsatisfiable,
    @Nullable LabelSelector labelSelector,
    @Nullable Integer minDomains,
    String nodeAffinityPolicy,
    String nodeTaintsPolicy,
    List<String> matchLabelKeys) {

  public TopologySpreadConstraint {
    matchLabelKeys = List.copyOf(matchLabelKeys);
  }
}
