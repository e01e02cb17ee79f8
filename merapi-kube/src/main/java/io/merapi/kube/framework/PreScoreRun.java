package io.merapi.kube.framework;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.ClassAnswers.Answer;
import io.merapi.kube.measures.MeasuredPoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The run over the pre-scores. */
final class PreScoreRun {

  private PreScoreRun() {}

  /**
   * Asks the pre-scores of a profile.
   *
   * @param known of the pod's class; null where every plugin is to be asked
   */
  static PreScoreOutcome over(
      PreScorePlugin[] plugins,
      PodAttempt attempt,
      List<NodeInfo> feasible,
      @Nullable ClassAnswers known,
      Scoring scoring) {
    boolean[] skips = scoring.noSkips();
    PluginVerdict result = PluginVerdict.SUCCESS;
    for (int place = 0; place < plugins.length && result.isSuccess(); place++) {
      Verdict verdict = answer(plugins[place], place, attempt, feasible, known);
      if (verdict.isSkip()) {
        skips[place] = true;
      } else if (!verdict.isSuccess()) {
        result =
            PluginVerdict.failed(
                "running PreScore plugin \"%s\": %s"
                    .formatted(plugins[place].name(), PluginCalls.words(verdict)));
      }
    }
    PreScoreOutcome success = scoring.leaveOutSkips(attempt);
    return result.isSuccess() ? success : new PreScoreOutcome(result, success.skipped());
  }

  private static Verdict answer(
      PreScorePlugin plugin,
      int place,
      PodAttempt attempt,
      List<NodeInfo> feasible,
      @Nullable ClassAnswers known) {
    if (known == null || !followsClass(plugin, attempt)) {
      return ask(plugin, attempt, feasible, attempt.state());
    }
    Answer<Verdict> answer = known.preScores.at(place);
    if (answer == null) {
      CycleState own = attempt.state().empty();
      answer = new Answer<>(ask(plugin, attempt, feasible, own), own);
      // What fails once need not fail again.
      if (!(answer.answer() instanceof Verdict.Failed)) {
        known.preScores.keep(place, answer);
      }
    }
    attempt.state().putAll(answer.state());
    return answer.answer();
  }

  private static boolean followsClass(PreScorePlugin plugin, PodAttempt attempt) {
    try {
      return plugin.preScoreFollowsClass(attempt.pod(), attempt.cluster());
    } catch (RuntimeException | LinkageError | StackOverflowError _) {
      return false;
    }
  }

  private static Verdict ask(
      PreScorePlugin plugin, PodAttempt attempt, List<NodeInfo> feasible, CycleState state) {
    long begun = attempt.timing().now();
    Verdict verdict;
    try {
      verdict = plugin.preScore(state, attempt.pod(), attempt.cluster(), feasible);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      verdict = PluginCalls.thrown(e);
    }
    attempt.timing().called(plugin.name(), MeasuredPoint.PRE_SCORE, verdict.code(), begun);
    return verdict;
  }
}
