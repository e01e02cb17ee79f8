package io.merapi.batch.cycle;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.Labels;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.session.extension.BindContext;
import io.merapi.api.session.extension.BindContext.Step;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.effects.BatchWriter;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.measures.BatchMeasures.Milestone;
import io.merapi.batch.measures.BatchMeasures.Stage;
import io.merapi.kube.cycle.Assumptions;
import io.merapi.kube.effects.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes what sessions decide, keeps it in the state at once, and has it carried out.
 *
 * <p>A session never waits for an effect. What fails is taken back in the state, so that the next
 * session decides anew.
 */
final class Decisions implements BatchEffects {

  private static final Outcome TAKEN = new Outcome.Done();

  private final BatchWriter writer;
  private final Executor loop;
  private final Assumptions assumptions;
  private final Releases releases;
  private final Runnable changed;
  private final BatchMeasures measures;

  /** The statuses that groups were given and that the cluster has not told yet, by uid. */
  private final Map<String, PodGroup.Status> given = new HashMap<>();

  private long taken;

  /**
   * @param changed told when a decision has come to nothing
   */
  Decisions(BatchHost host, Assumptions assumptions, Releases releases, Runnable changed) {
    this.writer = host.writer();
    this.loop = host.loop();
    this.assumptions = assumptions;
    this.releases = releases;
    this.changed = changed;
    this.measures = host.measures();
  }

  /** How many decisions were taken so far; events for users do not count. */
  long taken() {
    return taken;
  }

  @Override
  public Outcome bind(Pod pod, String nodeName, BindContext context) {
    taken++;
    assumptions.assume(pod, placed(pod, nodeName, context));
    new Binding(pod, nodeName, context).go(0);
    return TAKEN;
  }

  /**
   * A pod as it will be on its node. What it was given of devices stands in its annotations: the
   * next session must know, though the cluster has not told yet.
   */
  private static Pod placed(Pod pod, String nodeName, BindContext context) {
    if (context.annotations().isEmpty()) {
      return pod.onNode(nodeName);
    }
    Map<String, String> all = pod.meta().annotations().toMap();
    all.putAll(context.annotations());
    return pod.withMeta(pod.meta().withAnnotations(Labels.of(all))).onNode(nodeName);
  }

  @Override
  public Outcome evict(Pod pod, PodGroup group, String reason) {
    taken++;
    releases.mark(pod);
    after(
        () -> writer.evict(pod, group, reason),
        _ -> {
          releases.forget(pod);
          changed.run();
        },
        () -> {});
    return TAKEN;
  }

  @Override
  public void removeQueueGate(Pod pod) {
    taken++;
    // Where it fails, the next session finds the gate still there.
    after(
        () -> writer.removeGate(pod, VolcanoKeys.QUEUE_ALLOCATION_GATE),
        _ -> changed.run(),
        () -> {});
  }

  @Override
  public void updateStatus(PodGroup group, PodGroup.Status status) {
    PodGroup.Status before = given.get(group.meta().uid());
    if (before != null && before.saysTheSameAs(status)) {
      // It is on its way, and every session finds it until the cluster has told.
      return;
    }
    taken++;
    given.put(group.meta().uid(), status);
    writer.updateStatus(group, status);
  }

  /** Whether the cluster tells of a group what it was told last; asked once for each event. */
  boolean wrote(PodGroup group) {
    PodGroup.Status status = given.remove(group.meta().uid());
    return status != null && status.phase() == group.status().phase();
  }

  @Override
  public void updateAllocated(Queue queue, ResourceList allocated) {
    taken++;
    writer.updateAllocated(queue, allocated);
  }

  @Override
  public void reportWaiting(Pod pod, String reason, String message, String nominatedNode) {
    taken++;
    writer.reportWaiting(pod, reason, message, nominatedNode);
  }

  @Override
  public void report(PodGroup group, String type, String reason, String message) {
    writer.report(group, type, reason, message);
  }

  /** Goes on, on the scheduling thread, when an effect has been answered. */
  private void after(Effect<Outcome> effect, Consumer<String> failed, Runnable done) {
    whenDone(
        effect,
        (outcome, error) -> {
          if (outcome == null) {
            failed.accept(String.valueOf(error));
          } else if (outcome instanceof Outcome.Failed(var why)) {
            failed.accept(why);
          } else {
            done.run();
          }
        });
  }

  private <T> void whenDone(Effect<T> effect, Answer<T> answer) {
    CompletableFuture<T> begun;
    try {
      begun = effect.begin().toCompletableFuture();
    } catch (RuntimeException e) {
      loop.execute(() -> answer.accept(null, e));
      return;
    }
    if (begun.state() == Future.State.SUCCESS) {
      // As below, without what waiting takes: a simulated cluster answers at once.
      T result = begun.resultNow();
      loop.execute(() -> answer.accept(result, null));
    } else {
      var _ = begun.whenCompleteAsync(answer, loop);
    }
  }

  /** Something that takes time. */
  private interface Effect<T> {
    CompletionStage<T> begin();
  }

  /** Takes what came of it; the result is absent where it broke. */
  private interface Answer<T> extends BiConsumer<@Nullable T, @Nullable Throwable> {}

  /** Holds a lock on the node while the devices of the pod are handed out there. */
  private final class LockStep implements Step {

    private final String nodeName;
    private final String lock;

    LockStep(String nodeName, String lock) {
      this.nodeName = nodeName;
      this.lock = lock;
    }

    @Override
    public CompletionStage<Verdict> preBind() {
      return writer
          .lockNode(nodeName, lock)
          .thenApply(outcome ->
              outcome instanceof Outcome.Failed(var why) ? Verdict.error(why) : Verdict.success());
    }

    @Override
    public void rollBack() {
      // Where it fails, the lock ends by itself after some time.
      after(() -> writer.unlockNode(nodeName, lock), _ -> {}, () -> {});
    }
  }

  /**
   * The way of one pod to its node: the steps before the binding, one after the other, and it.
   * There are many, so one object is all: what is done, and what is told of the binding.
   */
  private final class Binding implements Effect<Outcome>, Answer<Outcome> {

    private final Pod pod;
    private final String nodeName;
    private final Map<String, String> annotations;
    private final List<Step> steps;
    private long begun = measures.now();

    Binding(Pod pod, String nodeName, BindContext context) {
      this.pod = pod;
      this.nodeName = nodeName;
      this.annotations = context.annotations();
      this.steps = context.locks().isEmpty() ? context.steps() : withLocks(context);
    }

    private List<Step> withLocks(BindContext context) {
      var all = new ArrayList<Step>();
      for (String lock : context.locks()) {
        all.add(new LockStep(nodeName, lock));
      }
      all.addAll(context.steps());
      return all;
    }

    void go(int done) {
      if (done == steps.size()) {
        if (done > 0) {
          measures.staged(Stage.PRE_BIND, begun);
          measures.reached(Milestone.PRE_BOUND, pod.meta().creationTimestamp());
          begun = measures.now();
        }
        whenDone(this, this);
        return;
      }
      whenDone(
          steps.get(done)::preBind,
          (verdict, _) -> {
            if (verdict != null && (verdict.isSuccess() || verdict.isSkip())) {
              go(done + 1);
            } else {
              undo(done);
            }
          });
    }

    @Override
    public CompletionStage<Outcome> begin() {
      return writer.bind(pod, nodeName, annotations);
    }

    @Override
    public void accept(@Nullable Outcome outcome, @Nullable Throwable error) {
      boolean done = outcome instanceof Outcome.Done;
      measures.bound(done);
      if (done) {
        measures.staged(Stage.BIND, begun);
        measures.reached(Milestone.BOUND, pod.meta().creationTimestamp());
        assumptions.bound(pod);
      } else {
        undo(steps.size());
      }
    }

    private void undo(int done) {
      steps.subList(0, done).reversed().forEach(Step::rollBack);
      assumptions.forget(pod);
      changed.run();
    }
  }
}
