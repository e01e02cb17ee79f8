package io.merapi.kube.cycle;

import io.merapi.api.pod.Pod;
import io.merapi.kube.framework.Binding;
import io.merapi.kube.framework.PermitOutcome;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.measures.AttemptResult;
import io.merapi.kube.measures.MeasuredPoint;
import io.merapi.kube.measures.ProfileMeasures;
import io.merapi.kube.queue.PendingPod;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The way of one pod from its chosen node to being bound there.
 *
 * <p>Each step begins when the one before has been answered; a step that does not succeed gives
 * everything back, in the reverse order.
 */
final class BindingCycle {

  private final KubeScheduler scheduler;
  private final PendingPod pending;
  private final PodAttempt attempt;
  private final Binding binding;
  private final ProfileMeasures measures;
  private final long begun;
  private final String nodeName;
  private final Pod pod;

  /**
   * @param begun when the attempt began
   */
  BindingCycle(
      KubeScheduler scheduler,
      PendingPod pending,
      PodAttempt attempt,
      String nodeName,
      long begun) {
    this.scheduler = scheduler;
    this.pending = pending;
    this.attempt = attempt;
    this.binding = pending.profile().binding();
    this.measures = pending.profile().measures();
    this.begun = begun;
    this.nodeName = nodeName;
    this.pod = attempt.pod().pod();
  }

  /** Assumes the pod on its node, and goes as far as there is nothing to wait for. */
  void start() {
    measures.turnTo(pod, nodeName);
    scheduler.assumptions().assume(pod, nodeName);
    scheduler.queue().nominations().clear(pod);
    long reserving = measures.now();
    PluginVerdict reserved = binding.reserve(attempt, nodeName);
    long asking = measures.now();
    measures.ran(MeasuredPoint.RESERVE, reserved.verdict().code(), reserving, asking);
    if (!reserved.isSuccess()) {
      giveBack();
      scheduler.failed(pending, Failure.onNode(reserved, nodeName), begun);
      return;
    }
    PermitOutcome permit = binding.permit(attempt, nodeName);
    measures.ran(MeasuredPoint.PERMIT, permit.result().verdict().code(), asking);
    boolean waits = !permit.waits().isEmpty();
    if (!permit.result().isSuccess() && !waits) {
      giveBack();
      scheduler.failed(pending, Failure.onNode(permit.result(), nodeName), begun);
      return;
    }
    if (waits || binding.preBindHasWork(attempt, nodeName)) {
      scheduler.effects().reporter().expected(pod, nodeName);
    }
    if (waits) {
      then(scheduler.permits().add(attempt.pod(), nodeName, permit.waits()), this::permitted);
    } else {
      preBind();
    }
  }

  private void permitted(PluginVerdict verdict) {
    if (verdict.isSuccess()) {
      preBind();
    } else {
      fail(Failure.onNode(verdict, nodeName));
    }
  }

  /** From here on the pod is no longer unschedulable, whatever fails: it is only tried again. */
  private void preBind() {
    scheduler.queue().binding(pending);
    long working = measures.now();
    CompletableFuture<PluginVerdict> work =
        binding.preBind(attempt, nodeName).toCompletableFuture();
    if (work.isDone()) {
      preBound(work.join(), working);
      return;
    }
    scheduler.bindings().put(pod.key(), this);
    then(
        work,
        verdict -> {
          if (scheduler.bindings().remove(pod.key(), this)) {
            preBound(verdict, working);
          }
        });
  }

  private void preBound(PluginVerdict verdict, long working) {
    long done = measures.now();
    measures.ran(MeasuredPoint.PRE_BIND, verdict.verdict().code(), working, done);
    if (verdict.isSuccess()) {
      bind(done);
    } else {
      fail(Failure.late(verdict));
    }
  }

  /**
   * Gives the node back while the work before the binding is still under way.
   *
   * @return whether it was
   */
  boolean cancel(String reason) {
    if (!scheduler.bindings().remove(pod.key(), this)) {
      return false;
    }
    fail(Failure.error(reason));
    return true;
  }

  private void bind(long asking) {
    then(
        binding.bind(attempt, nodeName),
        verdict -> {
          measures.ran(MeasuredPoint.BIND, verdict.verdict().code(), asking);
          if (verdict.isSuccess()) {
            bound();
          } else {
            fail(
                verdict.verdict().isSkip()
                    ? Failure.error("no plugin binds pods of this profile")
                    : Failure.late(verdict));
          }
        });
  }

  private void bound() {
    scheduler.queue().done(pending);
    scheduler.assumptions().bound(pod);
    scheduler.effects().reporter().scheduled(pod, nodeName);
    measures.attempted(pod, AttemptResult.SCHEDULED, "", begun);
    scheduler.measuresBound(pending);
    binding.postBind(attempt, nodeName);
  }

  private void fail(Failure failure) {
    Pod assumed = pod.onNode(nodeName);
    boolean freed = giveBack();
    if (freed && !failure.isRejection()) {
      scheduler.freed(assumed);
    }
    scheduler.failed(pending, failure, begun);
    if (freed && failure.isRejection()) {
      // Only now that the pod waits again, or it would see this as a change during its attempt.
      scheduler.freedForOthers(assumed);
    }
  }

  private boolean giveBack() {
    binding.unreserve(attempt, nodeName);
    return scheduler.assumptions().forget(pod);
  }

  /** Goes on here, on the scheduling thread, when a step has been answered. */
  private void then(CompletionStage<PluginVerdict> step, Consumer<PluginVerdict> next) {
    CompletableFuture<PluginVerdict> future = step.toCompletableFuture();
    if (future.isDone()) {
      next.accept(future.join());
    } else {
      var _ = future.thenAcceptAsync(verdict -> goOn(next, verdict), scheduler.loop());
    }
  }

  private void goOn(Consumer<PluginVerdict> next, PluginVerdict verdict) {
    measures.turnTo(pod, nodeName);
    try {
      next.accept(verdict);
    } finally {
      measures.turnAway();
    }
  }
}
