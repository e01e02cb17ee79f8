package io.merapi.bench.scenario;

import static io.merapi.bench.scenario.Cluster.asking;
import static io.merapi.bench.scenario.Cluster.named;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.pod.PodSpec;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.bench.measure.Meter;
import io.merapi.bench.measure.Trial;
import io.merapi.bench.measure.Work;
import io.merapi.sim.cluster.ObjectStore;
import java.util.List;

/**
 * What a scheduler does in one schedule period on a full cluster in which nothing can be placed:
 * ten pods run on each node, and those that wait, in gangs of a hundred, ask for a whole node.
 *
 * <p>It may find that there is no need for a session; how many it holds is told.
 */
final class IdleCycles implements Scenario {

  private static final int RUNNING_PER_NODE = 10;
  private static final int GANG = 100;
  private static final int CYCLES = 20;

  @Override
  public String name() {
    return "idle-cycle";
  }

  @Override
  public String summary() {
    return "schedule periods on a full cluster in which nothing can be placed";
  }

  @Override
  public int usualPods(int nodes) {
    return 2 * nodes;
  }

  @Override
  public List<Variant> variants(Setting setting) {
    return List.of(
        new Variant("unchanged", () -> new FullCluster(setting, setting.pods(), 0)),
        new Variant("a pod ended", () -> new FullCluster(setting, setting.pods(), 1)),
        new Variant("a pod ended, none waits", () -> new FullCluster(setting, 0, 1)));
  }

  private static final class FullCluster implements Trial {

    private final BatchDriver driver;
    private final int ending;
    private int ended;

    FullCluster(Setting setting, int waiting, int ending) {
      this.driver = new BatchDriver(setting, BatchConfiguration.byDefault(), Fixes.NONE);
      this.ending = ending;
      ObjectStore store = driver.store();
      store.apply(queue("default").build());
      for (int i = 0; i < setting.nodes(); i++) {
        store.apply(Cluster.nodeAt(i));
      }
      PodSpec part = asking(Cluster.NODE_CPU * 1000 / RUNNING_PER_NODE, 1024).spec();
      for (int i = 0; i < setting.nodes() * RUNNING_PER_NODE; i++) {
        String gang = "running-" + i / GANG;
        if (i % GANG == 0) {
          store.apply(podGroup(gang).phase(PodGroupPhase.RUNNING).created(Cluster.START).build());
        }
        store.apply(
            Cluster.running(
                named("running-pod-" + i).group(gang),
                part,
                Cluster.nodeName(i % setting.nodes())));
      }
      PodSpec whole = asking(Cluster.NODE_CPU * 1000, 1024).spec();
      for (int i = 0; i < waiting; i++) {
        String gang = "waiting-" + i / GANG;
        if (i % GANG == 0) {
          int members = Math.min(GANG, waiting - i);
          store.apply(podGroup(gang).minMember(members).created(Cluster.START).build());
        }
        store.apply(Cluster.waiting(named("waiting-pod-" + i).group(gang), whole));
      }
      driver.settle(3);
    }

    @Override
    public Work run(Meter meter) {
      int sessions = 0;
      for (int i = 0; i < CYCLES; i++) {
        for (int j = 0; j < ending; j++) {
          driver.store().delete(ObjectKind.POD, "default/running-pod-" + ended++);
        }
        if (driver.passPeriod(meter::measure)) {
          sessions++;
        }
      }
      return Work.inCycles(CYCLES, CYCLES).with("sessions", sessions);
    }

    @Override
    public void close() {
      driver.close();
    }
  }
}
