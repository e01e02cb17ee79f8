package io.merapi.bench.scenario;

import io.merapi.bench.measure.Meter;
import io.merapi.bench.measure.Trial;
import io.merapi.bench.measure.Work;
import java.util.List;

/**
 * Reading a cluster from a YAML file: the reading alone, and reading it into a scheduler until the
 * one pod that waits has been placed. One placement stands for one pod read.
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
        new Variant("until the first placement", () -> new FirstPlacement(setting, file)));
  }

  private record Reading(Setting setting, SnapshotFile file) implements Trial {

    @Override
    public Work run(Meter meter) {
      meter.measure(() -> file.load(_ -> {}));
      return Work.placed(setting.pods());
    }
  }

  private static final class FirstPlacement implements Trial {

    private final Setting setting;
    private final SnapshotFile file;
    private final KubeDriver driver;

    FirstPlacement(Setting setting, SnapshotFile file) {
      this.setting = setting;
      this.file = file;
      this.driver = new KubeDriver(setting);
    }

    @Override
    public Work run(Meter meter) {
      meter.measure(() -> {
        file.load(driver::apply);
        driver.scheduleOne();
      });
      if (driver.bound() != 1) {
        throw new IllegalStateException("the waiting pod must fit");
      }
      return Work.placed(setting.pods());
    }

    @Override
    public void close() {
      driver.close();
    }
  }
}
