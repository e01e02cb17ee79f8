package io.merapi.kube.framework;

import io.merapi.api.framework.BindPlugin;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PermitPlugin;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PostBindPlugin;
import io.merapi.api.framework.PostFilterPlugin;
import io.merapi.api.framework.PreBindPlugin;
import io.merapi.api.framework.PreEnqueuePlugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.QueueSortPlugin;
import io.merapi.api.framework.QueuedPod;
import io.merapi.api.framework.ReservePlugin;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.extenders.Extenders;
import io.merapi.kube.measures.ProfileMeasures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A profile ready to run: one instance of each of its plugins, lined up at the extension points
 * where the configuration enables it.
 *
 * <p>Upstream counterpart: {@code frameworkImpl}.
 */
public final class SchedulingProfile {

  /** Points of pod groups, which the scheduling of single pods never reaches. */
  private static final Set<ExtensionPoint> OF_GROUPS =
      EnumSet.of(ExtensionPoint.PLACEMENT_GENERATE, ExtensionPoint.PLACEMENT_SCORE);

  /** Single plugins are timed in one of so many attempts, as upstream does. */
  private static final int TIMED_ATTEMPTS = 10;

  private final Profile configuration;
  private final ProfileContext context;
  private final FanOut fanOut;
  private final SortedSet<String> missing = new TreeSet<>();
  private final Lineup<PreEnqueuePlugin> preEnqueuers;
  private final Lineup<QueueSortPlugin> queueSorts;
  private final Lineup<PreFilterPlugin> preFilters;
  private final Lineup<FilterPlugin> filters;
  private final Lineup<ScorePlugin> scorers;
  private final Filtering filtering;
  private final Scoring scoring;
  private final Binding binding;
  private final QueueingHints queueingHints;
  private final Extenders extenders;
  private int attempts;

  /** Makes the plugins of a profile that asks no extenders and works on one thread. */
  public SchedulingProfile(
      Profile configuration, PluginFactories factories, ProfileContext context) {
    this(configuration, factories, context, Extenders.NONE, FanOut.NONE);
  }

  /**
   * Makes the plugins of a profile.
   *
   * @param factories plugins that they cannot make are left out and named by {@link #missing}
   * @param extenders who have a say beside the plugins
   * @param fanOut for work over many nodes; profiles may share one
   */
  public SchedulingProfile(
      Profile configuration,
      PluginFactories factories,
      ProfileContext context,
      Extenders extenders,
      FanOut fanOut) {
    this.configuration = configuration;
    this.context = context;
    this.extenders = extenders;
    this.fanOut = fanOut;
    Map<String, Plugin> made = make(configuration, factories);
    preEnqueuers = lineup(ExtensionPoint.PRE_ENQUEUE, PreEnqueuePlugin.class, made);
    queueSorts = lineup(ExtensionPoint.QUEUE_SORT, QueueSortPlugin.class, made);
    preFilters = lineup(ExtensionPoint.PRE_FILTER, PreFilterPlugin.class, made);
    filters = lineup(ExtensionPoint.FILTER, FilterPlugin.class, made);
    scorers = lineup(ExtensionPoint.SCORE, ScorePlugin.class, made);
    filtering =
        new Filtering(
            preFilters,
            filters,
            lineup(ExtensionPoint.POST_FILTER, PostFilterPlugin.class, made),
            context.fixes(),
            context.measures());
    scoring =
        new Scoring(
            lineup(ExtensionPoint.PRE_SCORE, PreScorePlugin.class, made),
            scorers,
            configuration.plugins().scoreWeights(),
            fanOut,
            context.measures());
    binding =
        new Binding(
            lineup(ExtensionPoint.RESERVE, ReservePlugin.class, made),
            lineup(ExtensionPoint.PERMIT, PermitPlugin.class, made),
            lineup(ExtensionPoint.PRE_BIND, PreBindPlugin.class, made),
            lineup(ExtensionPoint.BIND, BindPlugin.class, made),
            lineup(ExtensionPoint.POST_BIND, PostBindPlugin.class, made),
            extenders);
    queueingHints = new QueueingHints(made.values());
  }

  private Map<String, Plugin> make(Profile profile, PluginFactories factories) {
    var made = new LinkedHashMap<String, Plugin>();
    profile
        .plugins()
        .inOrder()
        .forEach((point, names) -> {
          if (OF_GROUPS.contains(point)) {
            return;
          }
          for (String name : names) {
            if (made.containsKey(name) || missing.contains(name)) {
              continue;
            }
            Plugin plugin = factories.make(name, profile, context);
            if (plugin == null) {
              missing.add(name);
            } else {
              made.put(name, plugin);
            }
          }
        });
    return made;
  }

  private <P extends Plugin> Lineup<P> lineup(
      ExtensionPoint point, Class<P> type, Map<String, Plugin> made) {
    return Lineup.of(type, configuration.plugins().at(point), made);
  }

  /** What {@code spec.schedulerName} of its pods says. */
  public String schedulerName() {
    return configuration.schedulerName();
  }

  /** The configuration that it was made from. */
  public Profile configuration() {
    return configuration;
  }

  /** Plugins that are enabled but could not be made, so that their answers are left out. */
  public SortedSet<String> missing() {
    return Collections.unmodifiableSortedSet(missing);
  }

  /** Asks whether a pod may enter the queue, until a plugin keeps it out. */
  public PluginVerdict preEnqueue(PodInfo pod, ClusterView cluster) {
    for (PreEnqueuePlugin plugin : preEnqueuers.plugins) {
      Verdict verdict = PluginCalls.ask(() -> plugin.preEnqueue(pod, cluster));
      if (!verdict.isSuccess()) {
        return new PluginVerdict(verdict, plugin.name());
      }
    }
    return PluginVerdict.SUCCESS;
  }

  /** Every plugin that keeps a pod out of the queue, with its verdict, in order. */
  public List<PluginVerdict> keptOutBy(PodInfo pod, ClusterView cluster) {
    var verdicts = new ArrayList<PluginVerdict>();
    for (PreEnqueuePlugin plugin : preEnqueuers.plugins) {
      Verdict verdict = PluginCalls.ask(() -> plugin.preEnqueue(pod, cluster));
      if (!verdict.isSuccess()) {
        verdicts.add(new PluginVerdict(verdict, plugin.name()));
      }
    }
    return verdicts;
  }

  /** The order of the queue; pods are equal where the profile has no plugin for it. */
  public Comparator<QueuedPod> queueOrder() {
    return queueSorts.isEmpty() ? (_, _) -> 0 : queueSorts.plugins[0]::compare;
  }

  /** Which changes may help the pods that its plugins reject. */
  public QueueingHints queueingHints() {
    return queueingHints;
  }

  /** Opens an attempt to schedule a pod on the cluster as it stands. */
  public PodAttempt attempt(PodInfo pod, ClusterView cluster) {
    attempts = attempts == TIMED_ATTEMPTS ? 1 : attempts + 1;
    return new PodAttempt(
        pod,
        cluster,
        context.newState(),
        preFilters.plugins,
        filters.plugins,
        scorers.plugins,
        attempts == 1 ? context.measures() : ProfileMeasures.NONE);
  }

  /** Told what is done for the pods of this profile. */
  public ProfileMeasures measures() {
    return context.measures();
  }

  /** What spreads work on many nodes over threads. */
  public FanOut fanOut() {
    return fanOut;
  }

  public Filtering filtering() {
    return filtering;
  }

  public Scoring scoring() {
    return scoring;
  }

  public Binding binding() {
    return binding;
  }

  public Extenders extenders() {
    return extenders;
  }

  /** The plugins that pre-filter or filter, each to be asked by itself, by name. */
  public List<LonePlugin> lonePlugins() {
    var names = new TreeSet<String>();
    preFilters.list().forEach(plugin -> names.add(plugin.name()));
    filters.list().forEach(plugin -> names.add(plugin.name()));
    return names.stream()
        .map(name ->
            new LonePlugin(name, find(preFilters, name), find(filters, name), context::newState))
        .toList();
  }

  private static <P extends Plugin> @Nullable P find(Lineup<P> lineup, String name) {
    for (P plugin : lineup.plugins) {
      if (plugin.name().equals(name)) {
        return plugin;
      }
    }
    return null;
  }
}
