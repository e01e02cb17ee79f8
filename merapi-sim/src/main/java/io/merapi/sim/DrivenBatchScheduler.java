package io.merapi.sim;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.BatchScheduler;
import io.merapi.batch.tier.PluginOption;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds session after session.
 *
 * <p>A session that did nothing would do nothing again a period later, unless a plugin goes by the
 * clock. Only then are such sessions held; without this, a day with one pending pod would cost a
 * session for each of its seconds.
 */
final class DrivenBatchScheduler implements DrivenScheduler {

  /** Plugins that never look at the clock; of any other it is not known. */
  private static final Set<String> TIMELESS =
      Set.of(
          "binpack",
          "capacity",
          "conformance",
          "deviceshare",
          "drf",
          "gang",
          "network-topology-aware",
          "nodegroup",
          "nodeorder",
          "numa-aware",
          "overcommit",
          "pdb",
          "predicates",
          "priority",
          "proportion",
          "resource-strategy-fit",
          "resourcequota",
          "task-topology");

  private final BatchScheduler scheduler;
  private final boolean timeless;

  DrivenBatchScheduler(BatchScheduler scheduler, BatchConfiguration configuration) {
    this.scheduler = scheduler;
    this.timeless = configuration.plugins().map(PluginOption::name).allMatch(TIMELESS::contains);
  }

  @Override
  public void accept(ObjectEvent event) {
    scheduler.accept(event);
  }

  @Override
  public void wakeUp() {}

  @Override
  public boolean proceed() {
    return scheduler.runDue();
  }

  @Override
  public @Nullable Instant nextWakeUp() {
    return timeless && scheduler.idle() ? null : scheduler.nextWakeUp();
  }

  @Override
  public void close() {}
}
