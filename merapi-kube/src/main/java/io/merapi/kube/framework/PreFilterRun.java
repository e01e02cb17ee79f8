package io.merapi.kube.framework;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.kube.framework.ClassAnswers.Answer;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One run over the pre-filters. */
final class PreFilterRun {

  private static final SortedSet<String> NOBODY = Collections.emptySortedSet();

  private final PreFilterPlugin[] plugins;
  private final PodAttempt attempt;
  private final @Nullable ClassAnswers known;
  private final boolean[] skips;
  private int asked;
  private SortedSet<String> restrictedBy = NOBODY;
  private @Nullable SortedSet<String> nodeNames;

  /**
   * @param known of the pod's class; null where every plugin is to be asked
   */
  PreFilterRun(
      Lineup<PreFilterPlugin> preFilters, PodAttempt attempt, @Nullable ClassAnswers known) {
    this.plugins = preFilters.plugins;
    this.attempt = attempt;
    this.known = known;
    this.skips = new boolean[plugins.length];
  }

  PreFilterOutcome over(Filtering filtering) {
    PluginVerdict rejection = PluginVerdict.SUCCESS;
    PluginVerdict end = null;
    while (asked < plugins.length && end == null) {
      PreFilterPlugin plugin = plugins[asked];
      PreFilterResult answer = answer(plugin, asked++);
      switch (answer.verdict()) {
        case Verdict.Skip _ -> skips[asked - 1] = true;
        case Verdict.Success _ -> {
          restrict(plugin, answer);
          if (nodeNames != null && nodeNames.isEmpty()) {
            end = new PluginVerdict(nothingLeft(), "");
          }
        }
        case Verdict.Rejected(_, boolean evictionHelps) when evictionHelps ->
            rejection = new PluginVerdict(answer.verdict(), plugin.name());
        case Verdict.Rejected _ -> {
          end = new PluginVerdict(answer.verdict(), plugin.name());
          forgetNodes();
        }
        case Verdict.Held _, Verdict.Wait _, Verdict.Failed _ -> {
          String text =
              "running PreFilter plugin \"%s\": %s"
                  .formatted(plugin.name(), PluginCalls.words(answer.verdict()));
          end = new PluginVerdict(Verdict.error(text), plugin.name());
          forgetNodes();
        }
      }
    }
    SortedSet<String> skipped = filtering.leaveOut(attempt, asked, skips);
    if (end == null) {
      PluginVerdict prepared = filtering.prepare(attempt);
      end = prepared.isSuccess() ? rejection : prepared;
    }
    return new PreFilterOutcome(end, nodeNames, restrictedBy, skipped);
  }

  private PreFilterResult answer(PreFilterPlugin plugin, int place) {
    if (known == null || !followsClass(plugin)) {
      return ask(plugin, attempt.state());
    }
    Answer<PreFilterResult> answer = known.preFilters.at(place);
    if (answer == null) {
      CycleState own = attempt.state().empty();
      answer = new Answer<>(ask(plugin, own), own);
      // What fails once need not fail again.
      if (!(answer.answer().verdict() instanceof Verdict.Failed)) {
        known.preFilters.keep(place, answer);
      }
    }
    attempt.state().putAll(answer.state());
    return answer.answer();
  }

  private boolean followsClass(PreFilterPlugin plugin) {
    try {
      return plugin.preFilterFollowsClass(attempt.pod(), attempt.cluster());
    } catch (RuntimeException | StackOverflowError _) {
      return false;
    }
  }

  private PreFilterResult ask(PreFilterPlugin plugin, CycleState state) {
    try {
      return plugin.preFilter(state, attempt.pod(), attempt.cluster());
    } catch (RuntimeException | StackOverflowError e) {
      return PreFilterResult.of(PluginCalls.thrown(e));
    }
  }

  private void restrict(PreFilterPlugin plugin, PreFilterResult answer) {
    if (answer.nodeNames() == null) {
      return;
    }
    if (nodeNames == null) {
      nodeNames = new TreeSet<>(answer.nodeNames());
      restrictedBy = new TreeSet<>();
    } else {
      nodeNames.retainAll(answer.nodeNames());
    }
    restrictedBy.add(plugin.name());
  }

  /** Whoever rejects the pod as a whole is alone to blame. */
  private void forgetNodes() {
    nodeNames = null;
    restrictedBy = NOBODY;
  }

  private Verdict nothingLeft() {
    String text =
        restrictedBy.size() == 1
            ? "node(s) didn't satisfy plugin " + restrictedBy.first()
            : PreFilterOutcome.unsatisfied(restrictedBy) + " simultaneously";
    return Verdict.unresolvable(Reason.of("NoNodeLeft", text));
  }
}
