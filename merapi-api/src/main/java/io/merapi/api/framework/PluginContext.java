package io.merapi.api.framework;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.resource.ResourceDictionary;
import java.time.InstantSource;

/** What a plugin is given when it is made; one per profile. */
public interface PluginContext {

  /** A place in the cycle state for this plugin alone. */
  <T> CycleKey<T> cycleKey(String name, Class<T> type);

  ResourceDictionary resources();

  FeatureGates gates();

  InstantSource clock();

  /** The pods that wait for permission, over all profiles. */
  default WaitingPods waitingPods() {
    return WaitingPods.NONE;
  }
}
