package io.merapi.batch.plugins.predicates;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.session.extension.Fit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What filters have against a node, taken down one after the other. */
final class FilterAnswers {

  /** Made when there is something to take down, which for most nodes there is not. */
  private @Nullable List<Fit.Status> statuses;

  private boolean ended;

  /** Asks filters until one says something that no eviction changes. */
  void ask(List<FilterPlugin> filters, CycleState state, PodInfo pod, NodeInfo node) {
    for (int i = 0; i < filters.size() && !ended; i++) {
      Fit.Status status = status(filters.get(i).filter(state, pod, node));
      if (status != null) {
        add(status);
      }
    }
  }

  void add(Fit.Status status) {
    if (statuses == null) {
      statuses = new ArrayList<>(1);
    }
    statuses.add(status);
    ended |= status.code() != Fit.Code.UNSCHEDULABLE;
  }

  void addAll(List<Fit.Status> others) {
    others.forEach(this::add);
  }

  /** Whether something was said that makes it pointless to ask on. */
  boolean isEnded() {
    return ended;
  }

  List<Fit.Status> statuses() {
    return statuses == null ? List.of() : statuses;
  }

  Fit fit() {
    return statuses == null ? Fit.fits() : new Fit.Refused(statuses);
  }

  /** A filter's verdict as one thing that stands against a task; null where nothing does. */
  static Fit.@Nullable Status status(Verdict verdict) {
    return switch (verdict) {
      // Kept from upstream: a pod that is to be held back counts as one that fits.
      case Verdict.Success _, Verdict.Held _ -> null;
      case Verdict.Rejected(var reasons, boolean evictionHelps) ->
          new Fit.Status(
              evictionHelps ? Fit.Code.UNSCHEDULABLE : Fit.Code.UNSCHEDULABLE_AND_UNRESOLVABLE,
              joined(reasons));
      case Verdict.Failed(var message) ->
          new Fit.Status(Fit.Code.ERROR, Reason.of("Error", message));
      case Verdict.Wait _ -> new Fit.Status(Fit.Code.WAIT, Reason.of("Wait", ""));
      case Verdict.Skip _ -> new Fit.Status(Fit.Code.SKIP, Reason.of("Skip", ""));
    };
  }

  private static Reason joined(List<Reason> reasons) {
    return reasons.size() == 1 ? reasons.getFirst() : new Several(reasons);
  }

  /** Several reasons of one filter, which users see as one. */
  private record Several(List<Reason> reasons) implements Reason {

    @Override
    public String code() {
      return reasons.isEmpty() ? "" : reasons.getFirst().code();
    }

    @Override
    public String summary() {
      return String.join(", ", reasons.stream().map(Reason::summary).toList());
    }

    @Override
    public String detail() {
      return String.join(
          ", ", reasons.stream().map(Reason::detail).filter(text -> !text.isEmpty()).toList());
    }
  }
}
