package io.merapi.batch.plugins.conformance;

import io.merapi.api.session.Task;
import io.merapi.api.session.extension.ImpartialVotes;
import io.merapi.api.session.extension.UnifiedEvictable;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.api.session.extension.VictimVote;
import java.util.List;
import java.util.Optional;

/** Spares the pods that keep the cluster itself running, whoever asks for their room. */
public final class Conformance implements ImpartialVotes, UnifiedEvictable {

  public static final String NAME = "conformance";

  private static final String CLUSTER_CRITICAL = "system-cluster-critical";
  private static final String NODE_CRITICAL = "system-node-critical";
  private static final String SYSTEM_NAMESPACE = "kube-system";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean readsClock() {
    return false;
  }

  @Override
  public VictimVote mayGo(List<? extends Task> candidates) {
    return VictimVote.of(candidates.stream().filter(task -> !critical(task)).toList());
  }

  @Override
  public VictimDependence mayGoDependence(List<? extends Task> candidates) {
    return VictimDependence.NODE;
  }

  @Override
  public VictimVote unifiedEvictable(Eviction eviction, List<? extends Task> candidates) {
    return mayGo(candidates);
  }

  @Override
  public Optional<Object> evictionTraits(Eviction eviction) {
    return Optional.of(NAME);
  }

  /** Goes by the name of the pod's class: a pod that was only given its number is not spared. */
  private static boolean critical(Task task) {
    String className = task.pod().spec().priorityClassName();
    return CLUSTER_CRITICAL.equals(className)
        || NODE_CRITICAL.equals(className)
        || SYSTEM_NAMESPACE.equals(task.namespace());
  }
}
