package io.merapi.bench.soak;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.InTreeFactory;
import io.merapi.batch.cycle.SessionCycle;
import io.merapi.batch.session.PluginFactory;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.SessionParts;
import io.merapi.batch.usage.NodeUsages;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.TieBreak;
import io.merapi.kube.state.Snapshot;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * The sessions of one configuration, held twice: straight from the definition by cycles that know
 * nothing of those before, and from memory by one that keeps what it can.
 *
 * <p>What plugins keep from one session to the next each way has for itself. It cannot be left out:
 * some scores go by the order in which nodes were heard of, as upstream's do.
 */
final class BatchScheduling {

  private static final Instant NOW = Instant.parse("2030-01-01T12:00:00Z");

  private final BatchConfiguration configuration;
  private final Fixes fixes;
  private final TieBreak tieBreak;
  private final NodeRotation rotation = new NodeRotation();
  private final PluginFactory plugins = plugins();
  private final SessionRecord remembered = new SessionRecord();
  private final SessionCycle keeping;

  BatchScheduling(BatchConfiguration configuration, Fixes fixes, long seed) {
    this.configuration = configuration;
    this.fixes = fixes;
    this.tieBreak = new TieBreak(seed);
    this.keeping = cycle(SessionOptions.DEFAULTS, plugins(), remembered, new NodeRotation());
  }

  private static PluginFactory plugins() {
    return new InTreeFactory(SchedulerParts.forQuestions(), null);
  }

  private SessionCycle cycle(
      SessionOptions options, PluginFactory factory, SessionRecord effects, NodeRotation from) {
    return new SessionCycle(
        configuration,
        options,
        factory,
        new SessionParts(
            effects,
            FeatureGates.DEFAULTS,
            fixes,
            InstantSource.fixed(NOW),
            new NodeUsages(),
            from,
            tieBreak),
        _ -> null);
  }

  /**
   * Holds a session both ways.
   *
   * @return what changes in the cluster
   * @throws Difference if the two ways do not agree
   */
  List<ClusterObject> hold(Snapshot snapshot) {
    var defined = new SessionRecord();
    byDefinition(defined).run(snapshot);
    keeping.run(snapshot);
    Difference.check("a session", defined.takeLines(), remembered.takeLines());
    return remembered.takeObjects();
  }

  private SessionCycle byDefinition(SessionRecord effects) {
    return cycle(SessionOptions.DEFAULTS.withReference(true), plugins, effects, rotation);
  }

  /** A session of those that keep what they can, in which nothing has been done. */
  SchedulingSession open(Snapshot snapshot) {
    // Both ways hear of the same nodes.
    byDefinition(new SessionRecord()).open(snapshot);
    return keeping.open(snapshot);
  }
}
