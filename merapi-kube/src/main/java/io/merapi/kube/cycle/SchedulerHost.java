package io.merapi.kube.cycle;

import io.merapi.kube.effects.Effects;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.framework.PluginFactories;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.measures.KubeMeasures;
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
 * @param measures told what it does
 */
public record SchedulerHost(
    Effects effects,
    List<SchedulerExtender> extenders,
    InstantSource clock,
    Executor loop,
    Function<SchedulerParts, PluginFactories> plugins,
    KubeMeasures measures) {

  public SchedulerHost {
    extenders = List.copyOf(extenders);
  }

  /** The same with what a change of the configuration may bring. */
  public SchedulerHost with(
      List<SchedulerExtender> otherExtenders,
      Function<SchedulerParts, PluginFactories> otherPlugins) {
    return new SchedulerHost(effects, otherExtenders, clock, loop, otherPlugins, measures);
  }

  /** A host with the in-tree plugins and without extenders, under which nothing is measured. */
  public SchedulerHost(Effects effects, InstantSource clock, Executor loop) {
    this(effects, List.of(), clock, loop, KubePlugins.IN_TREE::factories, KubeMeasures.NONE);
  }
}
