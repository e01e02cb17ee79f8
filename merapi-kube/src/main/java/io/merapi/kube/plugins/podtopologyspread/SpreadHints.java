package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.EnqueueExtensions.Registration;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.plugins.podtopologyspread.ConstraintSource.Found;
import io.merapi.kube.plugins.podtopologyspread.ConstraintSource.Strength;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says which changes of pods and nodes can even out a skew that was too large for a pod. */
record SpreadHints(ConstraintSource source) {

  List<Registration> registrations() {
    return List.of(
        Registration.of(
            ObjectKind.POD,
            Set.of(
                ClusterAction.ADD,
                ClusterAction.DELETE,
                ClusterAction.UPDATE_POD_LABEL,
                ClusterAction.UPDATE_POD_TOLERATION),
            this::afterPodChange),
        Registration.of(
            ObjectKind.NODE,
            Set.of(
                ClusterAction.ADD,
                ClusterAction.DELETE,
                ClusterAction.UPDATE_NODE_LABEL,
                ClusterAction.UPDATE_NODE_TAINT),
            this::afterNodeChange));
  }

  private boolean afterPodChange(PodInfo info, ObjectChange change, ClusterView cluster) {
    Pod pod = info.pod();
    Pod before = (Pod) change.before();
    Pod after = (Pod) change.after();
    if (!mayCount(before, pod) || !mayCount(after, pod)) {
      return false;
    }
    Found found = source.find(Strength.HARD, info, cluster);
    if (found.error() != null) {
      return true;
    }
    List<SpreadConstraint> constraints = found.constraints();
    if (before == null || after == null) {
      Pod changed = (Pod) change.latest();
      return constraints.stream().anyMatch(constraint -> constraint.selects(changed));
    }
    boolean gotTolerations =
        change.isOf(info) && !before.spec().tolerations().equals(after.spec().tolerations());
    return (gotTolerations && constraints.stream().anyMatch(SpreadConstraint::honorsTaints))
        || constraints.stream().anyMatch(one -> one.selects(before) != one.selects(after));
  }

  /** Whether a pod is counted when another is spread: it is the same, or has a node to be on. */
  private static boolean mayCount(@Nullable Pod changed, Pod pod) {
    if (changed == null || changed.isSameAs(pod)) {
      return true;
    }
    boolean hasNode = changed.assigned() || !changed.status().nominatedNodeName().isEmpty();
    return hasNode && changed.namespace().equals(pod.namespace());
  }

  private boolean afterNodeChange(PodInfo pod, ObjectChange change, ClusterView cluster) {
    Found found = source.find(Strength.HARD, pod, cluster);
    if (found.error() != null) {
      return true;
    }
    List<SpreadConstraint> constraints = found.constraints();
    Node before = (Node) change.before();
    Node after = (Node) change.after();
    if (before == null || after == null) {
      Labels labels = change.latest().meta().labels();
      return SpreadConstraint.allHaveDomain(constraints, labels);
    }
    Labels labelsBefore = before.meta().labels();
    Labels labelsAfter = after.meta().labels();
    boolean counts = SpreadConstraint.allHaveDomain(constraints, labelsAfter);
    if (counts != SpreadConstraint.allHaveDomain(constraints, labelsBefore)) {
      return true;
    }
    return counts
        && (!before.taints().equals(after.taints())
            || constraints.stream()
                .map(SpreadConstraint::topologyKey)
                .anyMatch(key -> !Objects.equals(labelsBefore.get(key), labelsAfter.get(key))));
  }
}
