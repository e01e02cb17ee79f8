package io.merapi.sim.trace;

import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.plugins.deviceshare.DeviceShare;
import io.merapi.batch.plugins.deviceshare.DeviceShareArgs;
import io.merapi.sim.BatchScheduling;
import io.merapi.sim.KubeScheduling;
import io.merapi.sim.Scheduling;
import java.util.Collection;

/**
 * What a scheduler can do that makes a difference to how a trace is written down for it.
 *
 * @param schedulerName of the pods; empty for the default scheduler
 * @param startsGangs whether it knows of pods that must start together
 * @param dividesCards whether it can give a pod a part of a GPU
 */
public record TraceTarget(String schedulerName, boolean startsGangs, boolean dividesCards) {

  /** What all of several schedulers can do, for a workload that each of them is given. */
  public static TraceTarget of(Collection<? extends Scheduling> schedulings) {
    return schedulings.stream()
        .map(TraceTarget::of)
        .reduce((one, other) ->
            new TraceTarget(
                one.schedulerName,
                one.startsGangs && other.startsGangs,
                one.dividesCards && other.dividesCards))
        .orElseThrow();
  }

  /** What one scheduler can do. */
  public static TraceTarget of(Scheduling scheduling) {
    return switch (scheduling) {
      case KubeScheduling _ -> new TraceTarget("", false, false);
      case BatchScheduling batch ->
          new TraceTarget(
              batch.settings().options().schedulerNames().getFirst(),
              true,
              dividesCards(batch.configuration()));
    };
  }

  private static boolean dividesCards(BatchConfiguration configuration) {
    return configuration
        .plugins()
        .filter(option -> option.name().equals(DeviceShare.NAME))
        .map(option -> option.arguments(DeviceShareArgs.class))
        .anyMatch(DeviceShareArgs::vgpu);
  }
}
