package io.merapi.sim.cluster;

import io.merapi.api.pod.Pod;
import io.merapi.kube.effects.PodReporter;
import org.jspecify.annotations.Nullable;

/** Writes what users are told into the status of pods, as soon as the scheduler is done. */
final class SimulatedReporter implements PodReporter {

  private final SimulatedCluster cluster;

  SimulatedReporter(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public void scheduled(Pod pod, String nodeName) {}

  @Override
  public void unscheduled(Pod pod, String reason, String message, @Nullable String nominatedNode) {
    cluster.updateLater(
        pod, now -> PodStatuses.unscheduled(now, reason, message, nominatedNode, cluster.now()));
  }

  @Override
  public void preempted(Pod victim, Pod preemptor, String nodeName) {}

  @Override
  public void expected(Pod pod, String nodeName) {
    cluster.updateLater(pod, now -> PodStatuses.nominated(now, nodeName));
  }

  @Override
  public void nominationCleared(Pod pod) {
    cluster.updateLater(pod, now -> PodStatuses.nominated(now, ""));
  }
}
