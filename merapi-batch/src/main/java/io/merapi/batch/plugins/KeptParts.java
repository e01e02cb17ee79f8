package io.merapi.batch.plugins;

import io.merapi.batch.kubeplugins.PluginHome;
import io.merapi.batch.kubeplugins.WrappingSettings;
import io.merapi.batch.plugins.extender.ExtenderTransport;
import io.merapi.batch.plugins.nodeorder.ImageHolders;
import io.merapi.batch.plugins.nodeorder.NodeOrderArgs;
import io.merapi.batch.plugins.nodeorder.WrappedScores;
import io.merapi.batch.plugins.numaaware.CpuReservations;
import io.merapi.batch.plugins.predicates.WrappedFilters;
import io.merapi.batch.plugins.rescheduling.ReschedulingTimer;
import io.merapi.batch.plugins.tdm.EvictionTimer;
import io.merapi.kube.framework.SchedulerParts;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What in-tree plugins keep from one session to the next, as they are made anew for each. */
public final class KeptParts {

  final PluginHome<WrappingSettings<WrappedFilters.Settings>, WrappedFilters> filters;
  final PluginHome<WrappingSettings<NodeOrderArgs>, WrappedScores> scores =
      new PluginHome<>(WrappedScores::new);
  final ImageHolders imageHolders = new ImageHolders();
  final EvictionTimer lentNodes = new EvictionTimer();
  final ReschedulingTimer rescheduling;
  final CpuReservations reservedCpus = new CpuReservations();
  final @Nullable ExtenderTransport extenders;

  /**
   * Parts for single sessions, in which all that is done from time to time is due.
   *
   * @param kube what kube plugins keep and share, over all sessions
   * @param extenders how servers outside are asked; without it, sessions go without them
   */
  public KeptParts(SchedulerParts kube, @Nullable ExtenderTransport extenders) {
    this(kube, extenders, new ReschedulingTimer());
  }

  /**
   * Parts of a scheduler.
   *
   * @param kube what kube plugins keep and share, over all sessions
   * @param extenders how servers outside are asked; without it, sessions go without them
   * @param started when the scheduler was
   */
  public KeptParts(SchedulerParts kube, @Nullable ExtenderTransport extenders, Instant started) {
    this(kube, extenders, new ReschedulingTimer(started));
  }

  private KeptParts(
      SchedulerParts kube, @Nullable ExtenderTransport extenders, ReschedulingTimer rescheduling) {
    this.filters = new PluginHome<>(settings -> new WrappedFilters(settings, kube));
    this.extenders = extenders;
    this.rescheduling = rescheduling;
  }
}
