package io.merapi.kube.plugins.interpodaffinity;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.Labels;
import io.merapi.api.pod.CompiledPodTerm;
import io.merapi.api.pod.CompiledPodTerms.Weighted;
import io.merapi.api.pod.Pod;
import io.merapi.api.selector.CompiledSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The terms of the pod that is being scheduled, as they are matched against the pods of the
 * cluster.
 *
 * <p>The namespaces that a term selects by label are found once, so that the namespaces of the many
 * other pods need not be looked up. Upstream means to drop the selector after that, but does not:
 * each pod is still matched as if its namespace had no labels, so that a selector which such a
 * namespace satisfies ({@code NotIn}, {@code DoesNotExist}) takes in every namespace. So it is
 * here.
 */
final class IncomingTerms {

  /** What is looked up in the cluster for them. */
  static final Set<ObjectKind> READ = Set.of(ObjectKind.NAMESPACE);

  private IncomingTerms() {}

  static List<CompiledPodTerm> required(List<CompiledPodTerm> terms, ClusterView cluster) {
    return terms.stream().map(term -> resolved(term, cluster)).toList();
  }

  static List<Weighted> preferred(List<Weighted> terms, ClusterView cluster) {
    return terms.stream()
        .map(weighted -> new Weighted(weighted.weight(), resolved(weighted.term(), cluster)))
        .toList();
  }

  private static CompiledPodTerm resolved(CompiledPodTerm term, ClusterView cluster) {
    CompiledSelector selector = term.namespaceSelector();
    if (selector.isEverything() || selector.isNothing()) {
      return term;
    }
    var names = new ArrayList<String>();
    for (ClusterObject namespace : cluster.objects(ObjectKind.NAMESPACE)) {
      if (selector.matches(namespace.meta().labels())) {
        names.add(namespace.name());
      }
    }
    return term.alsoIn(names);
  }

  /** Whether a term means a pod. */
  static boolean matches(CompiledPodTerm term, Pod pod) {
    return term.matches(pod, Labels.EMPTY);
  }

  /** Whether all terms mean a pod, and there are any. */
  static boolean allMatch(List<CompiledPodTerm> terms, Pod pod) {
    for (int i = 0; i < terms.size(); i++) {
      if (!matches(terms.get(i), pod)) {
        return false;
      }
    }
    return !terms.isEmpty();
  }

  /** The labels of a pod's namespace, by which the terms of other pods may select it. */
  static Labels namespaceLabels(Pod pod, ClusterView cluster) {
    ClusterObject namespace = cluster.object(ObjectKind.NAMESPACE, pod.namespace());
    return namespace == null ? Labels.EMPTY : namespace.meta().labels();
  }
}
