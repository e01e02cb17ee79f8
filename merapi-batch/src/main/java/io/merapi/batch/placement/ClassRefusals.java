package io.merapi.batch.placement;

import io.merapi.api.resource.Resources;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.NodeRefusals;
import io.merapi.batch.node.NodeState;
import io.merapi.kube.persistent.Edit;
import io.merapi.kube.persistent.PersistentVector;
import io.merapi.kube.placement.NodeSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What the nodes of a session have against one class that fits nowhere, in a form that stays as it
 * is when nodes change their minds; used by one thread.
 *
 * <p>Reasons are counted from the first time on that somebody asks; later they are counted anew for
 * those nodes alone that have said something else since.
 */
final class ClassRefusals {

  private final List<NodeState> nodes;
  private final ClassFit fit;

  /** What is counted. */
  private PersistentVector<Object> counted = PersistentVector.empty();

  private final SortedMap<String, Integer> reasons = new TreeMap<>();

  /** Names of nodes on which no eviction would help; handed out, and replaced where one changes. */
  private SortedSet<String> unresolvable = Collections.emptySortedSet();

  /** Nodes that have said something else since they were counted. */
  private final NodeSet changed = new NodeSet();

  private FitErrors latest = new FitErrors();

  ClassRefusals(List<NodeState> nodes, ClassFit fit) {
    this.nodes = nodes;
    this.fit = fit;
  }

  /** Takes note of what is kept of the answer of a node, in place of what was kept before. */
  void replaced(int node, @Nullable Object before, Object now) {
    // Before the first count nobody knows of any answer.
    if (counted.size() > 0 && !changed.contains(node) && !now.equals(before)) {
      changed.add(node);
    }
  }

  /** What all nodes have against the class; the same object until one says something else. */
  FitErrors now() {
    boolean first = counted.size() < nodes.size();
    if (!first && changed.size() == 0) {
      return latest;
    }
    var edit = new Edit();
    boolean moved = false;
    if (first) {
      for (int node = 0; node < nodes.size(); node++) {
        moved |= count(node, edit);
      }
    } else {
      for (int node = changed.next(0); node >= 0; node = changed.next(node + 1)) {
        moved |= count(node, edit);
      }
    }
    changed.clear();
    if (moved) {
      unresolvable = unresolvable();
    }
    latest =
        new FitErrors(
            new AsOfNow(nodes, counted, fit.request(), new TreeMap<>(reasons), unresolvable));
    return latest;
  }

  /** Counts what a node says now, and says whether it is of another kind. */
  private boolean count(int node, Edit edit) {
    boolean before = false;
    if (node < counted.size()) {
      Fit old = counted(node);
      before = isUnresolvable(old);
      count(old, -1);
    }
    counted = counted.with(node, fit.answer(node), edit);
    Fit now = counted(node);
    count(now, 1);
    return before != isUnresolvable(now);
  }

  private Fit counted(int node) {
    return ClassFit.said(Objects.requireNonNull(counted.get(node)), fit.request());
  }

  private void count(Fit refusal, int sign) {
    for (String text : refusal.reasons()) {
      reasons.merge(text, sign, (one, other) -> one + other == 0 ? null : one + other);
    }
  }

  private static boolean isUnresolvable(Fit fit) {
    return fit.has(Fit.Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
  }

  private SortedSet<String> unresolvable() {
    var names = new TreeSet<String>();
    for (int node = 0; node < nodes.size(); node++) {
      if (isUnresolvable(counted(node))) {
        names.add(nodes.get(node).name());
      }
    }
    return Collections.unmodifiableSortedSet(names);
  }

  /**
   * What was said at one time.
   *
   * @param answers what is kept of them, by node
   * @param request of the tasks
   */
  private record AsOfNow(
      List<NodeState> nodes,
      PersistentVector<Object> answers,
      Resources request,
      Map<String, Integer> reasons,
      SortedSet<String> unresolvable)
      implements NodeRefusals {

    @Override
    public int size() {
      return answers.size();
    }

    @Override
    public void forEach(BiConsumer<String, Fit> action) {
      for (int node = 0; node < answers.size(); node++) {
        Object answer = Objects.requireNonNull(answers.get(node));
        action.accept(nodes.get(node).name(), ClassFit.said(answer, request));
      }
    }
  }
}
