package io.merapi.explain.pod;

import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import java.util.List;

/**
 * That a plugin does not accept a node.
 *
 * @param decides whether it is the first in the order of plugins, which the pod's event names; the
 *     others were asked by themselves
 */
public record Objection(String plugin, Verdict verdict, boolean decides) {

  /** Whether evicting pods from the node might change the plugin's mind. */
  public boolean evictionHelps() {
    return verdict instanceof Verdict.Rejected rejected && rejected.evictionHelps();
  }

  /** Why, with what there is to know of this node. */
  public List<Reason> reasons() {
    return switch (verdict) {
      case Verdict.Rejected(var reasons, _) -> reasons;
      case Verdict.Held(var reasons) -> reasons;
      case Verdict.Failed(var message) -> List.of(Reason.of("Error", message));
      case Verdict.Success _, Verdict.Skip _, Verdict.Wait _ -> List.of();
    };
  }
}
