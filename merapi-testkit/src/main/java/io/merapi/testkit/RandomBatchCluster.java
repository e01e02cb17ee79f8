package io.merapi.testkit;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.workload.PriorityClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A small random cluster of batch work, all from one seed: queues, groups of several priorities,
 * and their pods, of which many run and some wait.
 *
 * <p>No node holds more than it has, and no group that runs has fewer running pods than its
 * minimum. Objects come in an order in which they can be applied: what is referred to comes first.
 */
public final class RandomBatchCluster {

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final List<String> CLASSES = List.of("low", "middle", "high");

  private final SplittableRandom random;
  private final List<ClusterObject> objects = new ArrayList<>();
  private final List<Space> spaces = new ArrayList<>();
  private final List<String> queues = new ArrayList<>();
  private int created;

  private RandomBatchCluster(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** All objects of the cluster that belongs to a seed. */
  public static List<ClusterObject> of(long seed) {
    var cluster = new RandomBatchCluster(seed);
    cluster.addClassesAndQueues();
    cluster.addNodes();
    int running = 1 + cluster.random.nextInt(6);
    for (int i = 0; i < running; i++) {
      cluster.addRunning("running-" + i);
    }
    int waiting = cluster.random.nextInt(4);
    for (int i = 0; i < waiting; i++) {
      cluster.addWaiting("waiting-" + i);
    }
    return List.copyOf(cluster.objects);
  }

  private void addClassesAndQueues() {
    for (int i = 0; i < CLASSES.size(); i++) {
      objects.add(new PriorityClass(ObjectMeta.named("", CLASSES.get(i)), 10 * (i + 1), false, ""));
    }
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      String name = i == 0 ? "default" : "queue-" + i;
      queues.add(name);
      objects.add(
          queue(name)
              .weight(1 + random.nextInt(4))
              .reclaimable(random.nextInt(5) > 0)
              .created(nextMoment())
              .build());
    }
  }

  private void addNodes() {
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      var space = new Space("node-" + i, 2 + random.nextInt(10), 4 + random.nextInt(20));
      spaces.add(space);
      objects.add(
          node(space.name)
              .label("kubernetes.io/hostname", space.name)
              .allocatable("cpu", Integer.toString(space.cpus))
              .allocatable("memory", space.gigabytes + "Gi")
              .allocatable("pods", Integer.toString(space.pods))
              .build());
    }
  }

  /** A group whose pods run as far as there is room; one that finds none at all waits. */
  private void addRunning(String name) {
    Shape shape = shape();
    int pods = 1 + random.nextInt(6);
    int placed = 0;
    var members = new ArrayList<ClusterObject>();
    for (int i = 0; i < pods; i++) {
      Space space = spaces.get(random.nextInt(spaces.size()));
      boolean runs = space.take(shape);
      placed += runs ? 1 : 0;
      PodBuilder member = member(name, i, shape);
      members.add(
          (runs ? member.on(space.name).phase(PodPhase.RUNNING).started(nextMoment()) : member)
              .build());
    }
    int minimum = placed == 0 ? 1 + random.nextInt(pods) : random.nextInt(placed + 1);
    addGroup(name, shape, minimum, placed == 0 ? PodGroupPhase.INQUEUE : PodGroupPhase.RUNNING);
    objects.addAll(members);
  }

  private void addWaiting(String name) {
    Shape shape = shape();
    int pods = 1 + random.nextInt(4);
    addGroup(name, shape, 1 + random.nextInt(pods), PodGroupPhase.INQUEUE);
    for (int i = 0; i < pods; i++) {
      objects.add(member(name, i, shape).build());
    }
  }

  private void addGroup(String name, Shape shape, int minimum, PodGroupPhase phase) {
    objects.add(
        podGroup(name)
            .queue(queues.get(random.nextInt(queues.size())))
            .minMember(minimum)
            .priorityClass(shape.priorityClass)
            .phase(phase)
            .created(nextMoment())
            .build());
  }

  private PodBuilder member(String group, int index, Shape shape) {
    PodBuilder member =
        pod(group + "-" + index)
            .uid("uid-" + group + "-" + index)
            .group(group)
            .schedulerName("volcano")
            .priorityClass(shape.priorityClass)
            .priority(shape.priority)
            .phase(PodPhase.PENDING);
    if (shape.cpus > 0) {
      member.request("cpu", Integer.toString(shape.cpus)).request("memory", shape.gigabytes + "Gi");
    }
    return random.nextInt(8) == 0
        ? member.annotation("volcano.sh/preemptable", Boolean.toString(random.nextBoolean()))
        : member;
  }

  private Shape shape() {
    int rank = random.nextInt(CLASSES.size());
    boolean bestEffort = random.nextInt(10) == 0;
    return new Shape(
        CLASSES.get(rank),
        10 * (rank + 1),
        bestEffort ? 0 : 1 + random.nextInt(4),
        bestEffort ? 0 : 1 + random.nextInt(6));
  }

  private Instant nextMoment() {
    created++;
    return START.plusSeconds(created);
  }

  /** What the pods of one group ask for. */
  private record Shape(String priorityClass, int priority, int cpus, int gigabytes) {}

  /** What is left of a node. */
  private static final class Space {

    private final String name;
    private final int cpus;
    private final int gigabytes;
    private final int pods = 8;
    private int cpusLeft;
    private int gigabytesLeft;
    private int podsLeft = pods;

    Space(String name, int cpus, int gigabytes) {
      this.name = name;
      this.cpus = cpus;
      this.gigabytes = gigabytes;
      this.cpusLeft = cpus;
      this.gigabytesLeft = gigabytes;
    }

    boolean take(Shape shape) {
      if (shape.cpus > cpusLeft || shape.gigabytes > gigabytesLeft || podsLeft == 0) {
        return false;
      }
      cpusLeft -= shape.cpus;
      gigabytesLeft -= shape.gigabytes;
      podsLeft--;
      return true;
    }
  }
}
