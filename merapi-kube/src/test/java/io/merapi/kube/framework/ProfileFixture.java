package io.merapi.kube.framework;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.BindPlugin;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
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
import io.merapi.api.framework.ReservePlugin;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.configuration.ProfilePlugins;
import io.merapi.kube.extenders.Extenders;
import io.merapi.kube.state.ClusterState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A small cluster and a profile of hand-written plugins, enabled wherever they can take part. */
public final class ProfileFixture {

  private static final Map<ExtensionPoint, Class<? extends Plugin>> POINTS =
      Map.ofEntries(
          Map.entry(ExtensionPoint.PRE_ENQUEUE, PreEnqueuePlugin.class),
          Map.entry(ExtensionPoint.QUEUE_SORT, QueueSortPlugin.class),
          Map.entry(ExtensionPoint.PRE_FILTER, PreFilterPlugin.class),
          Map.entry(ExtensionPoint.FILTER, FilterPlugin.class),
          Map.entry(ExtensionPoint.POST_FILTER, PostFilterPlugin.class),
          Map.entry(ExtensionPoint.PRE_SCORE, PreScorePlugin.class),
          Map.entry(ExtensionPoint.SCORE, ScorePlugin.class),
          Map.entry(ExtensionPoint.RESERVE, ReservePlugin.class),
          Map.entry(ExtensionPoint.PERMIT, PermitPlugin.class),
          Map.entry(ExtensionPoint.PRE_BIND, PreBindPlugin.class),
          Map.entry(ExtensionPoint.BIND, BindPlugin.class),
          Map.entry(ExtensionPoint.POST_BIND, PostBindPlugin.class));

  private final ClusterState state = ClusterState.withDefaults();
  private final ProfileContext context =
      new ProfileContext(
          new ResourceDictionary(), FeatureGates.DEFAULTS, InstantSource.fixed(Instant.EPOCH));

  public ProfileFixture(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      add(object);
    }
  }

  public void add(ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
  }

  /** What plugins are made with. */
  public ProfileContext context() {
    return context;
  }

  public <T> CycleKey<T> key(String name, Class<T> type) {
    return context.cycleKey(name, type);
  }

  public ClusterView cluster() {
    return new SnapshotView(state.snapshot());
  }

  public NodeInfo node(String name) {
    return Objects.requireNonNull(state.snapshot().node(name));
  }

  /** Makes a pod known and gives its info. */
  public PodInfo pod(Pod pod) {
    add(pod);
    return Objects.requireNonNull(state.snapshot().pod(pod.key()));
  }

  public static Profile configuration(Map<String, Integer> weights, Plugin... plugins) {
    var inOrder = new EnumMap<ExtensionPoint, List<String>>(ExtensionPoint.class);
    POINTS.forEach((point, type) -> {
      var names = new ArrayList<String>();
      for (Plugin plugin : plugins) {
        if (type.isInstance(plugin)) {
          names.add(plugin.name());
        }
      }
      inOrder.put(point, names);
    });
    return new Profile("test", null, new ProfilePlugins(inOrder, weights, Map.of()), Map.of());
  }

  public SchedulingProfile profile(Plugin... plugins) {
    return profile(Map.of(), plugins);
  }

  public SchedulingProfile profile(Map<String, Integer> weights, Plugin... plugins) {
    return new SchedulingProfile(configuration(weights, plugins), making(plugins), context);
  }

  public SchedulingProfile profile(Extenders extenders, Plugin... plugins) {
    return new SchedulingProfile(
        configuration(Map.of(), plugins), making(plugins), context, extenders, FanOut.NONE);
  }

  static PluginFactories making(Plugin... plugins) {
    return (name, _, _) -> {
      for (Plugin plugin : plugins) {
        if (plugin.name().equals(name)) {
          return plugin;
        }
      }
      return null;
    };
  }
}
