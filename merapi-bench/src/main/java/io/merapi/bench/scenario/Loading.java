package io.merapi.bench.scenario;

import static io.merapi.testkit.QueueBuilder.queue;

import io.merapi.api.fixes.Fixes;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.bench.measure.Meter;
import io.merapi.bench.measure.Trial;
import io.merapi.bench.measure.Work;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Reading a cluster from a YAML file: the reading alone, and reading it into either scheduler until
 * the one pod that waits has been placed. One placement stands for one pod read.
 */
final class Loading implements Scenario {

  @Override
  public String name() {
    return "load";
  }

  @Override
  public String summary() {
    return "a YAML file read, and read until the first pod is placed";
  }

  @Override
  public int usualNodes() {
    return 10_000;
  }

  @Override
  public int usualPods(int nodes) {
    return 10 * nodes;
  }

  @Override
  public List<Variant> variants(Setting setting) {
    SnapshotFile file = SnapshotFile.yaml(setting);
    return List.of(
        new Variant("reading alone", () -> new Reading(setting, file)),
        new Variant("kube, to the first placement", () -> new KubeStart(setting, file)),
        new Variant("batch, to the first placement", () -> new BatchStart(setting, file)));
  }

  private record Reading(Setting setting, SnapshotFile file) implements Trial {

    @Override
    public Work run(Meter meter) {
      return measured(meter, setting, () -> file.load(_ -> {}));
    }
  }

  private static Work measured(Meter meter, Setting setting, LongSupplier loading) {
    var reading = new AtomicLong();
    meter.measure(() -> reading.set(loading.getAsLong()));
    meter.addCpuOfEndedThread(reading.get());
    return Work.placed(setting.pods());
  }

  private static void checkThatOneIs(int bound) {
    if (bound != 1) {
      throw new IllegalStateException("the waiting pod must fit");
    }
  }

  private static final class KubeStart implements Trial {

    private final Setting setting;
    private final SnapshotFile file;
    private final KubeDriver driver;

    KubeStart(Setting setting, SnapshotFile file) {
      this.setting = setting;
      this.file = file;
      this.driver = new KubeDriver(setting);
    }

    @Override
    public Work run(Meter meter) {
      Work work =
          measured(
              meter,
              setting,
              () -> {
                long reading = file.load(driver::apply);
                driver.scheduleOne();
                return reading;
              });
      checkThatOneIs(driver.bound());
      return work;
    }

    @Override
    public void close() {
      driver.close();
    }
  }

  private static final class BatchStart implements Trial {

    private final Setting setting;
    private final SnapshotFile file;
    private final BatchDriver driver;

    BatchStart(Setting setting, SnapshotFile file) {
      this.setting = setting;
      this.file = file;
      this.driver = new BatchDriver(setting, BatchConfiguration.byDefault(), Fixes.NONE);
      driver.accept(queue("default").build());
    }

    @Override
    public Work run(Meter meter) {
      Work work = measured(meter, setting, this::start);
      checkThatOneIs(driver.bound());
      return work;
    }

    private long start() {
      // The books of a simulated cluster are no part of a start.
      long reading = file.load(driver::accept);
      driver.settle(1);
      return reading;
    }

    @Override
    public void close() {
      driver.close();
    }
  }
}
