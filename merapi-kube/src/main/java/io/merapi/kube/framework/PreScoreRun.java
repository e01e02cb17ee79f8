package io.merapi.kube.framework;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.ClassAnswers.Answer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run over the pre-scores. */
final class PreScoreRun {

  private final PreScorePlugin[] plugins;
  private final PodAttempt attempt;
  private final List<NodeInfo> feasible;
  private final @Nullable ClassAnswers known;

  /**
   * @param known of the pod's class; null where every plugin is to be asked
   */
  PreScoreRun(
      Lineup<PreScorePlugin> preScorers,
      PodAttempt attempt,
      List<NodeInfo> feasible,
      @Nullable ClassAnswers known) {
    this.plugins = preScorers.plugins;
    this.attempt = attempt;
    this.feasible = feasible;
    this.known = known;
  }

  PreScoreOutcome over(Scoring scoring) {
    boolean[] skips = new boolean[plugins.length];
    PluginVerdict result = PluginVerdict.SUCCESS;
    for (int place = 0; place < plugins.length && result.isSuccess(); place++) {
      Verdict verdict = answer(plugins[place], place);
      if (verdict.isSkip()) {
        skips[place] = true;
      } else if (!verdict.isSuccess()) {
        result =
            PluginVerdict.failed(
                "running PreScore plugin \"%s\": %s"
                    .formatted(plugins[place].name(), PluginCalls.words(verdict)));
      }
    }
    return new PreScoreOutcome(result, scoring.leaveOut(attempt, skips));
  }

  private Verdict answer(PreScorePlugin plugin, int place) {
    if (known == null || !followsClass(plugin)) {
      return ask(plugin, attempt.state());
    }
    Answer<Verdict> answer = known.preScores.at(place);
    if (answer == null) {
      CycleState own = attempt.state().empty();
      answer = new Answer<>(ask(plugin, own), own);
      // What fails once need not fail again.
      if (!(answer.answer() instanceof Verdict.Failed)) {
        known.preScores.keep(place, answer);
      }
    }
    attempt.state().putAll(answer.state());
    return answer.answer();
  }

  private boolean followsClass(PreScorePlugin plugin) {
    try {
      return plugin.preScoreFollowsClass(attempt.pod(), attempt.cluster());
    } catch (RuntimeException | StackOverflowError _) {
      return false;
    }
  }

  private Verdict ask(PreScorePlugin plugin, CycleState state) {
    try {
      return plugin.preScore(state, attempt.pod(), attempt.cluster(), feasible);
    } catch (RuntimeException | StackOverflowError e) {
      return PluginCalls.thrown(e);
    }
  }
}
