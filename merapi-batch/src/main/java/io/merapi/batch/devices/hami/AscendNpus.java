package io.merapi.batch.devices.hami;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.framework.Reason;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.Quantity;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.devices.ContainerRequest;
import io.merapi.batch.devices.DevicePool;
import io.merapi.batch.devices.DocumentReader;
import io.merapi.batch.devices.NodeLock;
import io.merapi.batch.devices.hami.NpuChoice.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The cards of one model that HAMi manages on a node. */
public final class AscendNpus implements DevicePool {

  private static final String SUCCESS = "success";
  private static final double NETWORK_WEIGHT = 10;

  private static final Reason NONE_LEFT =
      Reason.of("InsufficientAscendDevices", "no ascend device available");

  private final String nodeName;
  private final HamiSettings.Model model;
  private final Options options;
  private final boolean cutsBySoftware;
  private final Map<String, NpuCard> cards;
  private final @Nullable NodeLock lock;

  /** The policy of the last score; kept from upstream, cards are given by it. */
  private String lastPolicy = "";

  private AscendNpus(
      String nodeName,
      HamiSettings.Model model,
      Options options,
      boolean cutsBySoftware,
      Map<String, NpuCard> cards,
      @Nullable NodeLock lock) {
    this.nodeName = nodeName;
    this.model = model;
    this.options = options;
    this.cutsBySoftware = cutsBySoftware;
    this.cards = cards;
    this.lock = lock;
  }

  /**
   * How cards are shared on all nodes.
   *
   * @param locks whether a node takes one task at a time
   * @param exact whether exactly what was taken is given back
   */
  public record Options(HamiSettings settings, boolean locks, boolean exact) {}

  /** The pools of a node, one for each model of which it registers cards. */
  public static List<AscendNpus> of(Node node, Options options, DocumentReader documents) {
    var pools = new ArrayList<AscendNpus>();
    String name = node.meta().name();
    for (HamiSettings.Model model : options.settings.models()) {
      Quantity offered = node.allocatable().get(model.resource());
      String registered = node.meta().annotations().get(model.register());
      Map<String, NpuCard> cards = NpuCard.register(registered, documents);
      if (offered != null && !offered.isZero() && !cards.isEmpty()) {
        String bySoftware = node.meta().annotations().get(DeviceKeys.HAMI_VNPU_CORE);
        pools.add(
            new AscendNpus(
                name,
                model,
                options,
                bySoftware == null ? options.settings.softwareSharing() : bySoftware.equals("true"),
                cards,
                options.locks ? lock(node) : null));
      }
    }
    return pools;
  }

  private static NodeLock lock(Node node) {
    return new NodeLock(
        node.meta().name(),
        DeviceKeys.HAMI_NODE_LOCK,
        node.meta().annotations().get(DeviceKeys.HAMI_NODE_LOCK));
  }

  @Override
  public String family() {
    return model.name();
  }

  @Override
  public boolean asksFor(Pod pod) {
    return ContainerRequest.limits(pod, model.resource(), model.memoryResource());
  }

  @Override
  public boolean remembersQuestions() {
    return true;
  }

  @Override
  public void add(Pod pod) {
    count(pod.meta().annotations().get(model.allocated()), pod);
  }

  private void count(@Nullable String given, Pod pod) {
    if (given == null || (options.exact && knows(pod))) {
      return;
    }
    for (NpuShare share : NpuShare.decode(given, options.exact)) {
      NpuCard card = cards.get(share.cardId());
      if (card != null) {
        card.add(pod.identity(), share.memory(), share.cores());
      }
    }
  }

  private boolean knows(Pod pod) {
    return cards.values().stream().anyMatch(card -> card.has(pod.identity()));
  }

  @Override
  public void remove(Pod pod) {
    String given = pod.meta().annotations().get(model.allocated());
    if (given == null || options.exact) {
      cards.values().forEach(card -> card.remove(pod.identity()));
      return;
    }
    for (NpuShare share : NpuShare.decode(given, false)) {
      NpuCard card = cards.get(share.cardId());
      if (card != null) {
        card.remove(pod.identity(), share.memory(), share.cores());
      }
    }
  }

  private static boolean bySoftware(Pod pod) {
    return "hami-core".equals(pod.meta().annotations().get(DeviceKeys.VNPU_MODE));
  }

  private NpuChoice choice(Pod pod, String policy) {
    return new NpuChoice(model, cards.values(), policy, bySoftware(pod), cutsBySoftware);
  }

  private List<ContainerRequest> requests(Pod pod) {
    return ContainerRequest.of(pod, model.names(), options.exact);
  }

  @Override
  public Fit fit(Pod pod, String policy) {
    return switch (choice(pod, policy).choose(requests(pod))) {
      case ENOUGH -> Fit.fits();
      case TOO_FEW -> Fit.unschedulable(NONE_LEFT);
      case IMPOSSIBLE -> new Fit.Refused(List.of(new Fit.Status(Fit.Code.ERROR, NONE_LEFT)));
    };
  }

  /** What the first card of each container scores, and how far they are all on one network. */
  @Override
  public double score(Pod pod, String policy) {
    lastPolicy = policy;
    NpuChoice choice = choice(pod, policy);
    if (choice.choose(requests(pod)) != Outcome.ENOUGH) {
      return 0;
    }
    List<NpuCard> first =
        choice.containers().stream()
            .flatMap(shares -> shares.stream().limit(1))
            .flatMap(share -> Stream.ofNullable(cards.get(share.cardId())))
            .toList();
    double score = first.stream().mapToDouble(card -> card.score(policy)).sum();
    if (!model.name().startsWith("Ascend910") || !first.stream().allMatch(NpuCard::hasNetwork)) {
      return score;
    }
    var networks = new HashMap<Long, Integer>();
    for (NpuCard card : first) {
      Long network = card.network();
      if (network != null) {
        networks.merge(network, 1, Integer::sum);
      }
    }
    double all = networks.values().stream().mapToInt(Integer::intValue).sum();
    double most = networks.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    return all == 0 ? 0 : score + most / all * NETWORK_WEIGHT;
  }

  @Override
  public Allocation allocate(Pod pod, Instant now) {
    if (options.exact && knows(pod)) {
      return Allocation.nothing();
    }
    String held = lock == null ? null : lock.take(now);
    if (held != null) {
      return new Refused(
          "node %s locked for %s hami vnpu. lockname %s".formatted(nodeName, pod.name(), held));
    }
    NpuChoice choice = choice(pod, lastPolicy);
    if (choice.choose(requests(pod)) != Outcome.ENOUGH) {
      return new Refused(
          "failed to select ascend devices for pod %s: no enough ascend device available"
              .formatted(pod.name()));
    }
    String given = NpuShare.encode(choice.containers());
    count(given, pod);
    String seconds = Long.toString(now.getEpochSecond());
    var annotations = new LinkedHashMap<String, String>();
    annotations.put(model.toAllocate(), given);
    annotations.put(model.allocated(), given);
    annotations.put(model.runtime(), runtime(choice.containers(), bySoftware(pod)));
    annotations.put(DeviceKeys.NPU_PREDICATE_TIME, seconds);
    annotations.put(DeviceKeys.HAMI_NODE, nodeName);
    annotations.put(DeviceKeys.HAMI_TIME, seconds);
    annotations.put(DeviceKeys.HAMI_BIND_PHASE, "allocating");
    annotations.put(DeviceKeys.HAMI_BIND_TIME, seconds);
    return new Given(annotations, lock == null ? "" : lock.name());
  }

  /** The cards in JSON, with the template of each part or, cut by software, its size. */
  private String runtime(List<List<NpuShare>> containers, boolean bySoftware) {
    List<String> parts =
        containers.stream()
            .flatMap(List::stream)
            .map(share -> {
              var fields = new ArrayList<String>();
              if (!share.cardId().isEmpty()) {
                fields.add("\"UUID\":" + quoted(share.cardId()));
              }
              if (!bySoftware) {
                String template = model.part(share.memory()).name();
                if (!template.isEmpty()) {
                  fields.add("\"temp\":" + quoted(template));
                }
              } else {
                if (share.memory() != 0) {
                  fields.add("\"memory\":" + share.memory());
                }
                if (share.cores() != 0) {
                  fields.add("\"core\":" + share.cores());
                }
              }
              return "{" + String.join(",", fields) + "}";
            })
            .toList();
    return parts.isEmpty() ? "null" : "[" + String.join(",", parts) + "]";
  }

  private static String quoted(String text) {
    return text.chars()
        .mapToObj(c ->
            c < ' ' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&'
                ? "\\u%04x".formatted(c)
                : Character.toString(c))
        .collect(Collectors.joining("", "\"", "\""));
  }

  @Override
  public Set<String> release(Pod pod) {
    remove(pod);
    // Once the cards are handed out, the annotations belong to whoever did that.
    return SUCCESS.equals(pod.meta().annotations().get(DeviceKeys.HAMI_BIND_PHASE))
        ? Set.of()
        : written();
  }

  /** The annotations of all models. */
  private Set<String> written() {
    var keys =
        new TreeSet<>(
            Set.of(
                DeviceKeys.HAMI_NODE,
                DeviceKeys.HAMI_TIME,
                DeviceKeys.HAMI_BIND_PHASE,
                DeviceKeys.HAMI_BIND_TIME,
                DeviceKeys.NPU_PREDICATE_TIME));
    for (HamiSettings.Model known : options.settings.models()) {
      keys.addAll(Set.of(known.toAllocate(), known.allocated(), known.runtime()));
    }
    return keys;
  }

  @Override
  public Set<String> accountsFor() {
    var resources = new TreeSet<>(List.of(model.memoryResource(), model.coreResource()));
    resources.remove("");
    return resources;
  }

  @Override
  public AscendNpus copy() {
    var copies = new LinkedHashMap<String, NpuCard>();
    cards.forEach((id, card) -> copies.put(id, card.copy()));
    var copy =
        new AscendNpus(
            nodeName, model, options, cutsBySoftware, copies, lock == null ? null : lock.copy());
    copy.lastPolicy = lastPolicy;
    return copy;
  }
}
