package io.merapi.api.framework;

import io.merapi.api.pod.PodInfo;

/** Keeps pods out of the queue that must not be tried yet. */
public interface PreEnqueuePlugin extends Plugin {

  /** Called when the pod is about to enter the queue; anything but success keeps it out. */
  Verdict preEnqueue(PodInfo pod, ClusterView cluster);
}
