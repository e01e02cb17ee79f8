package io.merapi.batch.cycle;

import io.merapi.batch.devices.DocumentReader;
import io.merapi.batch.effects.BatchWriter;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.plugins.extender.ExtenderTransport;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.usage.UsageSource;
import io.merapi.kube.effects.Effects;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a batch scheduler is run by: a real cluster, or a simulated one.
 *
 * @param writer carries decisions out
 * @param kube through which wrapped kube plugins write volumes and claims
 * @param usage is asked for the load of nodes
 * @param extenders how servers outside are asked that plugins defer to; without it, sessions go
 *     without them
 * @param loop does work on the scheduling thread, later
 * @param plugins which plugins there are
 * @param documents reads what objects tell of devices
 * @param closed told of every session that was closed, for what it says of itself
 * @param measures told what it does
 */
public record BatchHost(
    BatchWriter writer,
    Effects kube,
    UsageSource usage,
    @Nullable ExtenderTransport extenders,
    InstantSource clock,
    Executor loop,
    BatchPlugins plugins,
    DocumentReader documents,
    Consumer<SchedulingSession> closed,
    BatchMeasures measures) {

  /** The same with what a change of the configuration may bring. */
  public BatchHost with(UsageSource otherUsage, BatchPlugins otherPlugins) {
    return new BatchHost(
        writer,
        kube,
        otherUsage,
        extenders,
        clock,
        loop,
        otherPlugins,
        documents,
        closed,
        measures);
  }

  /** A host with the in-tree plugins, under which nothing is measured and no extender is asked. */
  public BatchHost(
      BatchWriter writer,
      Effects kube,
      InstantSource clock,
      Executor loop,
      DocumentReader documents,
      Consumer<SchedulingSession> closed) {
    this(
        writer,
        kube,
        UsageSource.NONE,
        null,
        clock,
        loop,
        BatchPlugins.IN_TREE,
        documents,
        closed,
        BatchMeasures.NONE);
  }
}
