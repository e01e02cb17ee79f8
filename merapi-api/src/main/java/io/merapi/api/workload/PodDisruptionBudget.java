package io.merapi.api.workload;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.SelectsPods;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How many pods of a set may be disrupted at once.
 *
 * @param selector the pods; absent selects none, and schedulers let an empty one select none too
 * @param minAvailable absent where the budget is not stated this way
 * @param maxUnavailable absent where the budget is not stated this way
 * @param disruptionsAllowed how many more evictions the budget bears now
 * @param disruptedPods names of pods already being evicted, with the time of eviction
 */
public record PodDisruptionBudget(
    ObjectMeta meta,
    @Nullable LabelSelector selector,
    @Nullable IntOrString minAvailable,
    @Nullable IntOrString maxUnavailable,
    int disruptionsAllowed,
    Map<String, Instant> disruptedPods)
    implements ClusterObject, SelectsPods {

  public PodDisruptionBudget {
    disruptedPods = Collections.unmodifiableMap(new TreeMap<>(disruptedPods));
  }

  /** The same budget when it bears another number of evictions. */
  public PodDisruptionBudget withDisruptionsAllowed(int newDisruptionsAllowed) {
    return new PodDisruptionBudget(
        meta, selector, minAvailable, maxUnavailable, newDisruptionsAllowed, disruptedPods);
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.POD_DISRUPTION_BUDGET;
  }

  @Override
  public Set<String> podLabelKeys() {
    return selector == null ? Set.of() : selector.keys();
  }
}
