package io.merapi.kube.queue;

/** How a change brings a pod back. */
enum Wake {
  NO,
  /** The change can help: as soon as the pod's backoff is over. */
  AFTER_BACKOFF,
  /** What held the pod back lets it go: without backoff. */
  AT_ONCE;

  Wake or(Wake other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
