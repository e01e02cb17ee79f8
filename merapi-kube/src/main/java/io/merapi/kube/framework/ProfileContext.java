package io.merapi.kube.framework;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.WaitingPods;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.measures.ProfileMeasures;
import java.time.InstantSource;

/** What the plugins of one profile are given; it numbers their places in the cycle state. */
public final class ProfileContext implements PluginContext {

  private final ResourceDictionary resources;
  private final FeatureGates gates;
  private final InstantSource clock;
  private final Fixes fixes;
  private final WaitingPods waitingPods;
  private final ProfileMeasures measures;
  private int slots;

  /** The context of a scheduler that is only asked: no pod ever waits for permission there. */
  public ProfileContext(ResourceDictionary resources, FeatureGates gates, InstantSource clock) {
    this(resources, gates, clock, Fixes.NONE, WaitingPods.NONE);
  }

  /** The context of a scheduler that nobody measures. */
  public ProfileContext(
      ResourceDictionary resources,
      FeatureGates gates,
      InstantSource clock,
      Fixes fixes,
      WaitingPods waitingPods) {
    this(resources, gates, clock, fixes, waitingPods, ProfileMeasures.NONE);
  }

  public ProfileContext(
      ResourceDictionary resources,
      FeatureGates gates,
      InstantSource clock,
      Fixes fixes,
      WaitingPods waitingPods,
      ProfileMeasures measures) {
    this.resources = resources;
    this.gates = gates;
    this.clock = clock;
    this.fixes = fixes;
    this.waitingPods = waitingPods;
    this.measures = measures;
  }

  @Override
  public <T> CycleKey<T> cycleKey(String name, Class<T> type) {
    return new CycleKey<>(name, slots++, type);
  }

  @Override
  public ResourceDictionary resources() {
    return resources;
  }

  @Override
  public FeatureGates gates() {
    return gates;
  }

  @Override
  public InstantSource clock() {
    return clock;
  }

  @Override
  public WaitingPods waitingPods() {
    return waitingPods;
  }

  /** The better behaviours that are switched on. */
  Fixes fixes() {
    return fixes;
  }

  /** Told what is done for the pods of the profile. */
  ProfileMeasures measures() {
    return measures;
  }

  /** An empty state with a place for every key handed out so far. */
  public CycleState newState() {
    return new CycleState(slots);
  }
}
