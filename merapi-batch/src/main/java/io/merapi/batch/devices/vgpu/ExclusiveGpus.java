package io.merapi.batch.devices.vgpu;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.pod.Pod;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.devices.DevicePool;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Virtual GPUs of which pods of one rule do not share a card; a rule is a set of labels, and a pod
 * is of a rule if it has all of them. Pods of different rules, and of none, do share.
 *
 * <p>Cards on which a pod of the rule is take no more parts while another one of it is looked at.
 */
public final class ExclusiveGpus implements DevicePool {

  private final VirtualGpus gpus;
  private final List<Map<String, String>> rules;

  /** By the place of a rule, the places of the cards that its pods are on. */
  private final SortedMap<Integer, SortedSet<Integer>> reserved = new TreeMap<>();

  /** The places of their rules, by the keys of pods. */
  private final Map<String, Set<Integer>> rulesOf = new TreeMap<>();

  /** Identities by the keys of pods. */
  private final Map<String, String> identities = new HashMap<>();

  private ExclusiveGpus(VirtualGpus gpus, List<Map<String, String>> rules) {
    this.gpus = gpus;
    this.rules = rules;
  }

  /**
   * Cards with the pods that are on their node. Only cards cut by software need this.
   *
   * @param pods all pods on the node, also those that are being deleted
   */
  public static DevicePool of(
      DevicePool pool, List<Map<String, String>> rules, Collection<Pod> pods) {
    if (rules.isEmpty()
        || !(pool instanceof VirtualGpus gpus)
        || !gpus.mode().equals(SoftwareSharing.MODE)) {
      return pool;
    }
    var exclusive = new ExclusiveGpus(gpus, rules);
    for (Pod pod : pods) {
      exclusive.identities.put(pod.key(), pod.identity());
      Set<Integer> matching = exclusive.matching(pod);
      if (!matching.isEmpty()) {
        exclusive.rulesOf.put(pod.key(), matching);
        SortedSet<Integer> held = exclusive.cardsOf(pod);
        exclusive.reserve(matching, held.isEmpty() ? exclusive.annotated(pod) : held);
      }
    }
    return exclusive;
  }

  /** The cards that a pod says it was given, though it is not counted: it is being deleted. */
  private SortedSet<Integer> annotated(Pod pod) {
    Set<String> uuids =
        DeviceShare.decode(pod.meta().annotations().getOrDefault(DeviceKeys.VGPU_IDS, "")).stream()
            .map(DeviceShare::cardId)
            .collect(Collectors.toSet());
    return places(card -> uuids.contains(card.uuid));
  }

  private SortedSet<Integer> cardsOf(Pod pod) {
    return places(card -> card.pods.containsKey(pod.identity()));
  }

  private SortedSet<Integer> places(Predicate<Card> which) {
    return gpus.cards().values().stream()
        .filter(which)
        .map(card -> card.index)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<Integer> matching(Pod pod) {
    return IntStream.range(0, rules.size())
        .filter(rule ->
            rules.get(rule).entrySet().stream()
                .allMatch(
                    label -> label.getValue().equals(pod.meta().labels().get(label.getKey()))))
        .boxed()
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void reserve(Set<Integer> matching, SortedSet<Integer> cards) {
    if (!cards.isEmpty()) {
      matching.forEach(rule -> reserved.computeIfAbsent(rule, _ -> new TreeSet<>()).addAll(cards));
    }
  }

  @Override
  public String family() {
    return gpus.family();
  }

  @Override
  public boolean asksFor(Pod pod) {
    return gpus.asksFor(pod);
  }

  @Override
  public void add(Pod pod) {
    gpus.add(pod);
    identities.put(pod.key(), pod.identity());
    track(pod);
  }

  private void track(Pod pod) {
    Set<Integer> matching = matching(pod);
    if (!matching.isEmpty()) {
      rulesOf.put(pod.key(), matching);
      reserve(matching, cardsOf(pod));
    }
  }

  @Override
  public void remove(Pod pod) {
    gpus.remove(pod);
    untrack(pod);
    identities.remove(pod.key());
  }

  /** A card stays reserved for a rule while another pod of any rule is on it. */
  private void untrack(Pod pod) {
    Set<Integer> matching = rulesOf.remove(pod.key());
    if (matching == null) {
      return;
    }
    Set<String> others =
        rulesOf.keySet().stream()
            .map(key -> identities.getOrDefault(key, ""))
            .filter(identity -> !identity.isEmpty() && !identity.equals(pod.identity()))
            .collect(Collectors.toSet());
    for (int rule : matching) {
      SortedSet<Integer> cards = reserved.get(rule);
      if (cards != null) {
        cards.removeIf(card -> {
          Card known = gpus.cards().get(card);
          return known != null && known.pods.keySet().stream().noneMatch(others::contains);
        });
        if (cards.isEmpty()) {
          reserved.remove(rule);
        }
      }
    }
  }

  @Override
  public Fit fit(Pod pod, String policy) {
    return apart(pod, () -> gpus.fit(pod, policy));
  }

  @Override
  public double score(Pod pod, String policy) {
    return apart(pod, () -> gpus.score(pod, policy));
  }

  /** Asks while the cards that are reserved for the rules of a pod are full. */
  private <T> T apart(Pod pod, Supplier<T> question) {
    var full = new HashMap<Card, Long>();
    for (int rule : matching(pod)) {
      for (int place : reserved.getOrDefault(rule, new TreeSet<>())) {
        Card card = gpus.cards().get(place);
        if (card != null) {
          full.putIfAbsent(card, card.most);
          card.most = card.usedNumber;
        }
      }
    }
    try {
      return question.get();
    } finally {
      full.forEach((card, most) -> card.most = most);
    }
  }

  @Override
  public Allocation allocate(Pod pod, Instant now) {
    Allocation allocation = apart(pod, () -> gpus.allocate(pod, now));
    if (allocation instanceof Given) {
      track(pod);
    }
    return allocation;
  }

  @Override
  public Set<String> release(Pod pod) {
    Set<String> keys = gpus.release(pod);
    untrack(pod);
    return keys;
  }

  @Override
  public Map<String, Double> charged(Pod pod) {
    return gpus.charged(pod);
  }

  @Override
  public ExclusiveGpus copy() {
    var copy = new ExclusiveGpus(gpus.copy(), rules);
    reserved.forEach((rule, cards) -> copy.reserved.put(rule, new TreeSet<>(cards)));
    copy.rulesOf.putAll(rulesOf);
    copy.identities.putAll(identities);
    return copy;
  }
}
