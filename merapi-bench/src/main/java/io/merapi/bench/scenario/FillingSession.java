package io.merapi.bench.scenario;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.fixes.Fixes;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.bench.measure.Meter;
import io.merapi.bench.measure.Trial;
import io.merapi.bench.measure.Work;
import java.util.List;

/** One session, from its opening to its closing, that is to bind all pods of an empty cluster. */
final class FillingSession implements Trial {

  private final Setting setting;
  private final BatchDriver driver;

  FillingSession(Setting setting, BatchConfiguration configuration, List<ClusterObject> objects) {
    this.setting = setting;
    this.driver = new BatchDriver(setting, configuration, Fixes.NONE);
    objects.forEach(driver.store()::apply);
    driver.awaitSession();
  }

  @Override
  public Work run(Meter meter) {
    meter.measure(driver::holdSession);
    driver.carryOut();
    return Work.inCycles(TooMany.check(driver.bound(), setting), 1);
  }

  @Override
  public void close() {
    driver.close();
  }
}
