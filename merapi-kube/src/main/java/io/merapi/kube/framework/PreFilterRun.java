package io.merapi.kube.framework;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.ClassAnswers.Answer;
import io.merapi.kube.measures.MeasuredPoint;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The run over the pre-filters. */
final class PreFilterRun {

  private PreFilterRun() {}

  /**
   * Asks the pre-filters of a profile.
   *
   * @param known of the pod's class; null where every plugin is to be asked
   */
  static PreFilterOutcome over(
      PreFilterPlugin[] plugins,
      PodAttempt attempt,
      @Nullable ClassAnswers known,
      Filtering filtering) {
    boolean[] skips = filtering.noSkips();
    PluginVerdict rejection = PluginVerdict.SUCCESS;
    PluginVerdict end = null;
    Restriction restriction = null;
    int asked = 0;
    while (asked < plugins.length && end == null) {
      PreFilterPlugin plugin = plugins[asked];
      PreFilterResult answer = answer(plugin, asked++, attempt, known);
      switch (answer.verdict()) {
        case Verdict.Skip _ -> skips[asked - 1] = true;
        case Verdict.Success _ -> {
          Set<String> names = answer.nodeNames();
          if (names != null) {
            restriction = restriction == null ? new Restriction(names) : restriction;
            restriction.take(names, plugin.name());
            end = restriction.nodeNames.isEmpty() ? restriction.nothingLeft() : null;
          }
        }
        case Verdict.Rejected(_, boolean evictionHelps) when evictionHelps ->
            rejection = new PluginVerdict(answer.verdict(), plugin.name());
        case Verdict.Rejected _ -> {
          end = new PluginVerdict(answer.verdict(), plugin.name());
          // Whoever rejects the pod as a whole is alone to blame.
          restriction = null;
        }
        case Verdict.Held _, Verdict.Wait _, Verdict.Failed _ -> {
          String text =
              "running PreFilter plugin \"%s\": %s"
                  .formatted(plugin.name(), PluginCalls.words(answer.verdict()));
          end = new PluginVerdict(Verdict.error(text), plugin.name());
          restriction = null;
        }
      }
    }
    PreFilterOutcome success = filtering.leaveOutSkips(attempt, asked);
    if (end == null) {
      PluginVerdict prepared = filtering.prepare(attempt);
      end = prepared.isSuccess() ? rejection : prepared;
    }
    if (restriction != null) {
      return new PreFilterOutcome(
          end, restriction.nodeNames, restriction.plugins, success.skipped());
    }
    return end.isSuccess()
        ? success
        : new PreFilterOutcome(end, null, Collections.emptySortedSet(), success.skipped());
  }

  private static PreFilterResult answer(
      PreFilterPlugin plugin, int place, PodAttempt attempt, @Nullable ClassAnswers known) {
    if (known == null || !followsClass(plugin, attempt.pod(), attempt.cluster())) {
      return ask(plugin, attempt, attempt.state());
    }
    Answer<PreFilterResult> answer = known.preFilters.at(place);
    if (answer == null) {
      CycleState own = attempt.state().empty();
      answer = new Answer<>(ask(plugin, attempt, own), own);
      // What fails once need not fail again.
      if (!(answer.answer().verdict() instanceof Verdict.Failed)) {
        known.preFilters.keep(place, answer);
      }
    }
    attempt.state().putAll(answer.state());
    return answer.answer();
  }

  static boolean followsClass(PreFilterPlugin plugin, PodInfo pod, ClusterView cluster) {
    try {
      return plugin.preFilterFollowsClass(pod, cluster);
    } catch (RuntimeException | LinkageError | StackOverflowError _) {
      return false;
    }
  }

  private static PreFilterResult ask(PreFilterPlugin plugin, PodAttempt attempt, CycleState state) {
    long begun = attempt.timing().now();
    PreFilterResult answer;
    try {
      answer = plugin.preFilter(state, attempt.pod(), attempt.cluster());
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      answer = PreFilterResult.of(PluginCalls.thrown(e));
    }
    attempt
        .timing()
        .called(plugin.name(), MeasuredPoint.PRE_FILTER, answer.verdict().code(), begun);
    return answer;
  }

  /** The only nodes worth looking at, and the plugins that say so. */
  private static final class Restriction {

    final SortedSet<String> nodeNames;
    final SortedSet<String> plugins = new TreeSet<>();

    Restriction(Set<String> nodeNames) {
      this.nodeNames = new TreeSet<>(nodeNames);
    }

    void take(Set<String> names, String plugin) {
      nodeNames.retainAll(names);
      plugins.add(plugin);
    }

    PluginVerdict nothingLeft() {
      String text =
          plugins.size() == 1
              ? "node(s) didn't satisfy plugin " + plugins.first()
              : PreFilterOutcome.unsatisfied(plugins) + " simultaneously";
      return new PluginVerdict(Verdict.unresolvable(Reason.of("NoNodeLeft", text)), "");
    }
  }
}
