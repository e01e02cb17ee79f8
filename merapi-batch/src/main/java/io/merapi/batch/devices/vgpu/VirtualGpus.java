package io.merapi.batch.devices.vgpu;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.framework.Reason;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.Quantity;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.devices.ContainerRequest;
import io.merapi.batch.devices.DevicePool;
import io.merapi.batch.devices.NodeLock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The cards of a node that are shared as virtual GPUs.
 *
 * <p>Kept from upstream: what a task is given in a session is not given back there if the task
 * loses its place again, since only annotations say what a pod has, and those are written with the
 * binding; for the same reason a task whose eviction is taken back is given cards twice. {@link
 * ExactLedger} does it right.
 */
public final class VirtualGpus implements DevicePool {

  public static final String FAMILY = "hamivgpu";

  private static final String SUCCESS = "success";

  private static final Set<String> WRITTEN =
      Set.of(
          DeviceKeys.VGPU_NODE,
          DeviceKeys.VGPU_IDS,
          DeviceKeys.VGPU_DEVICES_TO_ALLOCATE,
          DeviceKeys.VGPU_TIME,
          DeviceKeys.VGPU_BIND_TIME,
          DeviceKeys.VGPU_BIND_PHASE);

  private final String nodeName;
  private final Options options;
  private final String mode;
  private final Sharing sharing;
  private final SortedMap<Integer, Card> cards;
  private final @Nullable NodeLock lock;

  private VirtualGpus(
      String nodeName,
      Options options,
      String mode,
      SortedMap<Integer, Card> cards,
      @Nullable NodeLock lock) {
    this.nodeName = nodeName;
    this.options = options;
    this.mode = mode;
    this.sharing =
        mode.equals(MigSharing.MODE)
            ? new MigSharing(options.settings.memoryFactor())
            : new SoftwareSharing();
    this.cards = cards;
    this.lock = lock;
  }

  /**
   * How cards are shared on all nodes.
   *
   * @param policy by which cards are given
   * @param locks whether a node takes one task at a time
   * @param scores whether cards are scored: upstream does so when it is asked if there is enough,
   *     and never where nobody asks
   * @param exact whether exactly what was taken is given back
   */
  public record Options(
      VgpuSettings settings, String policy, boolean locks, boolean scores, boolean exact) {}

  /**
   * The cards that a node registers.
   *
   * @return null where it has none
   */
  public static @Nullable VirtualGpus of(Node node, Options options) {
    String registered = node.meta().annotations().get(DeviceKeys.NODE_VGPU_REGISTER);
    if (registered == null
        || !offers(node, DeviceKeys.VGPU_NUMBER)
        || !offers(node, DeviceKeys.VGPU_CORES)
        || !offers(node, DeviceKeys.VGPU_MEMORY)) {
      return null;
    }
    var found = CardRegister.read(registered, options.settings);
    if (found.cards().isEmpty()) {
      return null;
    }
    String name = node.meta().name();
    return new VirtualGpus(
        name,
        options,
        found.mode(),
        found.cards(),
        options.locks ? new NodeLock(name, FAMILY, node.meta().annotations().get(FAMILY)) : null);
  }

  private static boolean offers(Node node, String resource) {
    Quantity amount = node.allocatable().get(resource);
    return amount != null && amount.value() != 0;
  }

  @Override
  public String family() {
    return FAMILY;
  }

  /** Whether it matters for a pod which of the pods on a card are of its group. */
  public static boolean tellsGroupsApart(Pod pod) {
    return CardChoice.keepsApart(pod);
  }

  /** How the cards are cut: {@code hami-core} or {@code mig}. */
  public String mode() {
    return mode;
  }

  @Override
  public boolean asksFor(Pod pod) {
    ContainerRequest.Names names = options.settings.names();
    return ContainerRequest.limits(pod, names.memory(), names.count());
  }

  @Override
  public void add(Pod pod) {
    List<DeviceShare> shares = given(pod);
    if (options.exact) {
      ExactLedger.add(cards.values(), shares, sharing, pod);
      return;
    }
    for (DeviceShare share : shares) {
      Card card = card(share);
      if (card != null) {
        sharing.add(card, share, pod);
        if (card.pods.containsKey(pod.identity())) {
          card.use(pod.identity()).group = CardChoice.group(pod);
        }
      }
    }
  }

  @Override
  public void remove(Pod pod) {
    if (options.exact) {
      ExactLedger.remove(cards.values(), pod);
      return;
    }
    for (DeviceShare share : given(pod)) {
      Card card = card(share);
      if (card != null) {
        sharing.remove(card, share, pod);
      }
    }
  }

  private static List<DeviceShare> given(Pod pod) {
    return DeviceShare.decode(pod.meta().annotations().getOrDefault(DeviceKeys.VGPU_IDS, ""));
  }

  private @Nullable Card card(DeviceShare share) {
    for (Card card : cards.values()) {
      if (share.cardId().contains(card.uuid)) {
        return card;
      }
    }
    return null;
  }

  @Override
  public Fit fit(Pod pod, String policy) {
    String refusal = modeRefusal(pod);
    if (refusal.isEmpty()) {
      refusal = attempt(pod, policy).refusal();
    }
    return refusal.isEmpty() ? Fit.fits() : Fit.unschedulable(new NotEnough(refusal));
  }

  /** Why the way in which the cards are shared is not the one that a pod needs. */
  private String modeRefusal(Pod pod) {
    String needed = pod.meta().annotations().get(DeviceKeys.VGPU_MODE);
    return needed == null || needed.equals(mode)
        ? ""
        : "pod required sharing mode %s is not the same as the node mode %s"
            .formatted(needed, mode);
  }

  /** Chooses cards and leaves everything as it was. */
  private CardChoice attempt(Pod pod, String policy) {
    long[] before = new long[3 * cards.size()];
    int next = 0;
    for (Card card : cards.values()) {
      before[next++] = card.usedNumber;
      before[next++] = card.usedMemory;
      before[next++] = card.usedCores;
    }
    CardChoice choice = choice(pod, policy);
    choice.take(requests(pod));
    next = 0;
    for (Card card : cards.values()) {
      card.usedNumber = before[next++];
      card.usedMemory = before[next++];
      card.usedCores = before[next++];
    }
    return choice;
  }

  private CardChoice choice(Pod pod, String policy) {
    return new CardChoice(nodeName, cards, sharing, policy, pod);
  }

  private List<ContainerRequest> requests(Pod pod) {
    return ContainerRequest.of(pod, options.settings.names(), options.exact);
  }

  /**
   * What the pod scores if there is enough for it, otherwise nothing.
   *
   * <p>Upstream keeps on the node what the last pod scored for which there was enough, and answers
   * with that. The difference shows where a node is scored though there is not enough, because
   * evictions might help: there it goes by what an earlier pod of the session scored, if the search
   * for that one got to the node.
   */
  @Override
  public double score(Pod pod, String policy) {
    if (!options.scores || !modeRefusal(pod).isEmpty()) {
      return 0;
    }
    CardChoice choice = attempt(pod, policy);
    return choice.refusal().isEmpty() ? choice.score() : 0;
  }

  @Override
  public Allocation allocate(Pod pod, Instant now) {
    if (options.exact && ExactLedger.knows(cards.values(), pod)) {
      return Allocation.nothing();
    }
    String refusal = modeRefusal(pod);
    CardChoice choice = choice(pod, options.policy);
    if (!refusal.isEmpty() || !choice.take(requests(pod))) {
      return new Refused(refusal.isEmpty() ? choice.refusal() : refusal);
    }
    String held = lock == null ? null : lock.take(now);
    if (held != null) {
      if (options.exact) {
        choice.undo();
      }
      return new Refused(
          "node %s locked for %s hamivgpu lockname %s".formatted(nodeName, pod.name(), held));
    }
    String ids = DeviceShare.encode(choice.containers());
    count(DeviceShare.decode(ids), pod);
    String seconds = Long.toString(now.getEpochSecond());
    return new Given(
        Map.of(
            DeviceKeys.VGPU_NODE, nodeName,
            DeviceKeys.VGPU_TIME, seconds,
            DeviceKeys.VGPU_IDS, ids,
            DeviceKeys.VGPU_DEVICES_TO_ALLOCATE, ids,
            DeviceKeys.VGPU_BIND_PHASE, "allocating",
            DeviceKeys.VGPU_BIND_TIME, seconds),
        lock == null ? "" : lock.name());
  }

  /** Takes note of who has the parts that were taken just now. */
  private void count(List<DeviceShare> shares, Pod pod) {
    for (DeviceShare share : shares) {
      for (Card card : cards.values()) {
        if (share.cardId().contains(card.uuid)) {
          Card.Use use = card.use(pod.identity());
          use.number++;
          use.memory += options.exact ? sharing.memory(card, share) : share.memory();
          use.cores += share.cores();
          use.group = CardChoice.group(pod);
          if (options.exact) {
            ExactLedger.takePart(card, use, share);
          }
        }
      }
    }
  }

  @Override
  public Set<String> release(Pod pod) {
    remove(pod);
    // Once the cards are handed out, the annotations belong to whoever did that.
    return SUCCESS.equals(pod.meta().annotations().get(DeviceKeys.VGPU_BIND_PHASE))
        ? Set.of()
        : WRITTEN;
  }

  /** What pods really have of memory and cores, where they say so. */
  @Override
  public Map<String, Double> charged(Pod pod) {
    var charged = new TreeMap<String, Double>();
    for (DeviceShare share : given(pod)) {
      for (Card card : cards.values()) {
        if (share.cardId().contains(card.uuid)) {
          charged.merge(options.settings.names().memory(), share.memory() * 1000.0, Double::sum);
          charged.merge(options.settings.names().cores(), share.cores() * 1000.0, Double::sum);
        }
      }
    }
    return charged;
  }

  @Override
  public VirtualGpus copy() {
    var copies = new TreeMap<Integer, Card>();
    cards.forEach((index, card) -> copies.put(index, card.copy()));
    return new VirtualGpus(nodeName, options, mode, copies, lock == null ? null : lock.copy());
  }

  /** The cards by their places. */
  SortedMap<Integer, Card> cards() {
    return cards;
  }

  /** Why cards are missing; upstream has one text for all of it. */
  private record NotEnough(String detail) implements Reason {

    @Override
    public String code() {
      return "InsufficientVirtualGpus";
    }

    @Override
    public String summary() {
      return "hami-vgpuDeviceSharing error";
    }
  }
}
