package io.merapi.sim.report;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keeps what the report says of queues and the groups of pods in them. */
final class QueueRecorder {

  private static final String BECAUSE_OF = "because of ";

  private final InstantSource clock;
  private final ResourceDictionary dictionary;
  private final String defaultQueue;
  private final Map<String, Tally> queues = new TreeMap<>();
  private final Map<String, Group> groups = new HashMap<>();
  private final Map<Eviction, List<String>> evictions = new TreeMap<>();

  /**
   * @param defaultQueue of groups that name none
   */
  QueueRecorder(InstantSource clock, ResourceDictionary dictionary, String defaultQueue) {
    this.clock = clock;
    this.dictionary = dictionary;
    this.defaultQueue = defaultQueue;
  }

  private String queue(PodGroup group) {
    return group.queue().isEmpty() ? defaultQueue : group.queue();
  }

  void see(Queue queue) {
    tally(queue.name()).weight = queue.weight();
  }

  void see(PodGroup group) {
    Group known = groups.get(group.key());
    if (known == null || !known.uid.equals(group.meta().uid())) {
      var created = new Group(group, queue(group), clock.instant());
      groups.put(group.key(), created);
      tally(created.queue).groups++;
      started(created);
    } else {
      known.latest = group;
    }
  }

  /** A group is gone, with what was known of its start. */
  void gone(PodGroup group) {
    groups.remove(group.key());
  }

  /** A pod has got a node. */
  void begin(Pod pod, ResourceAmounts requests) {
    Group group = groupOf(pod);
    if (group != null) {
      group.placed.add(pod.key());
      tally(group.queue).meter.use(clock.instant(), requests, 1);
      started(group);
    }
  }

  /** A pod has ended; where it has not succeeded, its group has one less. */
  void end(Pod pod, ResourceAmounts requests) {
    Group group = groupOf(pod);
    if (group != null) {
      tally(group.queue).meter.use(clock.instant(), requests, -1);
      if (pod.status().phase() != PodPhase.SUCCEEDED) {
        group.placed.remove(pod.key());
      }
    }
  }

  /** A pod on a node was deleted. */
  void evicted(Pod pod) {
    Group group = groupOf(pod);
    String reason = reason(pod);
    if (group != null && reason != null) {
      tally(group.queue).evicted++;
      evictions
          .computeIfAbsent(new Eviction(reason, group.queue), _ -> new ArrayList<>())
          .add(pod.key());
    }
  }

  private static @Nullable String reason(Pod pod) {
    for (PodCondition condition : pod.status().conditions()) {
      int words = condition.message().indexOf(BECAUSE_OF);
      if (condition.reason().equals("Evict") && words >= 0) {
        return condition.message().substring(words + BECAUSE_OF.length());
      }
    }
    return null;
  }

  private @Nullable Group groupOf(Pod pod) {
    String name = pod.meta().annotations().getOrDefault(VolcanoKeys.GROUP_NAME, "");
    return name.isEmpty() ? null : groups.get(pod.namespace() + "/" + name);
  }

  private void started(Group group) {
    if (!group.started && group.placed.size() >= group.minimum) {
      group.started = true;
      Tally tally = tally(group.queue);
      tally.waits.add(Duration.between(group.created, clock.instant()));
    }
  }

  private Tally tally(String queue) {
    return queues.computeIfAbsent(queue, _ -> new Tally(new UseMeter(dictionary, clock.instant())));
  }

  /**
   * The queues that groups came to.
   *
   * @param cluster what is on offer
   * @param resources those of the report
   */
  List<QueueLine> queues(UseMeter cluster, List<ResourceUse> resources) {
    Instant end = clock.instant();
    var lines = new ArrayList<QueueLine>();
    queues.forEach((name, tally) -> {
      if (tally.groups > 0) {
        lines.add(
            new QueueLine(
                name,
                tally.weight,
                tally.groups,
                tally.waits.size(),
                waiting(name),
                tally.evicted,
                WaitTimes.of(tally.waits),
                resources.stream()
                    .map(use -> tally.meter.averageOf(use.resource(), cluster, end))
                    .toList()));
      }
    });
    return lines;
  }

  private long waiting(String queue) {
    return groups.values().stream()
        .filter(group -> group.queue.equals(queue) && !group.started)
        .count();
  }

  /** The groups that have never started, in the order of their coming. */
  List<WaitingGroup> waiting() {
    Instant end = clock.instant();
    return groups.values().stream()
        .filter(group -> !group.started)
        .sorted(Comparator.comparing((Group group) -> group.created).thenComparing(Group::name))
        .map(group ->
            new WaitingGroup(
                group.name(),
                group.queue,
                group.minimum,
                group.latest.status().phase().text(),
                Duration.between(group.created, end),
                group.message()))
        .toList();
  }

  List<EvictionLine> evictions() {
    return evictions.entrySet().stream()
        .map(entry ->
            new EvictionLine(
                entry.getKey().reason(),
                entry.getKey().queue(),
                entry.getValue().size(),
                entry.getValue().stream().min(Comparator.naturalOrder()).orElse("")))
        .toList();
  }

  private record Eviction(String reason, String queue) implements Comparable<Eviction> {

    @Override
    public int compareTo(Eviction other) {
      int byReason = reason.compareTo(other.reason);
      return byReason != 0 ? byReason : queue.compareTo(other.queue);
    }
  }

  /** A group so far. */
  private static final class Group {
    final String uid;
    final String queue;
    final int minimum;
    final Instant created;
    final Set<String> placed = new HashSet<>();
    PodGroup latest;
    boolean started;

    Group(PodGroup group, String queue, Instant now) {
      this.uid = group.meta().uid();
      this.queue = queue;
      this.minimum = group.minMember();
      this.latest = group;
      Instant created = group.meta().creationTimestamp();
      this.created = created == null ? now : created;
    }

    /** Its own name, or that of the Job that it was made for. */
    String name() {
      String own = latest.name();
      String shown =
          latest
              .meta()
              .controller()
              .filter(owner -> owner.apiVersion().equals(ObjectKind.VOLCANO_JOB.apiVersion()))
              .map(OwnerReference::name)
              .orElse(own);
      return latest.meta().namespace() + "/" + shown;
    }

    String message() {
      return latest.status().conditions().stream()
          .filter(condition -> condition.type().equals("Unschedulable"))
          .map(PodGroup.Condition::message)
          .findFirst()
          .orElse("");
    }
  }

  /** A queue so far. */
  private static final class Tally {
    final UseMeter meter;
    final List<Duration> waits = new ArrayList<>();
    int weight;
    long groups;
    long evicted;

    Tally(UseMeter meter) {
      this.meter = meter;
    }
  }
}
