package io.merapi.batch.session;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.usage.NodeUsages;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.TieBreak;
import java.time.InstantSource;

/**
 * What one scheduler hands to all its sessions.
 *
 * <p>What plugins keep from one session to the next belongs to the {@link PluginFactory}.
 *
 * @param usages the load of nodes, as it is measured
 * @param rotation where the next search for nodes begins
 * @param tieBreak the order among nodes that are equally good
 * @param fanOut the threads that ask plugins about many nodes
 * @param measures told what sessions do
 */
public record SessionParts(
    BatchEffects effects,
    FeatureGates gates,
    Fixes fixes,
    InstantSource clock,
    NodeUsages usages,
    NodeRotation rotation,
    TieBreak tieBreak,
    FanOut fanOut,
    BatchMeasures measures) {

  /** Parts of a scheduler that has not opened a session yet. */
  public SessionParts(
      BatchEffects effects,
      FeatureGates gates,
      Fixes fixes,
      InstantSource clock,
      NodeUsages usages,
      long seed,
      FanOut fanOut) {
    this(
        effects,
        gates,
        fixes,
        clock,
        usages,
        new NodeRotation(),
        new TieBreak(seed),
        fanOut,
        BatchMeasures.NONE);
  }

  /** The same for one that is measured. */
  public SessionParts measuredBy(BatchMeasures newMeasures) {
    return new SessionParts(
        effects, gates, fixes, clock, usages, rotation, tieBreak, fanOut, newMeasures);
  }

  /** The same for one that does all on one thread. */
  public SessionParts(
      BatchEffects effects,
      FeatureGates gates,
      Fixes fixes,
      InstantSource clock,
      NodeUsages usages,
      long seed) {
    this(effects, gates, fixes, clock, usages, seed, FanOut.NONE);
  }

  /** The same for one that no load is measured for. */
  public SessionParts(
      BatchEffects effects, FeatureGates gates, Fixes fixes, InstantSource clock, long seed) {
    this(effects, gates, fixes, clock, new NodeUsages(), seed);
  }
}
