package io.merapi.sim;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.batch.cycle.BatchScheduler;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Holds session after session. */
final class DrivenBatchScheduler implements DrivenScheduler {

  private final BatchScheduler scheduler;

  DrivenBatchScheduler(BatchScheduler scheduler) {
    this.scheduler = scheduler;
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
    return scheduler.nextWakeUp();
  }

  @Override
  public void close() {
    scheduler.close();
  }
}
