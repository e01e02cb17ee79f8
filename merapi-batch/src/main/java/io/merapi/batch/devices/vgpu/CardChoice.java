package io.merapi.batch.devices.vgpu;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.meta.Labels;
import io.merapi.api.pod.Pod;
import io.merapi.batch.devices.ContainerRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The cards that the containers of one pod get on one node, as things stand. */
final class CardChoice {

  private static final String TYPE = "NVIDIA";
  private static final int ALL_CORES = 100;
  private static final double MOST_SCORE = 100;

  private final String nodeName;
  private final SortedMap<Integer, Card> cards;
  private final Sharing sharing;
  private final String policy;
  private final Labels annotations;
  private final List<String> allowed;
  private final List<String> denied;

  /** The group whose pods must be on other cards; empty for none. */
  private final String keptApart;

  private final List<Tried> tried = new ArrayList<>();
  private final List<List<DeviceShare>> containers = new ArrayList<>();
  private double score;
  private String refusal = "";

  CardChoice(
      String nodeName, SortedMap<Integer, Card> cards, Sharing sharing, String policy, Pod pod) {
    this.nodeName = nodeName;
    this.cards = cards;
    this.sharing = sharing;
    this.policy = policy;
    this.annotations = pod.meta().annotations();
    this.allowed = list(annotations.get(DeviceKeys.USE_GPU_UUID));
    this.denied = list(annotations.get(DeviceKeys.NO_USE_GPU_UUID));
    this.keptApart = keepsApart(pod) ? group(pod) : "";
  }

  /** Whether a pod must be on other cards than those of its group. */
  static boolean keepsApart(Pod pod) {
    return "spread".equals(pod.meta().annotations().get(DeviceKeys.VGPU_POD_GROUP_POLICY));
  }

  private static List<String> list(@Nullable String text) {
    return text == null
        ? List.of()
        : Arrays.stream(text.split(",", -1))
            .map(String::strip)
            .filter(uuid -> !uuid.isEmpty())
            .toList();
  }

  /** The group of a pod as {@code namespace/name}; empty for none. */
  static String group(Pod pod) {
    Labels annotations = pod.meta().annotations();
    String name = annotations.getOrDefault(VolcanoKeys.GROUP_NAME, "");
    if (name.isEmpty()) {
      name = annotations.getOrDefault(VolcanoKeys.VOLCANO_GROUP_NAME, "");
    }
    return name.isEmpty() ? "" : pod.namespace() + "/" + name;
  }

  /**
   * Takes cards for all containers, and counts them as taken.
   *
   * @return whether there are enough; if not, nothing is counted, and {@link #refusal} says why
   */
  boolean take(List<ContainerRequest> requests) {
    for (ContainerRequest request : requests) {
      if (request.count() > cards.size()) {
        refusal = "no enough gpu cards on node " + nodeName;
      } else {
        take(request);
      }
      if (!refusal.isEmpty()) {
        undo();
        return false;
      }
    }
    return true;
  }

  /** No longer counts what was taken. */
  void undo() {
    tried.forEach(part -> part.card.undo(part.memory, part.cores));
    tried.clear();
  }

  private void take(ContainerRequest request) {
    var shares = new ArrayList<DeviceShare>();
    boolean someNamed = false;
    int missing = request.count();
    for (Card card : inOrder()) {
      if (!mayUse(card.uuid)) {
        continue;
      }
      someNamed = true;
      long memory = memory(request, card);
      if (!hasRoom(card, request, memory)) {
        continue;
      }
      String part = sharing.tryTake(card, memory, request.cores());
      if (part == null) {
        continue;
      }
      tried.add(new Tried(card, memory, request.cores()));
      if (missing > 0) {
        missing--;
        shares.add(new DeviceShare(part, TYPE, memory, request.cores()));
        score += score(card);
      }
      if (missing == 0) {
        break;
      }
    }
    if (missing > 0) {
      refusal =
          namesCards() && !someNamed
              ? "no GPU matches UUID constraints %s=\"%s\", %s=\"%s\" on node %s"
                  .formatted(
                      DeviceKeys.USE_GPU_UUID,
                      annotations.getOrDefault(DeviceKeys.USE_GPU_UUID, ""),
                      DeviceKeys.NO_USE_GPU_UUID,
                      annotations.getOrDefault(DeviceKeys.NO_USE_GPU_UUID, ""),
                      nodeName)
              : "not enough gpu fitted on this node";
    }
    containers.add(shares);
  }

  private List<Card> inOrder() {
    var ordered = new ArrayList<>(cards.values());
    switch (policy) {
      case "binpack" -> ordered.sort((a, b) -> Long.compareUnsigned(b.usedMemory, a.usedMemory));
      case "spread" -> ordered.sort((a, b) -> Long.compareUnsigned(a.usedNumber, b.usedNumber));
      default -> {
        return ordered.reversed();
      }
    }
    return ordered;
  }

  private boolean namesCards() {
    return !allowed.isEmpty() || !denied.isEmpty();
  }

  private boolean mayUse(String uuid) {
    return !(uuid.isEmpty() && namesCards())
        && (allowed.isEmpty() || allowed.contains(uuid))
        && !denied.contains(uuid);
  }

  private static long memory(ContainerRequest request, Card card) {
    return request.memoryPercent() == ContainerRequest.NO_PERCENTAGE
        ? request.memory()
        : (long) ((double) card.memory * request.memoryPercent() / 100.0);
  }

  private boolean hasRoom(Card card, ContainerRequest request, long memory) {
    return Long.compareUnsigned(card.most, card.usedNumber) > 0
        && !(!keptApart.isEmpty() && card.hasPodOf(keptApart))
        && card.memory - card.usedMemory >= memory
        && Long.compareUnsigned(card.usedCores + request.cores(), ALL_CORES) <= 0
        // All cores are for one alone, and a card without any left takes nobody.
        && !(request.cores() == ALL_CORES && card.usedNumber != 0)
        && !(card.usedCores == ALL_CORES && request.cores() == 0)
        && card.type.contains(TYPE)
        && isOfType(card.type);
  }

  /** The allowed types decide if the pod names some, else those that it must not use. */
  private boolean isOfType(String type) {
    String use = annotations.get(DeviceKeys.USE_GPU_TYPE);
    if (use != null) {
      return names(use, type);
    }
    String noUse = annotations.get(DeviceKeys.NO_USE_GPU_TYPE);
    return noUse == null || !names(noUse, type);
  }

  private static boolean names(String list, String type) {
    String upper = type.toUpperCase(Locale.ROOT);
    return Arrays.stream(list.split(",", -1))
        .anyMatch(name -> upper.contains(name.toUpperCase(Locale.ROOT)));
  }

  /**
   * What one card gives; asked when the part is counted already, so that, as upstream has it,
   * spreading never gives anything.
   */
  private double score(Card card) {
    return switch (policy) {
      case "binpack" -> MOST_SCORE * ((double) card.usedMemory / (double) card.memory);
      case "spread" -> card.usedNumber == 0 ? MOST_SCORE : 0;
      default -> 0;
    };
  }

  /** Which parts each container got. */
  List<List<DeviceShare>> containers() {
    return containers;
  }

  /** What the cards of all containers give together. */
  double score() {
    return score;
  }

  /** Why there are not enough. */
  String refusal() {
    return refusal;
  }

  /** A part that was counted. */
  private record Tried(Card card, long memory, long cores) {}
}
