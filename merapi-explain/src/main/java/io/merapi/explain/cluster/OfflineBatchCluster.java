package io.merapi.explain.cluster;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.session.NodeUsage;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.SessionCycle;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.plugins.extender.ExtenderTransport;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.SessionParts;
import io.merapi.batch.usage.NodeUsages;
import io.merapi.config.batch.TextDocument;
import io.merapi.explain.session.RecordingEffects;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.state.ClusterState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Objects of a cluster, and sessions on it of which nothing leaves. */
public final class OfflineBatchCluster {

  private final BatchConfiguration configuration;
  private final FeatureGates gates;
  private final SessionOptions options;
  private final Fixes fixes;
  private final InstantSource clock;
  private final NodeUsages usages;
  private final @Nullable ExtenderTransport extenders;
  private final BatchPlugins plugins;
  private final ClusterState state;

  /**
   * A cluster without objects, judged by in-tree plugins.
   *
   * @param now what the time is taken to be
   * @param extenders how servers outside are asked that plugins defer to; without it, sessions go
   *     without them
   */
  public OfflineBatchCluster(
      BatchConfiguration configuration,
      FeatureGates gates,
      SessionOptions options,
      Fixes fixes,
      Instant now,
      @Nullable ExtenderTransport extenders) {
    this(configuration, gates, options, fixes, now, extenders, BatchPlugins.IN_TREE);
  }

  /**
   * A cluster without objects.
   *
   * @param now what the time is taken to be
   * @param extenders how servers outside are asked that plugins defer to; without it, sessions go
   *     without them
   * @param plugins those that the configuration may name
   */
  public OfflineBatchCluster(
      BatchConfiguration configuration,
      FeatureGates gates,
      SessionOptions options,
      Fixes fixes,
      Instant now,
      @Nullable ExtenderTransport extenders,
      BatchPlugins plugins) {
    this.configuration = configuration;
    this.gates = gates;
    this.options = options;
    this.fixes = fixes;
    this.clock = InstantSource.fixed(now);
    this.usages = new NodeUsages(configuration.metrics().interval());
    this.extenders = extenders;
    this.plugins = plugins;
    this.state =
        new ClusterState(
            new ResourceDictionary(), PodRequests.Rules.of(gates), configuration.podClassReads());
  }

  /** Takes an object in, in place of an earlier one of its name. */
  public void add(ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
  }

  /** Takes the measured load of a node in. */
  public void measured(String node, NodeUsage usage) {
    usages.put(node, usage);
  }

  public @Nullable Pod pod(String key) {
    PodInfo pod = state.snapshot().pod(key);
    return pod == null ? null : pod.pod();
  }

  /** An object of a kind other than pods and nodes; null where there is none. */
  public @Nullable ClusterObject find(ObjectKind kind, String key) {
    return state.snapshot().objects(kind).get(key);
  }

  /** The keys of all pods, in their order. */
  public List<String> podKeys() {
    var keys = new ArrayList<String>();
    state.snapshot().pods().forEach((key, _) -> keys.add(key));
    Collections.sort(keys);
    return keys;
  }

  /** The keys of all objects of a kind other than pods and nodes, in their order. */
  public List<String> keys(ObjectKind kind) {
    var keys = new ArrayList<String>();
    state.snapshot().objects(kind).forEach((key, _) -> keys.add(key));
    Collections.sort(keys);
    return keys;
  }

  public SessionOptions options() {
    return options;
  }

  /** A session in which nothing has been done, of a scheduler that has not held one before. */
  public SchedulingSession open() {
    return cycle(new RecordingEffects()).open(state.snapshot());
  }

  /** A session in which all actions were run, and that was closed. */
  public SchedulingSession held(BatchEffects effects) {
    SessionCycle cycle = cycle(effects);
    SchedulingSession session = cycle.open(state.snapshot());
    cycle.act(session);
    session.close();
    return session;
  }

  private SessionCycle cycle(BatchEffects effects) {
    return new SessionCycle(
        configuration,
        options,
        plugins.factory(SchedulerParts.forQuestions(), extenders),
        new SessionParts(effects, gates, fixes, clock, usages, 0),
        TextDocument::read);
  }
}
