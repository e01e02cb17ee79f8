package io.merapi.kube.framework;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.measures.ProfileMeasures;

/**
 * One attempt to schedule a pod: the cluster that it looks at, what plugins keep for it, and which
 * of them have a part in it.
 *
 * <p>Before the pre-filters have run every plugin has a part. Used by one thread.
 */
public final class PodAttempt {

  private final PodInfo pod;
  private final ClusterView cluster;
  private final CycleState state;
  private final ProfileMeasures timing;
  private PreFilterPlugin[] preFilters;
  private FilterPlugin[] filters;
  private ScorePlugin[] scorers;
  private int preFiltersAsked;

  /**
   * @param timing told how long single plugins take; one that measures nothing for most attempts
   */
  PodAttempt(
      PodInfo pod,
      ClusterView cluster,
      CycleState state,
      PreFilterPlugin[] preFilters,
      FilterPlugin[] filters,
      ScorePlugin[] scorers,
      ProfileMeasures timing) {
    this.pod = pod;
    this.cluster = cluster;
    this.state = state;
    this.preFilters = preFilters;
    this.filters = filters;
    this.scorers = scorers;
    this.timing = timing;
  }

  public PodInfo pod() {
    return pod;
  }

  public ClusterView cluster() {
    return cluster;
  }

  public CycleState state() {
    return state;
  }

  /** Told how long single plugins take. */
  ProfileMeasures timing() {
    return timing;
  }

  /** The attempt as it stands, for a dry run with pods added or removed. */
  public PodAttempt copy() {
    var copy = new PodAttempt(pod, cluster, state.copy(), preFilters, filters, scorers, timing);
    copy.preFiltersAsked = preFiltersAsked;
    return copy;
  }

  /** The pre-filters that hear of pods that are added or removed; not to be changed. */
  PreFilterPlugin[] preFilters() {
    return preFilters;
  }

  /** The filters to ask, in order; not to be changed. */
  public FilterPlugin[] filters() {
    return filters;
  }

  /** The plugins to ask for scores, in order; not to be changed. */
  public ScorePlugin[] scorers() {
    return scorers;
  }

  /**
   * Takes note of a run of pre-filters.
   *
   * @param asked how many were asked before the run ended
   * @param preFiltersLeft those that have a part in the pod
   * @param filtersLeft the filters that have one
   */
  void preFiltered(int asked, PreFilterPlugin[] preFiltersLeft, FilterPlugin[] filtersLeft) {
    preFiltersAsked = asked;
    preFilters = preFiltersLeft;
    filters = filtersLeft;
  }

  /** How many pre-filters of the profile, from the first, have been asked. */
  int preFiltersAsked() {
    return preFiltersAsked;
  }

  /**
   * Takes note of a run of pre-scores.
   *
   * @param scorersLeft those that have a part in the pod
   */
  void preScored(ScorePlugin[] scorersLeft) {
    scorers = scorersLeft;
  }
}
