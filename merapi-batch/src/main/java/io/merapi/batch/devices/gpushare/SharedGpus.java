package io.merapi.batch.devices.gpushare;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.framework.Reason;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Container;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.Quantity;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.devices.DevicePool;
import io.merapi.batch.devices.NodeLock;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The shared GPUs of a node: cards of equal memory, numbered from 0. */
public final class SharedGpus implements DevicePool {

  public static final String FAMILY = "GpuShare";

  private static final String LOCK = "gpu";

  /** More cards than this no node has; one that says so would only use up memory. */
  private static final int MOST_CARDS = 1 << 12;

  private final String nodeName;
  private final Mode mode;
  private final long memoryPerCard;
  private final @Nullable NodeLock lock;

  /** By card the pods that have a part of it, by identity. */
  private final SortedMap<Integer, Map<String, Pod>> cards;

  private SharedGpus(
      String nodeName,
      Mode mode,
      long memoryPerCard,
      @Nullable NodeLock lock,
      SortedMap<Integer, Map<String, Pod>> cards) {
    this.nodeName = nodeName;
    this.mode = mode;
    this.memoryPerCard = memoryPerCard;
    this.lock = lock;
    this.cards = cards;
  }

  /** What tasks ask for. */
  public enum Mode {
    /** A part of one card's memory. */
    MEMORY,
    /** Whole cards. */
    NUMBER
  }

  /**
   * The cards that a node says it has and that are healthy.
   *
   * @param locks whether a node takes one task at a time
   * @return null where it does not have any
   */
  public static @Nullable SharedGpus of(Node node, Mode mode, boolean locks) {
    Quantity memory = node.capacity().get(DeviceKeys.GPU_MEMORY);
    Quantity number = node.capacity().get(DeviceKeys.GPU_NUMBER);
    if (memory == null || number == null || number.value() == 0) {
      return null;
    }
    var cards = new TreeMap<Integer, Map<String, Pod>>();
    for (int card = 0; card < Math.min(number.value(), MOST_CARDS); card++) {
      cards.put(card, new LinkedHashMap<>());
    }
    String unhealthy = node.meta().annotations().get(DeviceKeys.GPU_UNHEALTHY_IDS);
    if (unhealthy != null) {
      for (String card : unhealthy.split(",", -1)) {
        cards.keySet().removeAll(number(card));
      }
    }
    String name = node.meta().name();
    return new SharedGpus(
        name,
        mode,
        memory.value() / number.value(),
        locks ? new NodeLock(name, LOCK, node.meta().annotations().get(LOCK)) : null,
        cards);
  }

  @Override
  public String family() {
    return FAMILY;
  }

  @Override
  public boolean asksFor(Pod pod) {
    return (mode == Mode.MEMORY ? memory(pod) : number(pod)) > 0;
  }

  @Override
  public void add(Pod pod) {
    if (memory(pod) > 0 || number(pod) > 0) {
      for (int card : given(pod)) {
        Map<String, Pod> pods = cards.get(card);
        if (pods != null) {
          pods.put(pod.identity(), pod);
        }
      }
    }
  }

  @Override
  public void remove(Pod pod) {
    if (memory(pod) > 0 || number(pod) > 0) {
      leave(pod);
    }
  }

  /** A pod that does not say which cards it was given leaves all of them. */
  private void leave(Pod pod) {
    List<Integer> given = given(pod);
    cards.forEach((card, pods) -> {
      if (given.isEmpty() || given.contains(card)) {
        pods.remove(pod.identity());
      }
    });
  }

  @Override
  public Fit fit(Pod pod, String policy) {
    List<Integer> chosen = mode == Mode.MEMORY ? withMemory(pod) : whole(pod);
    if (!chosen.isEmpty()) {
      return Fit.fits();
    }
    return Fit.unschedulable(
        mode == Mode.MEMORY
            ? Reason.of(
                "InsufficientGpuMemory", "GpuShare no enough gpu memory on node " + nodeName)
            : Reason.of(
                "InsufficientGpuNumber", "GpuNumber no enough gpu number on node " + nodeName));
  }

  /** Cards with enough memory left, in order. */
  private List<Integer> withMemory(Pod pod) {
    long request = memory(pod);
    return cards.entrySet().stream()
        .filter(card -> memoryPerCard - used(card.getValue()) >= request)
        .map(Map.Entry::getKey)
        .toList();
  }

  private long used(Map<String, Pod> pods) {
    long used =
        pods.values().stream().filter(pod -> !pod.terminated()).mapToLong(SharedGpus::memory).sum();
    // A pod may say itself which card it is on, whatever is left there.
    return Math.min(used, memoryPerCard);
  }

  /**
   * As many cards as a pod asks for that nobody has a part of, in order; none if there are less.
   */
  private List<Integer> whole(Pod pod) {
    long request = number(pod);
    List<Integer> free =
        cards.entrySet().stream()
            .filter(card -> card.getValue().isEmpty())
            .map(Map.Entry::getKey)
            .limit(request)
            .toList();
    return free.size() < request ? List.of() : free;
  }

  @Override
  public double score(Pod pod, String policy) {
    return 0;
  }

  @Override
  public Allocation allocate(Pod pod, Instant now) {
    boolean byMemory = memory(pod) > 0;
    if (byMemory && lock != null) {
      String held = lock.take(now);
      if (held != null) {
        return new Refused("node %s locked for lockname gpushare %s".formatted(nodeName, held));
      }
    }
    List<Integer> chosen = byMemory ? withMemory(pod).stream().limit(1).toList() : whole(pod);
    if (chosen.isEmpty()) {
      return new Refused(
          "the node %s can't place the pod %s in ns %s"
              .formatted(nodeName, pod.name(), pod.namespace()));
    }
    chosen.forEach(card -> cards.getOrDefault(card, Map.of()).put(pod.identity(), pod));
    var annotations =
        Map.of(
            DeviceKeys.PREDICATE_TIME,
            Long.toString(TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano()),
            DeviceKeys.GPU_INDEX,
            chosen.stream().map(String::valueOf).collect(Collectors.joining(",")));
    return new Given(annotations, byMemory && lock != null ? lock.name() : "");
  }

  @Override
  public Set<String> release(Pod pod) {
    leave(pod);
    return Set.of(DeviceKeys.PREDICATE_TIME, DeviceKeys.GPU_INDEX);
  }

  @Override
  public SharedGpus copy() {
    var copies = new TreeMap<Integer, Map<String, Pod>>();
    cards.forEach((card, pods) -> copies.put(card, new LinkedHashMap<>(pods)));
    return new SharedGpus(nodeName, mode, memoryPerCard, lock == null ? null : lock.copy(), copies);
  }

  /** The cards that a pod says it was given; none where one of them cannot be read. */
  private static List<Integer> given(Pod pod) {
    String text = pod.meta().annotations().get(DeviceKeys.GPU_INDEX);
    if (text == null) {
      return List.of();
    }
    List<List<Integer>> numbers =
        Arrays.stream(text.split(",", -1)).map(SharedGpus::number).toList();
    return numbers.stream().anyMatch(List::isEmpty)
        ? List.of()
        : numbers.stream().flatMap(List::stream).toList();
  }

  private static List<Integer> number(String text) {
    try {
      return List.of(Integer.parseInt(text));
    } catch (NumberFormatException _) {
      return List.of();
    }
  }

  private static long memory(Pod pod) {
    return request(pod, DeviceKeys.GPU_MEMORY);
  }

  private static long number(Pod pod) {
    return request(pod, DeviceKeys.GPU_NUMBER);
  }

  /** The limits of all containers, or that of one container that runs before them if it is more. */
  private static long request(Pod pod, String name) {
    long before = 0;
    for (Container container : pod.spec().initContainers()) {
      before = Math.max(before, limit(container, name));
    }
    long together = 0;
    for (Container container : pod.spec().containers()) {
      together += limit(container, name);
    }
    return Math.max(before, together);
  }

  private static long limit(Container container, String name) {
    Quantity limit = container.resources().limits().get(name);
    return limit == null ? 0 : limit.value();
  }
}
