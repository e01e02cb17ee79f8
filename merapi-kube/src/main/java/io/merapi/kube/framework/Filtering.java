package io.merapi.kube.framework;

import io.merapi.api.fixes.Fix;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PostFilterPlugin;
import io.merapi.api.framework.PostFilterPlugin.PostFilterResult;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The runs that decide which nodes a pod fits. */
public final class Filtering {

  /** The version of a node that is not as the cluster has it; no real node has this one. */
  static final long HYPOTHETICAL = -1;

  private final Lineup<PreFilterPlugin> preFilters;
  private final Lineup<FilterPlugin> filters;
  private final Lineup<PostFilterPlugin> postFilters;
  private final Fixes fixes;

  Filtering(
      Lineup<PreFilterPlugin> preFilters,
      Lineup<FilterPlugin> filters,
      Lineup<PostFilterPlugin> postFilters,
      Fixes fixes) {
    this.preFilters = preFilters;
    this.filters = filters;
    this.postFilters = postFilters;
    this.fixes = fixes;
  }

  /** Whether any node can be turned down one by one. */
  public boolean hasFilters() {
    return !filters.isEmpty();
  }

  /** The plugins that can make room for a pod, in the order in which they are asked. */
  public List<PostFilterPlugin> postFilters() {
    return postFilters.list();
  }

  /**
   * Asks every pre-filter, and leaves out of the attempt those that skip.
   *
   * <p>A rejection that evicting pods might lift does not end the run: the post-filters need what
   * the later plugins work out. The last such rejection is the result.
   */
  public PreFilterOutcome preFilter(PodAttempt attempt) {
    var run = new PreFilterRun();
    PreFilterOutcome outcome = run.over(attempt);
    attempt.preFiltered(run.asked, run.skipped);
    return outcome;
  }

  /** One run over the pre-filters. */
  private final class PreFilterRun {

    final SortedSet<String> skipped = new TreeSet<>();
    int asked;
    private final SortedSet<String> restrictedBy = new TreeSet<>();
    private @Nullable SortedSet<String> nodeNames;

    PreFilterOutcome over(PodAttempt attempt) {
      PluginVerdict rejection = PluginVerdict.SUCCESS;
      for (PreFilterPlugin plugin : preFilters.plugins) {
        PreFilterResult answer = ask(plugin, attempt);
        asked++;
        switch (answer.verdict()) {
          case Verdict.Skip _ -> skipped.add(plugin.name());
          case Verdict.Success _ -> {
            restrict(plugin, answer);
            if (nodeNames != null && nodeNames.isEmpty()) {
              return ended(new PluginVerdict(nothingLeft(), ""), true);
            }
          }
          case Verdict.Rejected(_, boolean evictionHelps) when evictionHelps ->
              rejection = new PluginVerdict(answer.verdict(), plugin.name());
          case Verdict.Rejected _ -> {
            return ended(new PluginVerdict(answer.verdict(), plugin.name()), false);
          }
          case Verdict.Held _, Verdict.Wait _, Verdict.Failed _ -> {
            String text =
                "running PreFilter plugin \"%s\": %s"
                    .formatted(plugin.name(), PluginCalls.words(answer.verdict()));
            return ended(new PluginVerdict(Verdict.error(text), plugin.name()), false);
          }
        }
      }
      return ended(prepared(attempt, rejection), true);
    }

    /** Lets the filters that are left prepare themselves, for nodes as they are and dry runs. */
    private PluginVerdict prepared(PodAttempt attempt, PluginVerdict result) {
      for (FilterPlugin plugin : filters.plugins) {
        if (!skipped.contains(plugin.name())) {
          try {
            plugin.prepareFilter(attempt.state(), attempt.pod(), attempt.cluster());
          } catch (RuntimeException | StackOverflowError e) {
            return turnedDown(plugin, PluginCalls.thrown(e));
          }
        }
      }
      return result;
    }

    private PreFilterResult ask(PreFilterPlugin plugin, PodAttempt attempt) {
      try {
        return plugin.preFilter(attempt.state(), attempt.pod(), attempt.cluster());
      } catch (RuntimeException | StackOverflowError e) {
        return PreFilterResult.of(PluginCalls.thrown(e));
      }
    }

    private void restrict(PreFilterPlugin plugin, PreFilterResult answer) {
      if (answer.nodeNames() == null) {
        return;
      }
      restrictedBy.add(plugin.name());
      if (nodeNames == null) {
        nodeNames = new TreeSet<>(answer.nodeNames());
      } else {
        nodeNames.retainAll(answer.nodeNames());
      }
    }

    private Verdict nothingLeft() {
      String text =
          restrictedBy.size() == 1
              ? "node(s) didn't satisfy plugin " + restrictedBy.first()
              : PreFilterOutcome.unsatisfied(restrictedBy) + " simultaneously";
      return Verdict.unresolvable(Reason.of("NoNodeLeft", text));
    }

    private PreFilterOutcome ended(PluginVerdict result, boolean withNodes) {
      return withNodes
          ? new PreFilterOutcome(result, nodeNames, restrictedBy, skipped)
          : new PreFilterOutcome(result, null, new TreeSet<>(), skipped);
    }
  }

  /** Tells the pre-filters that a pod were on a node; the node already has it. */
  public PluginVerdict addPod(PodAttempt attempt, PodInfo added, NodeInfo node) {
    for (PreFilterPlugin plugin : attempt.preFilters()) {
      Verdict verdict =
          PluginCalls.ask(() -> plugin.addPod(attempt.state(), attempt.pod(), added, node));
      if (!verdict.isSuccess()) {
        return extensionFailed("AddPod", plugin, verdict);
      }
    }
    return PluginVerdict.SUCCESS;
  }

  /** Tells the pre-filters that a pod were gone from a node; the node no longer has it. */
  public PluginVerdict removePod(PodAttempt attempt, PodInfo removed, NodeInfo node) {
    for (PreFilterPlugin plugin : attempt.preFilters()) {
      Verdict verdict =
          PluginCalls.ask(() -> plugin.removePod(attempt.state(), attempt.pod(), removed, node));
      if (!verdict.isSuccess()) {
        return extensionFailed("RemovePod", plugin, verdict);
      }
    }
    return PluginVerdict.SUCCESS;
  }

  private static PluginVerdict extensionFailed(
      String operation, PreFilterPlugin plugin, Verdict verdict) {
    return PluginVerdict.failed(
        "running %s on PreFilter plugin \"%s\": %s"
            .formatted(operation, plugin.name(), PluginCalls.words(verdict)));
  }

  /** Asks the filters about a node until one does not accept it. */
  public PluginVerdict filter(PodAttempt attempt, NodeInfo node) {
    FilterPlugin[] asked = attempt.filters();
    for (FilterPlugin plugin : asked) {
      Verdict verdict;
      try {
        verdict = plugin.filter(attempt.state(), attempt.pod(), node);
      } catch (RuntimeException | StackOverflowError e) {
        verdict = PluginCalls.thrown(e);
      }
      if (!verdict.isSuccess()) {
        return turnedDown(plugin, verdict);
      }
    }
    return PluginVerdict.SUCCESS;
  }

  private static PluginVerdict turnedDown(FilterPlugin plugin, Verdict verdict) {
    var answer = new PluginVerdict(verdict, plugin.name());
    if (answer.isRejection()) {
      return answer;
    }
    String text =
        "running \"%s\" filter plugin: %s".formatted(plugin.name(), PluginCalls.words(verdict));
    return new PluginVerdict(Verdict.error(text), plugin.name());
  }

  /**
   * Asks the filters about a node for which other pods are nominated.
   *
   * <p>Pods of at least the same priority are first taken to be on the node: this pod must not take
   * the room that was made for them. If it fits then, it must also fit without them, for they may
   * never come.
   *
   * @param nominated all pods that are nominated to the node
   */
  public PluginVerdict filter(PodAttempt attempt, NodeInfo node, List<PodInfo> nominated) {
    int own = attempt.pod().pod().spec().priorityOrZero();
    PodAttempt dryRun = null;
    NodeInfo crowded = node;
    for (PodInfo other : nominated) {
      if (other.key().equals(attempt.pod().key()) || other.pod().spec().priorityOrZero() < own) {
        continue;
      }
      if (dryRun == null) {
        dryRun = attempt.copy();
      }
      crowded = crowded.with(other, HYPOTHETICAL);
      PluginVerdict added = addPod(dryRun, other, crowded);
      if (!added.isSuccess()) {
        return added;
      }
    }
    if (dryRun != null) {
      PluginVerdict verdict = filter(dryRun, crowded);
      if (!verdict.isSuccess()) {
        return verdict;
      }
    }
    return filter(attempt, node);
  }

  /**
   * Asks the post-filters to make room for a pod that fits nowhere, until one succeeds or says that
   * nothing will help.
   *
   * @param verdicts by node name, why each node was rejected
   * @param nominations the pods that room is being made for
   */
  public PostFilterOutcome postFilter(
      PodAttempt attempt, Map<String, Verdict> verdicts, Nominations nominations) {
    DryRun dryRun = dryRun(attempt, nominations);
    var reasons = new ArrayList<Reason>();
    String first = "";
    String nominatedNode = null;
    for (PostFilterPlugin plugin : postFilters.plugins) {
      if (fixes.has(Fix.PREEMPT_AFTER_EARLY_REJECTION) && isUnprepared(plugin, attempt)) {
        continue;
      }
      PostFilterResult answer = ask(plugin, attempt, verdicts, dryRun);
      switch (answer.verdict()) {
        case Verdict.Success _ -> {
          return new PostFilterOutcome(PluginVerdict.SUCCESS, answer.nominatedNode());
        }
        case Verdict.Rejected(var why, boolean evictionHelps) when evictionHelps ->
            reasons.addAll(why);
        case Verdict.Held(var why) -> reasons.addAll(why);
        case Verdict.Rejected _ -> {
          return new PostFilterOutcome(
              new PluginVerdict(answer.verdict(), plugin.name()), answer.nominatedNode());
        }
        case Verdict.Skip _, Verdict.Wait _, Verdict.Failed _ -> {
          Verdict error = Verdict.error(PluginCalls.words(answer.verdict()));
          return new PostFilterOutcome(new PluginVerdict(error, plugin.name()), null);
        }
      }
      first = first.isEmpty() ? plugin.name() : first;
      nominatedNode = answer.nominatedNode() == null ? nominatedNode : answer.nominatedNode();
    }
    Verdict verdict = new Verdict.Rejected(reasons, true);
    return new PostFilterOutcome(new PluginVerdict(verdict, first), nominatedNode);
  }

  /**
   * Whether the run of pre-filters ended before this plugin, so that it knows nothing of the pod.
   */
  private boolean isUnprepared(PostFilterPlugin plugin, PodAttempt attempt) {
    for (int i = attempt.preFiltersAsked(); i < preFilters.plugins.length; i++) {
      if (preFilters.plugins[i].name().equals(plugin.name())) {
        return true;
      }
    }
    return false;
  }

  /** Tries nodes for an attempt after its pre-filters have run; the attempt stays as it is. */
  public DryRun dryRun(PodAttempt attempt, Nominations nominations) {
    return new NodeTrials(this, attempt, nominations);
  }

  private static PostFilterResult ask(
      PostFilterPlugin plugin, PodAttempt attempt, Map<String, Verdict> verdicts, DryRun dryRun) {
    try {
      return plugin.postFilter(attempt.state(), attempt.pod(), attempt.cluster(), verdicts, dryRun);
    } catch (RuntimeException | StackOverflowError e) {
      return new PostFilterResult(PluginCalls.thrown(e), null);
    }
  }
}
