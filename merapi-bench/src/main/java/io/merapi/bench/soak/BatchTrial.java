package io.merapi.bench.soak;

import static io.merapi.testkit.HyperNodeBuilder.hyperNode;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.Queue;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.topology.HyperNode;
import io.merapi.api.workload.PriorityClass;
import io.merapi.batch.session.NodeSampling;
import io.merapi.batch.session.SessionOptions;
import io.merapi.kube.state.ClusterState;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.PodGroupBuilder;
import io.merapi.testkit.QueueBuilder;
import io.merapi.testkit.RandomClaims;
import io.merapi.testkit.RandomWorkload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of batch work in which groups, queues and nodes come, change and go, and sessions are
 * held in two ways.
 */
final class BatchTrial implements Trial {

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final List<String> CLASSES = List.of("low", "middle", "high");
  private static final int MOST_PODS_PER_NODE = 6;
  private static final int MOVES = 30;

  /** So much there is of volumes, devices and whatever they need, in the mean. */
  private static final int OFFERED_PER_NODE = 6;

  private static final int SWITCHES = 3;

  private final long seed;
  private final int size;
  private final ClusterState state =
      new ClusterState(new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.SESSIONS);
  private final RandomNodes nodes;
  private final Map<String, Pod> pods = new LinkedHashMap<>();
  private final Map<String, PodGroup> groups = new LinkedHashMap<>();
  private final ChangingClaims changingClaims =
      new ChangingClaims(state, this::apply, this::delete);
  private BatchScheduling scheduling;
  private long compared;

  BatchTrial(long seed) {
    this.seed = seed;
    this.size = 1 + new SplittableRandom(seed).nextInt(12);
    this.nodes = new RandomNodes(size, this::apply, this::delete);
    this.scheduling = scheduling(seed);
    for (int i = 0; i < CLASSES.size(); i++) {
      apply(new PriorityClass(ObjectMeta.named("", CLASSES.get(i)), 10 * (i + 1), false, ""));
    }
    apply(queue("default").created(START).build());
    var claims = new RandomClaims(new SplittableRandom(seed), 2 * size);
    claims.all().forEach(this::apply);
    for (int i = 0; i < OFFERED_PER_NODE * size; i++) {
      apply(claims.any());
    }
  }

  private BatchScheduling scheduling(long configuration) {
    Fixes fixes = configuration % 2 == 0 ? Fixes.NONE : Fixes.ALL;
    // One in three samples, so few nodes that even small clusters have more.
    var sampling =
        configuration % 3 == 0
            ? new NodeSampling(2, (int) Math.floorMod(configuration / 3, 60L), 5)
            : NodeSampling.ALL_NODES;
    FeatureGates gates =
        FeatureGates.DEFAULTS.with(
            FeatureGate.STORAGE_CAPACITY_SCORING, Math.floorMod(configuration, 5) < 2);
    // Where volumes are not counted as a resource of nodes, filters alone see to their limits.
    Set<String> ignored =
        Math.floorMod(configuration, 7) < 4 ? RandomClaims.PROVISIONERS : Set.of();
    SessionOptions options =
        SessionOptions.DEFAULTS
            .withSampling(sampling)
            .withIgnoredProvisioners(ignored)
            .withMemory(LittleMemory.of(configuration));
    return new BatchScheduling(RandomTiers.of(configuration), options, fixes, gates, seed);
  }

  @Override
  public long compared() {
    return compared;
  }

  @Override
  public String live(long event) {
    var happening = new Happening(event);
    if (nodes.areTooFew() && happening.random.nextInt(3) > 0) {
      return nodes.come(happening.random, happening.workload);
    }
    return switch (happening.random.nextInt(37)) {
      case 0, 1 -> nodes.change(happening.random, happening.workload);
      case 2 -> nodes.go(happening.random, happening.workload);
      case 3, 4 -> happening.queueChanges();
      case 5 -> happening.networkChanges();
      case 6 -> happening.configurationIsReloaded();
      case 7, 8, 9, 10 -> happening.podGoes();
      case 11, 12 -> happening.podSucceeds();
      case 13 -> happening.groupGoes();
      case 14, 15, 16, 17, 18 -> happening.groupComes();
      case 19, 20, 21, 22 -> happening.movesAreTried();
      case 23, 24, 25 -> changingClaims.change(happening.claims, happening.random);
      case 26, 27 -> changingClaims.goOn(happening.claims, happening.random);
      case 28, 29 -> happening.decisionIsSettled();
      default -> happening.sessionIsHeld();
    };
  }

  /** One event, and all that is drawn in it. */
  private final class Happening {

    private final long event;
    private final SplittableRandom random;
    private final RandomWorkload workload;
    private final RandomClaims claims;

    Happening(long event) {
      this.event = event;
      this.random = new SplittableRandom(event);
      this.workload = new RandomWorkload(seed, random);
      this.claims = new RandomClaims(random, 2 * size);
    }

    String queueChanges() {
      QueueBuilder queue =
          queue(anyQueue())
              .weight(1 + random.nextInt(4))
              .reclaimable(random.nextInt(5) > 0)
              .created(START.plusSeconds(random.nextInt(3)));
      if (workload.oneIn(3)) {
        queue.capability("cpu", Integer.toString(1 + random.nextInt(8)));
      }
      if (workload.oneIn(2)) {
        queue.deserved("cpu", Integer.toString(random.nextInt(8)));
      }
      Queue made = queue.build();
      apply(made);
      return "queue " + made.name() + " comes or changes";
    }

    /** A switch comes or changes, or with other switches below it the one above all. */
    String networkChanges() {
      int number = random.nextInt(SWITCHES);
      var network = hyperNode("switch-" + number).tier(1);
      for (int i = number; i < 2 * size; i += SWITCHES) {
        network.nodes("node-" + i);
      }
      if (workload.oneIn(3)) {
        network = hyperNode("top").tier(2 + random.nextInt(2));
        for (int i = random.nextInt(2); i < SWITCHES; i++) {
          network.hyperNodes("switch-" + i);
        }
      }
      HyperNode made = network.build();
      apply(made);
      return "hyper node " + made.name() + " comes or changes";
    }

    /** What was taken for a pod is written, or given back. */
    String decisionIsSettled() {
      List<ClusterObject> written = scheduling.settle(random, state.snapshot());
      written.forEach(BatchTrial.this::apply);
      return "written: " + written;
    }

    String configurationIsReloaded() {
      scheduling = scheduling(event);
      return "the configuration is reloaded";
    }

    String podGoes() {
      Pod pod = anyPod();
      if (pod == null) {
        return "nothing";
      }
      pods.remove(pod.key());
      delete(pod);
      return pod.key() + " goes";
    }

    String podSucceeds() {
      Pod pod = anyPod();
      if (pod == null || !pod.assigned()) {
        return "nothing";
      }
      apply(PodStates.withPhase(pod, PodPhase.SUCCEEDED));
      return pod.key() + " succeeds";
    }

    String groupGoes() {
      if (groups.isEmpty()) {
        return "nothing";
      }
      PodGroup group = new ArrayList<>(groups.values()).get(random.nextInt(groups.size()));
      groups.remove(group.key());
      delete(group);
      return "group " + group.key() + " goes, its pods stay";
    }

    String groupComes() {
      if (pods.size() > MOST_PODS_PER_NODE * size) {
        return "nothing";
      }
      String name = "group-" + Long.toHexString(event);
      int count = 1 + random.nextInt(6);
      String priority = CLASSES.get(random.nextInt(CLASSES.size()));
      PodGroupBuilder group =
          podGroup(name)
              .queue(anyQueue())
              .minMember(1 + random.nextInt(count))
              .priorityClass(priority)
              .phase(workload.oneIn(2) ? PodGroupPhase.PENDING : PodGroupPhase.INQUEUE)
              .created(START.plusSeconds(random.nextInt(100)));
      addTopology(group);
      apply(group.build());
      // All pods of a group that claim something of their own claim the same.
      long claimed = workload.oneIn(2) ? random.nextLong() : 0;
      for (int i = 0; i < count; i++) {
        String podName = name + "-" + i;
        PodBuilder pod = claimed == 0 ? workload.pod(podName) : claiming(podName, claimed);
        apply(member(pod, name, priority));
      }
      return "group " + name + " of " + count + " comes";
    }

    private PodBuilder claiming(String name, long claimed) {
      PodBuilder pod =
          switch ((int) Math.floorMod(claimed, 3L)) {
            case 0 -> workload.pod(name);
            // What is counted for it must not hide what its claims say.
            case 1 -> new RandomWorkload(seed, random, true).pod(name);
            default -> PodBuilder.pod(name).uid(name).request("cpu", "100m");
          };
      var alike = new RandomClaims(new SplittableRandom(claimed), 2 * size);
      if (claimed % 4 == 0) {
        return alike.claiming(pod);
      }
      changingClaims.makeFor(pod, name, alike);
      return pod;
    }

    private void addTopology(PodGroupBuilder group) {
      switch (random.nextInt(10)) {
        case 0, 1 ->
            group.networkTopology(
                new NetworkTopology(
                    workload.oneIn(2) ? NetworkTopology.Mode.HARD : NetworkTopology.Mode.SOFT,
                    1 + random.nextInt(3),
                    ""));
        case 2, 3 -> group.annotation(VolcanoKeys.TASK_TOPOLOGY_AFFINITY, "a,b");
        case 4 -> group.annotation(VolcanoKeys.TASK_TOPOLOGY_ANTI_AFFINITY, "a");
        default -> {}
      }
    }

    private Pod member(PodBuilder pod, String group, String priority) {
      if (workload.oneIn(12)) {
        claims.claiming(pod);
      }
      if (workload.oneIn(8)) {
        pod.annotation("volcano.sh/preemptable", Boolean.toString(random.nextBoolean()));
      }
      return pod.namespace("default")
          .group(group)
          .schedulerName("volcano")
          .priorityClass(priority)
          .priority(10 * (1 + CLASSES.indexOf(priority)))
          .phase(PodPhase.PENDING)
          .annotation("volcano.sh/task-spec", List.of("", "a", "b").get(random.nextInt(3)))
          .build();
    }

    String movesAreTried() {
      if (scheduling.samples()) {
        // Whoever is asked second would begin with another node.
        return sessionIsHeld();
      }
      int placements = new MovesTrial(scheduling.open(state.snapshot()), random).make(MOVES);
      compared += placements;
      return placements + " placements are tried";
    }

    String sessionIsHeld() {
      compared++;
      List<ClusterObject> changes = scheduling.hold(state.snapshot());
      changes.forEach(BatchTrial.this::apply);
      return "a session changes " + changes.stream().map(ClusterObject::key).toList();
    }

    private String anyQueue() {
      int number = random.nextInt(3);
      return number == 0 ? "default" : "queue-" + number;
    }

    private @Nullable Pod anyPod() {
      return pods.isEmpty()
          ? null
          : new ArrayList<>(pods.values()).get(random.nextInt(pods.size()));
    }
  }

  private void apply(ClusterObject object) {
    switch (object) {
      case Pod pod -> pods.put(pod.key(), pod);
      case PodGroup group -> groups.put(group.key(), group);
      default -> {}
    }
    state.apply(new ObjectEvent.Applied(object));
  }

  private void delete(ClusterObject object) {
    state.apply(new ObjectEvent.Deleted(object));
  }
}
