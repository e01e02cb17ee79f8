package io.merapi.api.session;

import io.merapi.api.device.DeviceAmounts;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.resource.Resources;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** A pod as a session sees it. Facts do not change; status, node and transaction do. */
public interface Task {

  PodInfo info();

  default Pod pod() {
    return info().pod();
  }

  /** {@code namespace/name}. */
  default String key() {
    return info().key();
  }

  default String namespace() {
    return pod().namespace();
  }

  default String name() {
    return pod().name();
  }

  /** What tells the task apart from every other one. */
  default String uid() {
    return pod().identity();
  }

  /** The key of the job that the pod names; empty where it names none. */
  String jobKey();

  /** The job; null where the pod names none, or one that is not in this session. */
  @Nullable Job job();

  /** The name of the task within its Volcano Job ({@code volcano.sh/task-spec}); may be empty. */
  String role();

  /** The pod's priority, 1 where it has none; an annotation of the pod overrides it. */
  int priority();

  /** What the task takes from its node: containers, one pod, attached volumes. */
  Resources request();

  /**
   * What each claim of the task asks for of each class of devices, by the key of the claim.
   * Requests with alternatives and for all devices of a class are not known in advance, and are
   * left out.
   */
  SortedMap<String, DeviceAmounts> claimedDevices();

  /** Whether it asks for next to nothing, so that only backfill places it. */
  boolean bestEffort();

  /** Whether scheduling gates keep it back. */
  boolean gated();

  /** Whether it may be evicted for others, as its pod says. */
  boolean preemptable();

  /** {@code *} if the pod may use nodes that are lent out for a time, else empty. */
  String revocableZone();

  TaskStatus status();

  /** The node that it is on, or was given in this session; empty for none. */
  String nodeName();

  /** Whether room was made by evicting others when it was pipelined. */
  boolean evictionOccurred();

  /** The hyper node that its job had when the task was placed; empty for none. */
  String jobAllocatedHyperNode();

  /**
   * Where the task stood when a statement with it was discarded last; null if none was, or another
   * was committed since. Reports to users go by it.
   */
  @Nullable Transaction lastTransaction();

  /** Where the task stands: what a statement changes. */
  default Transaction transaction() {
    return new Transaction(nodeName(), evictionOccurred(), jobAllocatedHyperNode(), status());
  }

  /** What a statement changes of a task; upstream's {@code TransactionContext}. */
  record Transaction(
      String nodeName, boolean evictionOccurred, String jobAllocatedHyperNode, TaskStatus status) {}
}
