package io.merapi.bench.soak;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.session.extension.BindContext.Step;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.SessionCycle;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.session.NodeSampling;
import io.merapi.batch.session.PluginFactory;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.SessionParts;
import io.merapi.batch.usage.NodeUsages;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.TieBreak;
import io.merapi.kube.state.Snapshot;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The sessions of one configuration, held twice: straight from the definition by cycles that know
 * nothing of those before, and from memory by one that keeps what it can.
 *
 * <p>What plugins keep from one session to the next each way has for itself. It cannot be left out:
 * some scores go by the order in which nodes were heard of, as upstream's do.
 */
final class BatchScheduling {

  /** Even two nodes are worth a thread here, so that what several come to is compared too. */
  private static final FanOut THREADS = new FanOut(2, 2);

  private static final Instant NOW = Instant.parse("2030-01-01T12:00:00Z");

  private final BatchConfiguration configuration;
  private final SessionOptions options;
  private final Fixes fixes;
  private final FeatureGates gates;
  private final TieBreak tieBreak;
  private final NodeRotation rotation = new NodeRotation();
  private final SchedulerParts definedParts = SchedulerParts.forQuestions();
  private final SchedulerParts rememberedParts = SchedulerParts.forQuestions();
  private final PluginFactory plugins = plugins(definedParts);

  /** Decisions about claims that the cluster does not know yet. */
  private final List<Taken> taken = new ArrayList<>();

  private final SessionRecord remembered = new SessionRecord();
  private final SessionCycle keeping;

  BatchScheduling(
      BatchConfiguration configuration,
      SessionOptions options,
      Fixes fixes,
      FeatureGates gates,
      long seed) {
    this.configuration = configuration;
    this.options = options;
    this.fixes = fixes;
    this.gates = gates;
    this.tieBreak = new TieBreak(seed);
    this.keeping = cycle(options, plugins(rememberedParts), remembered, new NodeRotation());
  }

  private static PluginFactory plugins(SchedulerParts parts) {
    return BatchPlugins.IN_TREE.factory(parts, null);
  }

  private SessionCycle cycle(
      SessionOptions used, PluginFactory factory, SessionRecord effects, NodeRotation from) {
    return new SessionCycle(
        configuration,
        used,
        factory,
        new SessionParts(
            effects,
            gates,
            fixes,
            InstantSource.fixed(NOW),
            new NodeUsages(),
            from,
            tieBreak,
            THREADS,
            BatchMeasures.NONE),
        _ -> null);
  }

  /** Whether a sample of the nodes is enough to choose from. */
  boolean samples() {
    return !options.sampling().equals(NodeSampling.ALL_NODES);
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
    var cluster = new SnapshotView(snapshot);
    Difference.check(
        "what is taken in a session",
        new TakenClaims(definedParts).text(cluster),
        new TakenClaims(rememberedParts).text(cluster));
    Iterator<Step> sameSteps = remembered.takeSteps().iterator();
    defined.takeSteps().forEach(step -> taken.add(new Taken(step, sameSteps.next())));
    return remembered.takeObjects();
  }

  /**
   * Gives back what is taken for a pod, or has it written.
   *
   * @return the objects that are written
   */
  List<ClusterObject> settle(RandomGenerator random, Snapshot snapshot) {
    if (taken.isEmpty()) {
      return List.of();
    }
    Taken one = taken.remove(random.nextInt(taken.size()));
    List<ClusterObject> written =
        random.nextBoolean()
            ? new TakenClaims(definedParts).objects(new SnapshotView(snapshot))
            : List.of();
    one.defined.rollBack();
    one.remembered.rollBack();
    return written;
  }

  private SessionCycle byDefinition(SessionRecord effects) {
    return cycle(options.withReference(true), plugins, effects, rotation);
  }

  /** A session of those that keep what they can, in which nothing has been done. */
  SchedulingSession open(Snapshot snapshot) {
    // Both ways hear of the same nodes.
    byDefinition(new SessionRecord()).open(snapshot);
    return keeping.open(snapshot);
  }

  /** What is taken for a pod in both ways, to be bound before it. */
  private record Taken(Step defined, Step remembered) {}
}
