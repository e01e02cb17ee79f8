package io.merapi.batch.kubeplugins;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.session.Session;
import io.merapi.kube.framework.ProfileContext;
import java.time.InstantSource;

/**
 * What wrapped plugins are made from.
 *
 * @param arguments those of the batch plugin
 */
public record WrappingSettings<A extends Record>(
    A arguments, FeatureGates gates, ResourceDictionary resources, InstantSource clock) {

  public WrappingSettings(A arguments, Session session) {
    this(arguments, session.gates(), session.resources(), session.clock());
  }

  /**
   * A new context, which numbers the places of the plugins in their cycle states.
   *
   * @param withheld gates that upstream does not pass on to these plugins: they are off for them
   */
  public ProfileContext context(FeatureGate... withheld) {
    FeatureGates passedOn = gates;
    for (FeatureGate gate : withheld) {
      passedOn = passedOn.enabled(gate) ? passedOn.with(gate, false) : passedOn;
    }
    return new ProfileContext(resources, passedOn, clock);
  }
}
