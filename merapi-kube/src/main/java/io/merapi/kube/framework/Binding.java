package io.merapi.kube.framework;

import io.merapi.api.framework.BindPlugin;
import io.merapi.api.framework.PermitPlugin;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PostBindPlugin;
import io.merapi.api.framework.PreBindPlugin;
import io.merapi.api.framework.ReservePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.kube.extenders.Extenders;
import io.merapi.kube.measures.MeasuredPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** The runs between the choice of a node and the pod being bound to it. */
public final class Binding {

  /** No plugin lets a pod wait for longer. */
  static final Duration LONGEST_WAIT = Duration.ofMinutes(15);

  private static final PluginVerdict SKIPPED = new PluginVerdict(Verdict.skip(), "");

  private static final CompletableFuture<PluginVerdict> SUCCEEDED =
      CompletableFuture.completedFuture(PluginVerdict.SUCCESS);

  private final Lineup<ReservePlugin> reservers;
  private final Lineup<PermitPlugin> permits;
  private final Lineup<PreBindPlugin> preBinders;
  private final Lineup<BindPlugin> binders;
  private final Lineup<PostBindPlugin> postBinders;
  private final Extenders extenders;

  Binding(
      Lineup<ReservePlugin> reservers,
      Lineup<PermitPlugin> permits,
      Lineup<PreBindPlugin> preBinders,
      Lineup<BindPlugin> binders,
      Lineup<PostBindPlugin> postBinders,
      Extenders extenders) {
    this.reservers = reservers;
    this.permits = permits;
    this.preBinders = preBinders;
    this.binders = binders;
    this.postBinders = postBinders;
    this.extenders = extenders;
  }

  /**
   * Lets plugins take what the pod needs on its node, until one does not succeed; then the caller
   * owes {@link #unreserve}.
   */
  public PluginVerdict reserve(PodAttempt attempt, String nodeName) {
    for (ReservePlugin plugin : reservers.plugins) {
      long begun = attempt.timing().now();
      Verdict verdict;
      try {
        verdict = plugin.reserve(attempt.state(), attempt.pod(), nodeName);
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        verdict = PluginCalls.thrown(e);
      }
      attempt.timing().called(plugin.name(), MeasuredPoint.RESERVE, verdict.code(), begun);
      if (!verdict.isSuccess()) {
        return ended("Reserve", plugin, verdict);
      }
    }
    return PluginVerdict.SUCCESS;
  }

  /**
   * Lets plugins give back what they took, in reverse order and every one of them.
   *
   * @return those that threw
   */
  public List<PluginVerdict> unreserve(PodAttempt attempt, String nodeName) {
    var failures = new ArrayList<PluginVerdict>();
    for (ReservePlugin plugin : reservers.list().reversed()) {
      Verdict verdict =
          PluginCalls.ask(() -> {
            plugin.unreserve(attempt.state(), attempt.pod(), nodeName);
            return Verdict.success();
          });
      if (!verdict.isSuccess()) {
        failures.add(ended("Unreserve", plugin, verdict));
      }
    }
    return failures;
  }

  /** Asks whether the pod may be bound; every plugin is asked unless one refuses. */
  public PermitOutcome permit(PodAttempt attempt, String nodeName) {
    if (permits.isEmpty()) {
      return PermitOutcome.GRANTED;
    }
    var waits = new TreeMap<String, Duration>();
    for (PermitPlugin plugin : permits.plugins) {
      long begun = attempt.timing().now();
      Verdict verdict =
          PluginCalls.ask(() -> plugin.permit(attempt.state(), attempt.pod(), nodeName));
      attempt.timing().called(plugin.name(), MeasuredPoint.PERMIT, verdict.code(), begun);
      if (verdict instanceof Verdict.Wait(Duration atMost)) {
        waits.put(plugin.name(), atMost.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : atMost);
      } else if (!verdict.isSuccess()) {
        Verdict refusal = ended("Permit", plugin, verdict).verdict();
        return new PermitOutcome(new PluginVerdict(refusal, plugin.name()), new TreeMap<>());
      }
    }
    if (waits.isEmpty()) {
      return new PermitOutcome(PluginVerdict.SUCCESS, waits);
    }
    Duration longest = waits.values().stream().max(Duration::compareTo).orElse(LONGEST_WAIT);
    return new PermitOutcome(new PluginVerdict(new Verdict.Wait(longest), ""), waits);
  }

  /** Whether something must be done before the pod can be bound. */
  public boolean preBindHasWork(PodAttempt attempt, String nodeName) {
    for (PreBindPlugin plugin : preBinders.plugins) {
      try {
        if (plugin.hasWork(attempt.state(), attempt.pod(), nodeName)) {
          return true;
        }
      } catch (RuntimeException | LinkageError | StackOverflowError _) {
        // Its work will say what is wrong.
        return true;
      }
    }
    return false;
  }

  /** Does what must be done before the pod is bound, until a plugin does not succeed. */
  public CompletionStage<PluginVerdict> preBind(PodAttempt attempt, String nodeName) {
    return preBind(attempt, nodeName, 0);
  }

  private CompletionStage<PluginVerdict> preBind(PodAttempt attempt, String nodeName, int from) {
    for (int place = from; place < preBinders.plugins.length; place++) {
      PreBindPlugin plugin = preBinders.plugins[place];
      long begun = attempt.timing().now();
      CompletableFuture<Verdict> step = beginPreBind(plugin, attempt, nodeName);
      if (!step.isDone()) {
        int next = place + 1;
        return step.thenCompose(verdict -> {
          attempt.timing().called(plugin.name(), MeasuredPoint.PRE_BIND, verdict.code(), begun);
          return verdict.isSuccess()
              ? preBind(attempt, nodeName, next)
              : CompletableFuture.completedStage(ended("PreBind", plugin, verdict));
        });
      }
      attempt.timing().called(plugin.name(), MeasuredPoint.PRE_BIND, step.join().code(), begun);
      if (!step.join().isSuccess()) {
        return CompletableFuture.completedStage(ended("PreBind", plugin, step.join()));
      }
    }
    return SUCCEEDED;
  }

  /**
   * Binds the pod by an extender, or else by the first plugin that does not skip; a skip where all
   * of them do.
   */
  public CompletionStage<PluginVerdict> bind(PodAttempt attempt, String nodeName) {
    CompletionStage<Verdict> byExtender = extenders.bind(attempt.pod().pod(), nodeName);
    CompletableFuture<Verdict> step = byExtender.toCompletableFuture();
    return step.isDone() && !step.isCompletedExceptionally()
        ? bind(attempt, nodeName, byExtender(step.join()), 0)
        : byExtender.thenCompose(verdict -> bind(attempt, nodeName, byExtender(verdict), 0));
  }

  private static PluginVerdict byExtender(Verdict verdict) {
    return verdict.isSkip() ? SKIPPED : new PluginVerdict(verdict, "");
  }

  /** Goes on with a plugin where those before it have skipped. */
  private CompletionStage<PluginVerdict> bind(
      PodAttempt attempt, String nodeName, PluginVerdict before, int from) {
    PluginVerdict answer = before;
    for (int place = from; place < binders.plugins.length && answer.verdict().isSkip(); place++) {
      BindPlugin plugin = binders.plugins[place];
      long begun = attempt.timing().now();
      CompletableFuture<Verdict> step = beginBind(plugin, attempt, nodeName);
      if (!step.isDone()) {
        int next = place + 1;
        return step.thenCompose(verdict -> {
          attempt.timing().called(plugin.name(), MeasuredPoint.BIND, verdict.code(), begun);
          return bind(attempt, nodeName, bound(plugin, verdict), next);
        });
      }
      attempt.timing().called(plugin.name(), MeasuredPoint.BIND, step.join().code(), begun);
      answer = bound(plugin, step.join());
    }
    return answer.isSuccess() ? SUCCEEDED : CompletableFuture.completedStage(answer);
  }

  private static PluginVerdict bound(BindPlugin plugin, Verdict verdict) {
    if (verdict.isSuccess()) {
      return PluginVerdict.SUCCESS;
    }
    return verdict.isSkip() ? SKIPPED : ended("Bind", plugin, verdict);
  }

  private static CompletableFuture<Verdict> beginPreBind(
      PreBindPlugin plugin, PodAttempt attempt, String nodeName) {
    try {
      return caught(plugin.preBind(attempt.state(), attempt.pod(), nodeName));
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return CompletableFuture.completedFuture(PluginCalls.thrown(e));
    }
  }

  private static CompletableFuture<Verdict> beginBind(
      BindPlugin plugin, PodAttempt attempt, String nodeName) {
    try {
      return caught(plugin.bind(attempt.state(), attempt.pod(), nodeName));
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return CompletableFuture.completedFuture(PluginCalls.thrown(e));
    }
  }

  /**
   * What a plugin has begun; whatever comes to be thrown there is its verdict. Most have nothing to
   * do for most pods, so callers wait only for what is not done yet.
   */
  private static CompletableFuture<Verdict> caught(CompletionStage<Verdict> work) {
    CompletableFuture<Verdict> begun = work.toCompletableFuture();
    if (begun.isDone() && !begun.isCompletedExceptionally()) {
      return begun;
    }
    return begun.exceptionally(e ->
        PluginCalls.thrown(
            e instanceof CompletionException && e.getCause() != null ? e.getCause() : e));
  }

  /**
   * Tells every plugin that the pod has been bound.
   *
   * @return those that threw
   */
  public List<PluginVerdict> postBind(PodAttempt attempt, String nodeName) {
    if (postBinders.isEmpty()) {
      return List.of();
    }
    var failures = new ArrayList<PluginVerdict>();
    for (PostBindPlugin plugin : postBinders.plugins) {
      Verdict verdict =
          PluginCalls.ask(() -> {
            plugin.postBind(attempt.state(), attempt.pod(), nodeName);
            return Verdict.success();
          });
      if (!verdict.isSuccess()) {
        failures.add(ended("PostBind", plugin, verdict));
      }
    }
    return failures;
  }

  /** A rejection as it is, with its plugin; anything else is an error that names the plugin. */
  private static PluginVerdict ended(String run, Plugin plugin, Verdict verdict) {
    var answer = new PluginVerdict(verdict, plugin.name());
    return answer.isRejection()
        ? answer
        : PluginVerdict.failed(
            "running %s plugin \"%s\": %s"
                .formatted(run, plugin.name(), PluginCalls.words(verdict)));
  }
}
