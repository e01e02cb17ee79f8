package io.merapi.bench.scenario;

import static io.merapi.bench.scenario.Cluster.asking;
import static io.merapi.bench.scenario.Cluster.named;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.workload.PriorityClass;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.bench.measure.Meter;
import io.merapi.bench.measure.Trial;
import io.merapi.bench.measure.Work;
import java.util.ArrayList;
import java.util.List;

/**
 * Nodes full of pods, and others that want room, one for every fourth node and as large as those
 * that are there: so as many evictions would do.
 *
 * <p>For {@code reclaim} they come to a queue that has nothing while another has everything; for
 * {@code preempt} to the same queue, with a higher priority. Sessions are held, and the cluster
 * follows them, until all have their room; only the sessions are measured.
 */
final class MakingRoom implements Scenario {

  private static final List<BatchAction> ACTIONS =
      List.of(
          BatchAction.RECLAIM,
          BatchAction.PREEMPT,
          BatchAction.GANG_RECLAIM,
          BatchAction.GANG_PREEMPT);

  private static final int PODS_PER_NODE = 10;
  private static final int JOB = 100;
  private static final int MOST_SESSIONS = 100;
  private static final String RICH = "rich";
  private static final String POOR = "poor";
  private static final String HIGH = "high";
  private static final String LOW = "low";

  @Override
  public String name() {
    return "batch-reclaim";
  }

  @Override
  public String summary() {
    return "room on a full cluster by reclaim and by preempt";
  }

  @Override
  public int usualNodes() {
    return 1_000;
  }

  @Override
  public int usualPods(int nodes) {
    return (nodes + 3) / 4;
  }

  @Override
  public List<Variant> variants(Setting setting) {
    var variants = new ArrayList<Variant>();
    for (BatchAction action : ACTIONS) {
      String name = action.key();
      variants.add(new Variant(name, () -> new FullCluster(setting, action, Fixes.NONE)));
      variants.add(
          new Variant(name + ", fixes", () -> new FullCluster(setting, action, Fixes.ALL)));
    }
    return variants;
  }

  private static final class FullCluster implements Trial {

    private final Setting setting;
    private final BatchDriver driver;

    FullCluster(Setting setting, BatchAction action, Fixes fixes) {
      this.setting = setting;
      BatchConfiguration usual = BatchConfiguration.byDefault();
      this.driver =
          new BatchDriver(
              setting,
              new BatchConfiguration(
                  List.of(BatchAction.ENQUEUE, BatchAction.ALLOCATE, action),
                  usual.tiers(),
                  usual.actionArguments(),
                  usual.metrics()),
              fixes);
      boolean reclaims = action == BatchAction.RECLAIM || action == BatchAction.GANG_RECLAIM;
      driver.store().apply(priorityClass(HIGH, 1000));
      driver.store().apply(priorityClass(LOW, 1));
      driver.store().apply(queue(RICH).build());
      driver.store().apply(queue(POOR).build());
      for (int i = 0; i < setting.nodes(); i++) {
        driver.store().apply(Cluster.nodeAt(i));
      }
      fill(setting);
      driver.settle(3);
      ask(setting, reclaims ? POOR : RICH, reclaims ? LOW : HIGH);
    }

    private static PriorityClass priorityClass(String name, int value) {
      return new PriorityClass(ObjectMeta.named("", name), value, false, "");
    }

    private static PodSpec spec(String priorityClass, int priority) {
      return asking(Cluster.NODE_CPU * 1000 / PODS_PER_NODE, 1024)
          .priority(priority)
          .priorityClass(priorityClass)
          .spec();
    }

    private void fill(Setting setting) {
      PodSpec low = spec(LOW, 1);
      for (int i = 0; i < setting.nodes() * PODS_PER_NODE; i++) {
        String job = "running-" + i / JOB;
        if (i % JOB == 0) {
          driver
              .store()
              .apply(
                  podGroup(job)
                      .queue(RICH)
                      .priorityClass(LOW)
                      .phase(PodGroupPhase.RUNNING)
                      .created(Cluster.START)
                      .build());
        }
        driver
            .store()
            .apply(
                Cluster.running(
                    named(job + "-" + i % JOB).group(job),
                    low,
                    Cluster.nodeName(i % setting.nodes())));
      }
    }

    private void ask(Setting setting, String queue, String priorityClass) {
      PodSpec spec = spec(priorityClass, priorityClass.equals(HIGH) ? 1000 : 1);
      for (int first = 0; first < setting.pods(); first += JOB) {
        String job = "asking-" + first / JOB;
        int members = Math.min(JOB, setting.pods() - first);
        driver
            .store()
            .apply(
                podGroup(job)
                    .queue(queue)
                    .priorityClass(priorityClass)
                    .minMember(members)
                    .created(Cluster.START.plusSeconds(1))
                    .build());
        for (int i = 0; i < members; i++) {
          driver.store().apply(Cluster.waiting(named(job + "-" + i).group(job), spec));
        }
      }
    }

    @Override
    public Work run(Meter meter) {
      int sessions = 0;
      while (driver.bound() < setting.pods() && sessions < MOST_SESSIONS && driver.awaitSession()) {
        meter.measure(driver::holdSession);
        sessions++;
      }
      return Work.inCycles(TooMany.check(driver.bound(), setting), sessions)
          .with("cycles", sessions)
          .with("evictions", driver.evictions());
    }

    @Override
    public void close() {
      driver.close();
    }
  }
}
