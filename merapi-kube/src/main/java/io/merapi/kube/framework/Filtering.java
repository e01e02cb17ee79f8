package io.merapi.kube.framework;

import io.merapi.api.fixes.Fix;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.NodeVerdicts;
import io.merapi.api.framework.PostFilterPlugin;
import io.merapi.api.framework.PostFilterPlugin.PostFilterResult;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.measures.MeasuredPoint;
import io.merapi.kube.measures.ProfileMeasures;
import io.merapi.kube.measures.ProfileMeasures.Tally;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;

/** The runs that decide which nodes a pod fits. */
public final class Filtering {

  /** The version of a node that is not as the cluster has it; no real node has this one. */
  static final long HYPOTHETICAL = -1;

  private final Lineup<PreFilterPlugin> preFilters;
  private final Lineup<FilterPlugin> filters;
  private final Lineup<PostFilterPlugin> postFilters;
  private final Fixes fixes;
  private final ProfileMeasures measures;

  /** Which pre-filters skip, by place; written over in every run. */
  private final boolean[] skips;

  /** Of the last run: most pods of a profile are skipped by the same plugins. */
  private Participants participants;

  Filtering(
      Lineup<PreFilterPlugin> preFilters,
      Lineup<FilterPlugin> filters,
      Lineup<PostFilterPlugin> postFilters,
      Fixes fixes,
      ProfileMeasures measures) {
    this.preFilters = preFilters;
    this.filters = filters;
    this.postFilters = postFilters;
    this.fixes = fixes;
    this.measures = measures;
    this.skips = new boolean[preFilters.plugins.length];
    this.participants =
        new Participants(
            new boolean[preFilters.plugins.length],
            Collections.emptySortedSet(),
            preFilters.plugins,
            filters.plugins,
            measures);
  }

  /** Whether any node can be turned down one by one. */
  public boolean hasFilters() {
    return !filters.isEmpty();
  }

  /** Where filters find what was counted over the cluster for them. */
  public List<CycleKey<? extends ClusterCounts>> counts() {
    var keys = new ArrayList<CycleKey<? extends ClusterCounts>>();
    for (FilterPlugin plugin : filters.plugins) {
      CycleKey<? extends ClusterCounts> key = plugin.filterCounts();
      if (key != null) {
        keys.add(key);
      }
    }
    return keys;
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
    return PreFilterRun.over(preFilters.plugins, attempt, null, this);
  }

  /**
   * Asks the pre-filters whose answers are not known, and leaves out of the attempt those that
   * skip.
   *
   * @param known of the pod's class; takes the answers that follow from it
   */
  public PreFilterOutcome preFilter(PodAttempt attempt, ClassAnswers known) {
    return PreFilterRun.over(preFilters.plugins, attempt, known, this);
  }

  /** Whether all pre-filters say that what they answer for a pod follows from its class. */
  public boolean preFiltersFollowClass(PodInfo pod, ClusterView cluster) {
    for (PreFilterPlugin plugin : preFilters.plugins) {
      if (!PreFilterRun.followsClass(plugin, pod, cluster)) {
        return false;
      }
    }
    return true;
  }

  /** Where a run notes which pre-filters skip, by place; none does yet. */
  boolean[] noSkips() {
    Arrays.fill(skips, false);
    return skips;
  }

  /**
   * Leaves the pre-filters that skip out of an attempt.
   *
   * @return the outcome where they all succeed and let every node be looked at
   */
  PreFilterOutcome leaveOutSkips(PodAttempt attempt, int asked) {
    Participants now = participants;
    if (!Arrays.equals(now.skips, skips)) {
      SortedSet<String> skipped = preFilters.names(skips);
      now =
          new Participants(
              skips.clone(),
              skipped,
              preFilters.without(skipped),
              filters.without(skipped),
              measures);
      participants = now;
    }
    attempt.preFiltered(asked, now.preFilters, now.filters);
    now.preFiltered.count();
    return now.success;
  }

  /** Lets the filters that are left prepare themselves, for nodes as they are and dry runs. */
  PluginVerdict prepare(PodAttempt attempt) {
    for (FilterPlugin plugin : attempt.filters()) {
      try {
        plugin.prepareFilter(attempt.state(), attempt.pod(), attempt.cluster());
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        return turnedDown(plugin, PluginCalls.thrown(e));
      }
    }
    participants.filtered.count();
    return PluginVerdict.SUCCESS;
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
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        verdict = PluginCalls.thrown(e);
      }
      if (!verdict.isSuccess()) {
        return turnedDown(plugin, verdict);
      }
    }
    return PluginVerdict.SUCCESS;
  }

  /** What a filter depends on for a pod; one that cannot say so may depend on anything. */
  public static Dependence dependence(FilterPlugin filter, PodInfo pod, ClusterView cluster) {
    try {
      return filter.filterDependence(pod, cluster);
    } catch (RuntimeException | LinkageError | StackOverflowError _) {
      return Dependence.CLUSTER;
    }
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
   * @param verdicts why each node was rejected
   * @param nominations the pods that room is being made for
   */
  public PostFilterOutcome postFilter(
      PodAttempt attempt, NodeVerdicts verdicts, Nominations nominations) {
    DryRun dryRun = dryRun(attempt, nominations);
    var reasons = new ArrayList<Reason>();
    String first = "";
    String nominatedNode = null;
    boolean lasting = true;
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
      lasting &= answer.lasting();
    }
    Verdict verdict = new Verdict.Rejected(reasons, true);
    return new PostFilterOutcome(new PluginVerdict(verdict, first), nominatedNode, lasting);
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
      PostFilterPlugin plugin, PodAttempt attempt, NodeVerdicts verdicts, DryRun dryRun) {
    long begun = attempt.timing().now();
    PostFilterResult answer;
    try {
      answer =
          plugin.postFilter(attempt.state(), attempt.pod(), attempt.cluster(), verdicts, dryRun);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      answer = new PostFilterResult(PluginCalls.thrown(e), null);
    }
    attempt
        .timing()
        .called(plugin.name(), MeasuredPoint.POST_FILTER, answer.verdict().code(), begun);
    return answer;
  }

  /** The plugins that have a part in a pod. */
  private static final class Participants {

    /** Which pre-filters have none, by place. */
    final boolean[] skips;

    final PreFilterOutcome success;
    final PreFilterPlugin[] preFilters;
    final FilterPlugin[] filters;
    final Tally preFiltered;
    final Tally filtered;

    Participants(
        boolean[] skips,
        SortedSet<String> skipped,
        PreFilterPlugin[] preFilters,
        FilterPlugin[] filters,
        ProfileMeasures measures) {
      this.skips = skips;
      this.success =
          new PreFilterOutcome(PluginVerdict.SUCCESS, null, Collections.emptySortedSet(), skipped);
      this.preFilters = preFilters;
      this.filters = filters;
      this.preFiltered = measures.tally(MeasuredPoint.PRE_FILTER, Lineup.names(preFilters));
      this.filtered = measures.tally(MeasuredPoint.FILTER, Lineup.names(filters));
    }
  }
}
