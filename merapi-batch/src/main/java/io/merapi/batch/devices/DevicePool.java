package io.merapi.batch.devices;

import io.merapi.api.pod.Pod;
import io.merapi.api.session.extension.Fit;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * The devices of one family on one node of a session, and who has which part of them; used by one
 * thread.
 */
public interface DevicePool {

  /** The name of the family; the same on all nodes. */
  String family();

  /** Whether a pod asks for devices of this family. */
  boolean asksFor(Pod pod);

  /**
   * Whether being asked changes what is answered later, so that every question must be put and in
   * its order.
   */
  default boolean remembersQuestions() {
    return false;
  }

  /** Counts a pod that is on the node, by what its annotations say that it has. */
  void add(Pod pod);

  /** Gives back what a pod has that leaves the node. */
  void remove(Pod pod);

  /**
   * Whether there is enough for a pod.
   *
   * @param policy {@code binpack}, {@code spread}, or anything else for no preference
   */
  Fit fit(Pod pod, String policy);

  /** How well a pod suits the node, on a scale of the family's own. */
  double score(Pod pod, String policy);

  /** Gives devices to a pod that was put on the node in this session. */
  Allocation allocate(Pod pod, Instant now);

  /**
   * Takes devices back that were given to a pod in this session, or that an evicted pod has.
   *
   * @return the annotations that are not to be written with the binding after all
   */
  Set<String> release(Pod pod);

  /** Resources that the queue of a pod is charged for, in place of what the pod asks for. */
  default Map<String, Double> charged(Pod pod) {
    return Map.of();
  }

  /** Resources that this pool accounts for, so that nobody else looks at them. */
  default Set<String> accountsFor() {
    return Set.of();
  }

  /** A copy for a dry run. */
  DevicePool copy();

  /** What came of an allocation. */
  sealed interface Allocation {

    /** A pod that needs nothing written. */
    static Allocation nothing() {
      return new Given(Map.of());
    }
  }

  /**
   * Devices were given.
   *
   * @param annotations to be written with the binding: which ones, for whoever hands them out on
   *     the node
   * @param lock the lock that must be held on the node while they are handed out; empty for none
   */
  record Given(Map<String, String> annotations, String lock) implements Allocation {

    public Given {
      annotations = Map.copyOf(annotations);
    }

    public Given(Map<String, String> annotations) {
      this(annotations, "");
    }
  }

  /** There are none to give. */
  record Refused(String why) implements Allocation {}
}
