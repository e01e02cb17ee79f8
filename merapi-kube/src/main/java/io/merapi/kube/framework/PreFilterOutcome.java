package io.merapi.kube.framework;

import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What came of the pre-filters.
 *
 * @param nodeNames the only nodes worth looking at, by name; null means all
 * @param restrictedBy the plugins that restricted the nodes
 * @param skipped the plugins that have no part in the pod, as far as the run came
 */
public record PreFilterOutcome(
    PluginVerdict result,
    @Nullable SortedSet<String> nodeNames,
    SortedSet<String> restrictedBy,
    SortedSet<String> skipped) {

  public PreFilterOutcome {
    nodeNames = nodeNames == null ? null : frozen(nodeNames);
    restrictedBy = frozen(restrictedBy);
    skipped = frozen(skipped);
  }

  private static SortedSet<String> frozen(Set<String> names) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(names));
  }
}
