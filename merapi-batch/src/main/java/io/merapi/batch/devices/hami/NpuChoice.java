package io.merapi.batch.devices.hami;

import io.merapi.batch.devices.ContainerRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The cards that the containers of one pod get on one node, as things stand. */
final class NpuChoice {

  private final HamiSettings.Model model;
  private final List<NpuCard> cards;

  /** Whether cards of one network go together. */
  private final boolean byNetwork;

  /** Whether the pod has cards cut by software. */
  private final boolean bySoftware;

  private final boolean nodeCutsBySoftware;
  private final List<List<NpuShare>> containers = new ArrayList<>();
  private final Set<NpuCard> taken = new HashSet<>();
  private Outcome outcome = Outcome.ENOUGH;

  /** What came of it. */
  enum Outcome {
    ENOUGH,
    /** Other pods have the cards. */
    TOO_FEW,
    /** No card will ever do. */
    IMPOSSIBLE
  }

  NpuChoice(
      HamiSettings.Model model,
      Collection<NpuCard> cards,
      String policy,
      boolean bySoftware,
      boolean nodeCutsBySoftware) {
    this.model = model;
    this.cards =
        cards.stream()
            .sorted(Comparator.comparingDouble((NpuCard card) -> card.score(policy)).reversed())
            .toList();
    this.byNetwork =
        model.name().startsWith("Ascend910") && cards.stream().allMatch(NpuCard::hasNetwork);
    this.bySoftware = bySoftware;
    this.nodeCutsBySoftware = nodeCutsBySoftware;
  }

  /** Chooses cards for all containers; nothing is counted. */
  Outcome choose(List<ContainerRequest> requests) {
    if (cards.isEmpty()) {
      outcome = Outcome.IMPOSSIBLE;
    }
    for (ContainerRequest request : requests) {
      if (outcome == Outcome.ENOUGH) {
        choose(request);
      }
    }
    return outcome;
  }

  private void choose(ContainerRequest request) {
    int memory = memory(request);
    // Several cards are given whole only.
    if (!bySoftware && request.count() > 1 && model.part(memory).memory() != model.allocatable()) {
      outcome = Outcome.IMPOSSIBLE;
      return;
    }
    List<NpuCard> chosen = new ArrayList<>();
    int missing = request.count();
    for (NpuCard card : cards) {
      if (!taken.contains(card)
          && !(bySoftware && !nodeCutsBySoftware)
          && card.fits(memory, request.cores(), bySoftware)) {
        chosen.add(card);
        missing--;
        if (missing <= 0 && !byNetwork) {
          break;
        }
      }
    }
    if (missing > 0) {
      outcome = Outcome.TOO_FEW;
      return;
    }
    if (byNetwork) {
      chosen = ofFewNetworks(chosen, request.count());
    }
    taken.addAll(chosen);
    containers.add(
        chosen.stream()
            .map(card -> new NpuShare(card.id(), model.name(), memory, request.cores()))
            .toList());
  }

  /** What a container really gets of each card; without a word, all of it. */
  private int memory(ContainerRequest request) {
    int memory = request.memory();
    if (memory == 0 && request.memoryPercent() != 0) {
      memory = cards.getFirst().memory() * request.memoryPercent() / 100;
    }
    return memory > 0 && !bySoftware ? (int) model.part(memory).memory() : memory;
  }

  /** Of the largest networks first. */
  private static List<NpuCard> ofFewNetworks(List<NpuCard> cards, int count) {
    Map<Long, List<NpuCard>> networks =
        cards.stream()
            .filter(card -> card.network() != null)
            .collect(
                Collectors.groupingBy(
                    card -> Objects.requireNonNullElse(card.network(), 0L),
                    TreeMap::new,
                    Collectors.toList()));
    List<NpuCard> ordered =
        networks.values().stream()
            .sorted(Comparator.comparingInt((List<NpuCard> network) -> network.size()).reversed())
            .flatMap(List::stream)
            .toList();
    return count > 0 && count < ordered.size() ? ordered.subList(0, count) : ordered;
  }

  /** Which parts each container gets. */
  List<List<NpuShare>> containers() {
    return containers;
  }
}
