package io.merapi.kube.cycle;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.Plugin;
import io.merapi.api.pod.Pod;
import io.merapi.kube.configuration.ClientConnection;
import io.merapi.kube.configuration.EnabledPlugin;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.LeaderElection;
import io.merapi.kube.configuration.PluginExpansion;
import io.merapi.kube.configuration.PluginSet;
import io.merapi.kube.configuration.PluginSets;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.PodReporter;
import io.merapi.kube.measures.KubeMeasures;
import io.merapi.kube.plugins.DefaultPlugins;
import io.merapi.kube.plugins.KubePlugins;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler with the default plugins, in a cluster where nothing happens that a test does not
 * say.
 */
final class TestCluster {

  /** Bindings that the scheduler has asked for and nobody has answered, by pod. */
  final Map<String, Request> binds = new LinkedHashMap<>();

  /** What users were told, in order. */
  final List<String> told = new ArrayList<>();

  /** Pods that the cluster was asked to delete, in order. */
  final List<String> evicted = new ArrayList<>();

  final KubeScheduler scheduler;
  final SchedulerHost host;
  private final ArrayDeque<Runnable> loop = new ArrayDeque<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  record Request(Pod pod, String node, CompletableFuture<Outcome> answer) {}

  TestCluster(Plugin... plugins) {
    this(SchedulerSettings.DEFAULTS, plugins);
  }

  TestCluster(SchedulerSettings settings, Plugin... plugins) {
    this(settings, KubeMeasures.NONE, plugins);
  }

  TestCluster(SchedulerSettings settings, KubeMeasures measures, Plugin... plugins) {
    var refused = Effects.refused();
    var effects =
        new Effects(this::bind, refused.volumes(), refused.claims(), this::evict, new Teller());
    host =
        new SchedulerHost(
            effects,
            List.of(),
            () -> now,
            loop::add,
            parts -> {
              var inTree = KubePlugins.IN_TREE.factories(parts);
              return (name, profile, context) -> {
                for (Plugin plugin : plugins) {
                  if (plugin.name().equals(name)) {
                    return plugin;
                  }
                }
                return inTree.make(name, profile, context);
              };
            },
            measures);
    scheduler = new KubeScheduler(configuration(plugins), FeatureGates.DEFAULTS, settings, host);
  }

  /** Puts another configuration in force, and does what can be done then. */
  void reconfigure(KubeConfiguration configuration) {
    scheduler.reconfigure(configuration, host);
    settle();
  }

  static KubeConfiguration configuration(Plugin... plugins) {
    Profile plain = DefaultPlugins.profile(FeatureGates.DEFAULTS);
    var registry = KubePlugins.IN_TREE.registry();
    var more = new ArrayList<EnabledPlugin>();
    for (Plugin plugin : plugins) {
      registry = registry.with(plugin.name(), ExtensionPoint.implementedBy(plugin.getClass()));
      more.add(EnabledPlugin.of(plugin.name()));
    }
    PluginSets sets =
        new PluginSets(new PluginSet(more, List.of()), Map.of())
            .over(DefaultPlugins.sets(FeatureGates.DEFAULTS));
    var profile =
        new Profile(
            plain.schedulerName(),
            null,
            PluginExpansion.expand(plain.schedulerName(), sets, registry).plugins(),
            plain.arguments());
    return new KubeConfiguration(
        16,
        LeaderElection.DEFAULTS,
        ClientConnection.DEFAULTS,
        false,
        false,
        0,
        1,
        10,
        List.of(profile),
        List.of(),
        false);
  }

  private CompletionStage<Outcome> evict(Pod victim, Pod preemptor) {
    evicted.add(victim.name());
    return Outcome.done();
  }

  private CompletionStage<Outcome> bind(Pod pod, String node) {
    var answer = new CompletableFuture<Outcome>();
    binds.put(pod.name(), new Request(pod, node, answer));
    return answer;
  }

  void apply(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      scheduler.accept(new ObjectEvent.Applied(object));
    }
    settle();
  }

  void delete(ClusterObject object) {
    scheduler.accept(new ObjectEvent.Deleted(object));
    settle();
  }

  /** Lets the binding of a pod succeed; the cluster has not said so yet. */
  void bound(String pod) {
    Objects.requireNonNull(binds.remove(pod))
        .answer
        .completeAsync(Outcome.Done::new, Runnable::run);
    settle();
  }

  void bindFails(String pod, String message) {
    Objects.requireNonNull(binds.remove(pod)).answer.complete(new Outcome.Failed(message));
    settle();
  }

  void pass(Duration time) {
    now = now.plus(time);
    scheduler.wakeUp();
    settle();
  }

  /** Does all that can be done without time passing. */
  private void settle() {
    boolean busy = true;
    while (busy) {
      Runnable work = loop.poll();
      if (work != null) {
        work.run();
      } else {
        busy = scheduler.scheduleOne();
      }
    }
  }

  /** The node that a pod stands on in the eyes of the scheduler; null for none. */
  @Nullable String nodeOf(String podKey) {
    var pod = scheduler.view().contents().pod(podKey);
    return pod == null || !pod.pod().assigned() ? null : pod.pod().nodeName();
  }

  private final class Teller implements PodReporter {

    @Override
    public void scheduled(Pod pod, String nodeName) {
      told.add("%s scheduled on %s".formatted(pod.name(), nodeName));
    }

    @Override
    public void unscheduled(
        Pod pod, String reason, String message, @Nullable String nominatedNode) {
      told.add("%s %s: %s".formatted(pod.name(), reason, message));
    }

    @Override
    public void preempted(Pod victim, Pod preemptor, String nodeName) {
      told.add("%s preempted by %s".formatted(victim.name(), preemptor.name()));
    }

    @Override
    public void expected(Pod pod, String nodeName) {
      told.add("%s expected on %s".formatted(pod.name(), nodeName));
    }

    @Override
    public void nominationCleared(Pod pod) {
      told.add("%s no longer nominated".formatted(pod.name()));
    }
  }
}
