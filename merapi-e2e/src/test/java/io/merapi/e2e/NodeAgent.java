package io.merapi.e2e;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.cluster.http.ApiPaths;
import io.merapi.cluster.http.ApiRequest;
import java.io.IOException;
import java.time.Duration;

/**
 * What the kubelets of a real cluster would do: runs pods that are bound, and ends deleted ones.
 */
final class NodeAgent implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(50);

  private final RealCluster cluster;
  private final Thread thread;
  private volatile boolean stopped;

  NodeAgent(RealCluster cluster) {
    this.cluster = cluster;
    this.thread = Thread.ofPlatform().daemon().name("node-agent").start(this::run);
  }

  private void run() {
    while (!stopped) {
      try {
        for (ClusterObject object : cluster.list(ObjectKind.POD).values()) {
          if (object instanceof Pod pod && pod.assigned()) {
            lookAfter(pod);
          }
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      Eventually.pause(POLL);
    }
  }

  /** A pod may go at any time, so what comes of a request is of no interest. */
  private void lookAfter(Pod pod) throws IOException {
    if (pod.meta().deletionTimestamp() != null) {
      cluster.send(ApiRequest.delete(ApiPaths.of(pod), "{\"gracePeriodSeconds\": 0}"));
    } else if (pod.status().phase() == PodPhase.PENDING) {
      cluster.send(
          ApiRequest.patch(
              ApiPaths.of(pod, "status"),
              ApiRequest.STRATEGIC_MERGE,
              "{\"status\": {\"phase\": \"Running\"}}"));
    }
  }

  @Override
  public void close() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
