package io.merapi.kube.cycle;

import io.merapi.kube.effects.Effects;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.framework.PluginFactories;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.plugins.KubePlugins;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * What a scheduler is run by: a real cluster, or a simulated one.
 *
 * @param loop does work on the scheduling thread, later
 * @param plugins which plugins there are
 */
public record SchedulerHost(
    Effects effects,
    List<SchedulerExtender> extenders,
    InstantSource clock,
    Executor loop,
    Function<SchedulerParts, PluginFactories> plugins) {

  public SchedulerHost {
    extenders = List.copyOf(extenders);
  }

  /** A host with the in-tree plugins and without extenders. */
  public SchedulerHost(Effects effects, InstantSource clock, Executor loop) {
    this(effects, List.of(), clock, loop, KubePlugins.IN_TREE::factories);
  }
}
