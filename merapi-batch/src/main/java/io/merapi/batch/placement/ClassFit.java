package io.merapi.batch.placement;

import io.merapi.api.resource.Resources;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.InsufficientRoom;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.kube.placement.NodeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes the tasks of one class fit, and whether there is room now or only later; used by one
 * thread.
 *
 * <p>Implementation note: on a full cluster most nodes lack room, whatever the class. Of such a
 * node no more is kept than that room, as all classes share it; it becomes a {@link Fit} when
 * somebody wants to know what the node says.
 */
final class ClassFit {

  private final Resources request;

  /** By node, a {@link Fit}, or the room that is too little. */
  private final @Nullable Object[] answers;

  private final NodeSet now = new NodeSet();
  private final NodeSet later = new NodeSet();

  /**
   * @param request of the tasks
   */
  ClassFit(Resources request, int nodes) {
    this.request = request;
    this.answers = new @Nullable Object[nodes];
  }

  /**
   * Takes note of what a node says now.
   *
   * @param answer a {@link Fit}, or the room that is too little
   */
  void put(TaskState task, NodeState node, Object answer) {
    int index = node.index();
    boolean fits = answer instanceof Fit fit && fit.isSuccess();
    // A fit has room in the end, and where nothing is awaited that is now.
    boolean fitsNow = fits && (node.awaitsNothing() || node.fitsIdle(task));
    now.set(index, fitsNow);
    later.set(index, fits && !fitsNow);
    answers[index] = answer;
  }

  /** What a node says of tasks with a request, by what is kept of its answer. */
  static Fit said(Object answer, Resources request) {
    return answer instanceof Fit fit
        ? fit
        : Fit.unschedulable(new InsufficientRoom(request, (Resources) answer));
  }

  /**
   * What is kept of the answer of a node: a {@link Fit}, or the room that is too little; null where
   * it was never asked.
   */
  @Nullable Object answer(int node) {
    return answers[node];
  }

  /** What a node says of the class. */
  Fit of(int node) {
    Object answer = answers[node];
    if (answer == null) {
      throw new IllegalStateException("node (%d) was not asked".formatted(node));
    }
    return said(answer, request);
  }

  /** Whether a node fits, now or later. */
  boolean fits(int node) {
    return now.contains(node) || later.contains(node);
  }

  /** What the tasks ask for. */
  Resources request() {
    return request;
  }

  /** The nodes that have room now. */
  NodeSet now() {
    return now;
  }

  /** The nodes that will have room once what is being released is free. */
  NodeSet later() {
    return later;
  }
}
