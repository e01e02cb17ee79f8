package io.merapi.sim;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.kube.cycle.KubeScheduler;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Schedules pod after pod. */
final class DrivenKubeScheduler implements DrivenScheduler {

  private final KubeScheduler scheduler;

  DrivenKubeScheduler(KubeScheduler scheduler) {
    this.scheduler = scheduler;
  }

  @Override
  public void accept(ObjectEvent event) {
    scheduler.accept(event);
  }

  @Override
  public void wakeUp() {
    scheduler.wakeUp();
  }

  @Override
  public boolean proceed() {
    return scheduler.scheduleOne();
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
