package io.merapi.bench.scenario;

import static io.merapi.bench.scenario.Cluster.asking;
import static io.merapi.bench.scenario.Cluster.named;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.workload.PriorityClass;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.bench.measure.Meter;
import io.merapi.bench.measure.Trial;
import io.merapi.bench.measure.Work;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.sim.cluster.ObjectStore;
import io.merapi.testkit.PodBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A full cluster at work: many kinds of pods in jobs of three priorities, in queues that form a
 * tree and want more than there is, with preempt and reclaim.
 *
 * <p>Half of all jobs are in one queue though each deserves the same, and a tenth as many jobs wait
 * as run. Before each session one job in a hundred ends and as many arrive; a pod that is evicted
 * comes back and waits. Measured is what sessions cost and what taking the changes in costs.
 */
final class MixedLoad implements Scenario {

  private static final String CONFIGURATION =
      """
      actions: "enqueue, allocate, preempt, reclaim, backfill"
      tiers:
      - plugins:
        - name: priority
        - name: gang
        - name: conformance
      - plugins:
        - name: drf
        - name: predicates
        - name: capacity
          enableHierarchy: true
        - name: nodeorder
      """;

  private static final int[] PRIORITIES = {1, 10, 100};
  private static final int QUEUES_PER_PARENT = 2;
  private static final int WARM_UP_CYCLES = 3;
  private static final int CYCLES = 10;
  private static final int WAITING = -1;

  @Override
  public String name() {
    return "batch-mixed";
  }

  @Override
  public String summary() {
    return "a full cluster with many kinds of jobs in a tree of queues, 1 % churn per session";
  }

  @Override
  public int usualPods(int nodes) {
    return 10 * nodes;
  }

  @Override
  public List<Variant> variants(Setting setting) {
    return List.of(Variant.only(() -> new BusyCluster(setting)));
  }

  private static final class BusyCluster implements Trial {

    private final Setting setting;
    private final int jobSize;
    private final Random random;
    private final BatchDriver driver;
    private final ObjectStore store;
    private final List<PodSpec> specs = new ArrayList<>();
    private final List<Job> jobs = new ArrayList<>();
    private int made;

    /** A job, and the keys of its pods. */
    private record Job(String group, List<String> pods) {}

    BusyCluster(Setting setting) {
      this.setting = setting;
      this.jobSize = Math.max(1, setting.pods() / setting.mix().jobs());
      this.random = new Random(setting.seed());
      BatchConfiguration configuration =
          BatchConfigurationReader.read("batch-mixed", CONFIGURATION).configuration().orElseThrow();
      this.driver = new BatchDriver(setting, configuration, Fixes.NONE);
      this.store = driver.store();
      makeSpecs();
      makeCluster();
      int running = setting.pods() / jobSize;
      for (int i = 0; i < running; i++) {
        addJob(i * jobSize);
      }
      for (int i = 0; i < running / 10; i++) {
        addJob(WAITING);
      }
      for (int i = 0; i < WARM_UP_CYCLES; i++) {
        churn();
        driver.settle(1);
      }
    }

    /** As many sizes as there are classes, of which as many as there are for a node just fit. */
    private void makeSpecs() {
      int perNode = Math.max(1, (setting.pods() + setting.nodes() - 1) / setting.nodes());
      int mostCpu = Cluster.NODE_CPU * 1000 / perNode;
      int classes = setting.mix().classes();
      for (int i = 0; i < classes; i++) {
        specs.add(asking(mostCpu - mostCpu * i / (8 * classes), 64 + i).spec());
      }
    }

    private void makeCluster() {
      for (int i = 0; i < setting.nodes(); i++) {
        store.apply(Cluster.nodeAt(i));
      }
      for (int priority : PRIORITIES) {
        store.apply(
            new PriorityClass(ObjectMeta.named("", "priority-" + priority), priority, false, ""));
      }
      int queues = setting.mix().queues();
      long cpus = (long) Cluster.NODE_CPU * setting.nodes() / queues;
      store.apply(queue("root").build());
      for (int i = 0; i < queues; i++) {
        String parent = "department-" + i / QUEUES_PER_PARENT;
        if (i % QUEUES_PER_PARENT == 0) {
          int children = Math.min(QUEUES_PER_PARENT, queues - i);
          store.apply(queue(parent).parent("root").deserved("cpu", "" + cpus * children).build());
        }
        store.apply(queue("team-" + i).parent(parent).deserved("cpu", "" + cpus).build());
      }
    }

    /**
     * Makes a job; half of all jobs go to the first queue.
     *
     * @param firstPlace where its first pod runs, counted over all pods; {@link #WAITING} for none
     */
    private void addJob(int firstPlace) {
      String name = "job-" + made++;
      int queue = random.nextBoolean() ? 0 : random.nextInt(setting.mix().queues());
      int priority = PRIORITIES[random.nextInt(PRIORITIES.length)];
      PodSpec spec = specs.get(random.nextInt(specs.size()));
      PodSpec ranked = spec.withScheduling("", priority, "");
      boolean runs = firstPlace != WAITING;
      store.apply(
          podGroup(name)
              .queue("team-" + queue)
              .priorityClass("priority-" + priority)
              .minMember((jobSize + 1) / 2)
              .phase(runs ? PodGroupPhase.RUNNING : PodGroupPhase.PENDING)
              .created(Cluster.START.plusSeconds(made))
              .build());
      var pods = new ArrayList<String>();
      for (int i = 0; i < jobSize; i++) {
        PodBuilder pod = named(name + "-" + i).group(name).controller("batch/v1", "Job", name);
        Pod made =
            runs
                ? Cluster.running(pod, ranked, Cluster.nodeName((firstPlace + i) % setting.nodes()))
                : Cluster.waiting(pod, ranked);
        store.apply(made);
        pods.add(made.key());
      }
      jobs.add(new Job("default/" + name, pods));
    }

    /** Ends one running job in a hundred, and lets as many come. */
    private void churn() {
      int count = Math.max(1, setting.pods() / jobSize / 100);
      for (int i = 0; i < count; i++) {
        int ending = random.nextInt(jobs.size());
        while (!runs(jobs.get(ending))) {
          ending = (ending + 1) % jobs.size();
        }
        Job job = jobs.set(ending, jobs.getLast());
        jobs.removeLast();
        job.pods.forEach(pod -> store.delete(ObjectKind.POD, pod));
        store.delete(ObjectKind.POD_GROUP, job.group);
        addJob(WAITING);
      }
    }

    private boolean runs(Job job) {
      Pod pod = store.find(Pod.class, ObjectKind.POD, job.pods.getFirst());
      return pod != null && pod.assigned();
    }

    @Override
    public Work run(Meter meter) {
      int bound = driver.bound();
      int evictions = driver.evictions();
      for (int i = 0; i < CYCLES; i++) {
        churn();
        driver.awaitSession(meter::measure);
        meter.measure(driver::holdSession);
      }
      return Work.inCycles(driver.bound() - bound, CYCLES)
          .with("evictions", driver.evictions() - evictions);
    }

    @Override
    public void close() {
      driver.close();
    }
  }
}
