package io.merapi.kube.framework;

import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What came of the pre-filters.
 *
 * <p>The sets are not copied, and not to be changed any more.
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

  /** The verdict on nodes that are not worth looking at. */
  public Verdict outside() {
    return Verdict.unresolvable(Reason.of("NodeRuledOut", unsatisfied(restrictedBy)));
  }

  /** That nodes are left out by plugins; upstream's words. */
  static String unsatisfied(SortedSet<String> plugins) {
    return "node(s) didn't satisfy plugin(s) [%s]".formatted(String.join(" ", plugins));
  }
}
