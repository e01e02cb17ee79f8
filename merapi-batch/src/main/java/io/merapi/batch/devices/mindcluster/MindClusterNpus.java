package io.merapi.batch.devices.mindcluster;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.framework.Reason;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Container;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.Quantity;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.devices.ContainerRequest;
import io.merapi.batch.devices.DevicePool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The Ascend 310P chips of a node that MindCluster manages.
 *
 * <p>A pod that finds too few CPUs gets a part with fewer of them, if that is all it lacks. A node
 * takes pods of one template at a time. Kept from upstream: a pod that is evicted gives back what
 * it has twice, and one whose eviction is taken back is counted twice.
 */
public final class MindClusterNpus implements DevicePool {

  public static final String FAMILY = "ascend310p-vNPU";

  private static final String SEPARATED = "PreSeparate";
  private static final int MILLI = 1000;
  private static final double BEST = 8;

  private static final Fit NOT_THERE =
      refused(Reason.of("NoAscendDevices", "preCheckNodePredicate failure"));

  /** Upstream gives no reason. */
  private static final Fit NONE_LEFT = refused(Reason.of("InsufficientAscendDevices", ""));

  private final Node node;
  private final NodeReports reports;
  private final boolean exact;
  private final SortedMap<Integer, NpuChip> chips = new TreeMap<>();

  /** Pods that get fewer CPUs than they ask for, by name. */
  private final Set<String> downgraded = new HashSet<>();

  /** By template, which is empty for whole chips, the pods that have one, by identity. */
  private final Map<String, Set<String>> templates = new HashMap<>();

  /** What pods were given, by identity. */
  private final Map<String, String> given = new HashMap<>();

  private NpuNode facts = new NpuNode();
  private String status = "";
  private Supplier<OptionalDouble> idle = OptionalDouble::empty;

  /**
   * Chips of which nothing is known until the pool is opened.
   *
   * @param exact whether exactly what was taken is given back, once
   */
  public MindClusterNpus(Node node, NodeReports reports, boolean exact) {
    this.node = node;
    this.reports = reports;
    this.exact = exact;
  }

  private static Fit refused(Reason reason) {
    return new Fit.Refused(List.of(new Fit.Status(Fit.Code.ERROR, reason)));
  }

  /**
   * Finds out about the chips when a session opens.
   *
   * @param capacity of {@code huawei.com/npu-core} in thousandths; 0 for none
   * @param idleCores the same of what is idle, whenever asked; empty for none
   * @param pods that are on the node and ask for something of the vendor's
   */
  public void open(double capacity, Supplier<OptionalDouble> idleCores, List<Pod> pods) {
    facts = new NpuNode(node, reports, capacity, pods);
    chips.putAll(facts.chips());
    status = reports.status(node.meta().name());
    idle = idleCores;
  }

  @Override
  public String family() {
    return FAMILY;
  }

  @Override
  public boolean asksFor(Pod pod) {
    return "ascend-310P".equals(pod.meta().labels().get(DeviceKeys.RING_CONTROLLER))
        && ContainerRequest.limits(pod, DeviceKeys.NPU_CORE);
  }

  @Override
  public boolean remembersQuestions() {
    return true;
  }

  @Override
  public void add(Pod pod) {
    if (asksFor(pod)) {
      count(pod.meta().annotations().get(DeviceKeys.NPU_CORE), pod);
    }
  }

  private void count(@Nullable String value, Pod pod) {
    if (value == null || (exact && given.containsKey(pod.identity()))) {
      return;
    }
    given.put(pod.identity(), value);
    NpuAmount amount = asked(pod);
    for (Piece piece : pieces(value)) {
      NpuAmount taken = piece.template == null ? whole() : amount;
      piece.chip.take(taken);
      if (piece.template != null && !isWhole(taken.cores())) {
        piece.chip.cutInParts();
      }
      piece.chip.takeVideo(taken.video());
    }
    templates.computeIfAbsent(template(value), _ -> new HashSet<>()).add(pod.identity());
  }

  @Override
  public void remove(Pod pod) {
    if (!asksFor(pod)) {
      return;
    }
    String written = exact ? null : pod.meta().annotations().get(DeviceKeys.NPU_CORE);
    String counted = given.remove(pod.identity());
    String value = written == null ? counted : written;
    if (value == null) {
      return;
    }
    NpuAmount amount = asked(pod);
    for (Piece piece : pieces(value)) {
      NpuAmount taken = piece.template == null ? whole() : amount;
      piece.chip.giveBack(taken);
      piece.chip.giveVideoBack(taken.video());
    }
    Set<String> pods = templates.get(template(value));
    if (pods != null && pods.remove(pod.identity()) && pods.isEmpty()) {
      templates.remove(template(value));
    }
  }

  /** The chips of a value such as {@code 0,1} or {@code 2-vir04}. */
  private List<Piece> pieces(String value) {
    String[] parts = value.split("-", -1);
    String template = parts.length == 2 ? parts[1] : null;
    var pieces = new ArrayList<Piece>();
    if (template == null && facts.totalChips() == 0) {
      return pieces;
    }
    for (String id : template == null ? parts[0].split(",", -1) : new String[] {parts[0]}) {
      chips.values().stream()
          .filter(chip -> Integer.toString(chip.id()).equals(id))
          .forEach(chip -> pieces.add(new Piece(chip, template)));
    }
    return pieces;
  }

  private static String template(String value) {
    String[] parts = value.split("-", -1);
    return parts.length == 2 ? parts[1] : "";
  }

  private NpuAmount whole() {
    return facts.totalChips() == 0
        ? NpuAmount.NOTHING
        : new NpuAmount(
            facts.coresPerChip(), facts.totalCpus() / facts.totalChips(), NpuAmount.VIDEO_ANY);
  }

  private boolean isWhole(int cores) {
    return facts.coresPerChip() != 0 && cores % facts.coresPerChip() == 0;
  }

  /** What a pod asks for; nothing where that cannot be told. */
  private NpuAmount asked(Pod pod) {
    return hasBadVideo(pod) ? NpuAmount.NOTHING : wanted(pod);
  }

  private boolean hasBadVideo(Pod pod) {
    String video = pod.meta().labels().getOrDefault(DeviceKeys.VNPU_DVPP, NpuAmount.VIDEO_ANY);
    return facts.totalCores() != 0
        && !isWhole(cores(pod))
        && !Set.of(NpuAmount.VIDEO_ON, NpuAmount.VIDEO_OFF, NpuAmount.VIDEO_ANY).contains(video);
  }

  private NpuAmount wanted(Pod pod) {
    if (facts.totalCores() == 0) {
      return NpuAmount.NOTHING;
    }
    int cores = cores(pod);
    if (isWhole(cores)) {
      return new NpuAmount(
          cores, cores * facts.totalCpus() / facts.totalCores(), NpuAmount.VIDEO_ANY);
    }
    var labels = pod.meta().labels();
    return NpuTemplates.asked(
        cores,
        !"high".equals(labels.get(DeviceKeys.VNPU_LEVEL)),
        labels.getOrDefault(DeviceKeys.VNPU_DVPP, NpuAmount.VIDEO_ANY));
  }

  /** What the first container asks for that asks for some. */
  private static int cores(Pod pod) {
    for (Container container : pod.spec().containers()) {
      Quantity cores = container.resources().requests().get(DeviceKeys.NPU_CORE);
      if (cores != null && cores.value() != 0) {
        return (int) cores.value();
      }
    }
    return 0;
  }

  @Override
  public Fit fit(Pod pod, String policy) {
    OptionalDouble left = idle.get();
    if (status.equals(SEPARATED)
        || left.isEmpty()
        || (int) (left.getAsDouble() / MILLI) < cores(pod)) {
      return NOT_THERE;
    }
    return !hasBadVideo(pod) && fits(pod, wanted(pod)) ? Fit.fits() : NONE_LEFT;
  }

  private boolean fits(Pod pod, NpuAmount amount) {
    if (!facts.valid()) {
      return false;
    }
    if (!enough(amount) && amount.mayHaveFewerCpus()) {
      downgraded.add(pod.name());
      return fits(pod, amount.withFewerCpus());
    }
    // Kept from upstream: too little alone does not refuse the node, and whole chips, which are of
    // no template, are given only where no pod has any.
    String template = NpuTemplates.name(amount);
    return templates.isEmpty()
        || (!template.isEmpty() && templates.keySet().equals(Set.of(template)));
  }

  private boolean enough(NpuAmount amount) {
    NpuAmount all =
        chips.values().stream().map(NpuChip::free).reduce(NpuAmount.NOTHING, NpuAmount::plus);
    if (!all.covers(amount)) {
      return false;
    }
    if (!isWhole(amount.cores())) {
      return chips.values().stream().anyMatch(chip -> chip.meets(amount) && !chip.unstable());
    }
    long free =
        chips.values().stream().filter(chip -> !chip.cut() && chip.free().cores() != 0).count();
    return amount.cores() / facts.coresPerChip() <= free;
  }

  @Override
  public double score(Pod pod, String policy) {
    return 0;
  }

  /**
   * Scores nodes together: the one with the fewest idle cores is best. Where pods get fewer CPUs
   * than they ask for, nodes with fewer idle cores than the first that gives all score a little.
   *
   * @return in the order of the pools
   */
  public static double[] scores(Pod pod, List<MindClusterNpus> pools) {
    List<MindClusterNpus> ordered =
        pools.stream()
            .sorted(Comparator.comparingDouble(pool -> pool.idle.get().orElse(Double.MAX_VALUE)))
            .toList();
    Map<MindClusterNpus, Double> scores = new HashMap<>();
    boolean someDowngraded = pools.stream().anyMatch(pool -> pool.isDowngraded(pod));
    for (MindClusterNpus pool : ordered) {
      if (!someDowngraded) {
        scores.put(pool, BEST);
        break;
      }
      if (!pool.isDowngraded(pod)) {
        scores.put(pool, 2 * BEST);
        break;
      }
      scores.put(pool, BEST);
    }
    return pools.stream().mapToDouble(pool -> scores.getOrDefault(pool, 0.0)).toArray();
  }

  private boolean isDowngraded(Pod pod) {
    return downgraded.contains(pod.name());
  }

  @Override
  public Allocation allocate(Pod pod, Instant now) {
    if (exact && given.containsKey(pod.identity())) {
      return Allocation.nothing();
    }
    if (hasBadVideo(pod)) {
      return new Refused(
          "err dvpp value:" + pod.meta().labels().getOrDefault(DeviceKeys.VNPU_DVPP, ""));
    }
    NpuAmount amount = isDowngraded(pod) ? wanted(pod).withFewerCpus() : wanted(pod);
    String chosen =
        isWhole(amount.cores())
            ? ChipChoice.whole(chips.values(), amount, amount.cores() / facts.coresPerChip())
            : ChipChoice.part(chips.values(), amount);
    if (chosen.isEmpty()) {
      return new Refused(
          "no chip of node %s is left for %d cores".formatted(node.meta().name(), amount.cores()));
    }
    if (!isWhole(amount.cores())) {
      String template = NpuTemplates.name(amount);
      if (template.isEmpty()) {
        return Allocation.nothing();
      }
      chosen = chosen + "-" + template;
    }
    count(chosen, pod);
    long nanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    return new Given(
        Map.of(DeviceKeys.NPU_PREDICATE_TIME, Long.toString(nanos), DeviceKeys.NPU_CORE, chosen));
  }

  @Override
  public Set<String> release(Pod pod) {
    remove(pod);
    return Set.of(DeviceKeys.NPU_PREDICATE_TIME, DeviceKeys.NPU_CORE);
  }

  @Override
  public MindClusterNpus copy() {
    var copy = new MindClusterNpus(node, reports, exact);
    chips.forEach((id, chip) -> copy.chips.put(id, chip.copy()));
    copy.downgraded.addAll(downgraded);
    templates.forEach((template, pods) -> copy.templates.put(template, new HashSet<>(pods)));
    copy.given.putAll(given);
    copy.facts = facts;
    copy.status = status;
    OptionalDouble left = idle.get();
    copy.idle = () -> left;
    return copy;
  }

  /** A chip, or a part of it by a template. */
  private record Piece(NpuChip chip, @Nullable String template) {}
}
