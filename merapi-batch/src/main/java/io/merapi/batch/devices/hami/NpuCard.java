package io.merapi.batch.devices.hami;

import io.merapi.batch.devices.DocumentFields;
import io.merapi.batch.devices.DocumentReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A card of a node, and what pods have of it. */
final class NpuCard {

  private final String id;
  private final int count;
  private final int memory;
  private final int cores;

  /** The network between cards that it is on; a value of any type, null for none. */
  private final @Nullable Object network;

  /** What each pod has, by identity. */
  private final Map<String, Use> pods = new LinkedHashMap<>();

  private int used;
  private int usedMemory;
  private int usedCores;

  private NpuCard(String id, int count, int memory, int cores, @Nullable Object network) {
    this.id = id;
    this.count = count;
    this.memory = memory;
    this.cores = cores;
    this.network = network;
  }

  /**
   * The cards that a node registers, by their names.
   *
   * @return none where the text cannot be read
   */
  static Map<String, NpuCard> register(@Nullable String text, DocumentReader documents) {
    var cards = new LinkedHashMap<String, NpuCard>();
    if (text == null || !(documents.read(text) instanceof List<?> list)) {
      return cards;
    }
    try {
      for (DocumentFields fields : DocumentFields.objects(list)) {
        String id = fields.text("id");
        cards.put(
            id,
            new NpuCard(
                id,
                Math.toIntExact(fields.whole("count")),
                Math.toIntExact(fields.whole("devmem")),
                Math.toIntExact(fields.whole("devcore")),
                fields.object("custominfo").value("NetworkID")));
      }
    } catch (IllegalArgumentException | ArithmeticException _) {
      cards.clear();
    }
    return cards;
  }

  String id() {
    return id;
  }

  int memory() {
    return memory;
  }

  boolean hasNetwork() {
    return network != null;
  }

  /** The number of its network; null where it has none, or one that is no number. */
  @Nullable Long network() {
    return network instanceof Number number ? number.longValue() : null;
  }

  boolean has(String pod) {
    return pods.containsKey(pod);
  }

  /** Counts a pod, once. */
  void add(String pod, int moreMemory, int moreCores) {
    if (pods.putIfAbsent(pod, new Use(moreMemory, moreCores)) == null) {
      used++;
      usedMemory += moreMemory;
      usedCores += moreCores;
    }
  }

  /** Gives back what a pod says it has. */
  void remove(String pod, int lessMemory, int lessCores) {
    if (pods.remove(pod) != null) {
      used--;
      usedMemory -= lessMemory;
      usedCores -= lessCores;
    }
  }

  /** Gives back what a pod was counted with. */
  void remove(String pod) {
    Use use = pods.get(pod);
    if (use != null) {
      remove(pod, use.memory, use.cores);
    }
  }

  /**
   * Whether there is enough left for a container.
   *
   * @param bySoftware whether software cuts the card; cores are then a percentage
   */
  boolean fits(int wantedMemory, int wantedCores, boolean bySoftware) {
    int allCores = bySoftware ? 100 : cores;
    return count > used
        && memory - usedMemory >= wantedMemory
        && allCores - usedCores >= wantedCores
        // All cores are for one alone, and a card without any left takes nobody.
        && !(allCores == 100 && wantedCores == 100 && used > 0)
        && !(allCores != 0 && usedCores == allCores && wantedCores == 0);
  }

  double score(String policy) {
    if (memory == 0) {
      return 0;
    }
    return switch (policy) {
      case "binpack" -> 100 * ((double) usedMemory / (double) memory);
      case "spread" -> used == 0 ? 100 : 0;
      default -> 0;
    };
  }

  NpuCard copy() {
    var copy = new NpuCard(id, count, memory, cores, network);
    copy.pods.putAll(pods);
    copy.used = used;
    copy.usedMemory = usedMemory;
    copy.usedCores = usedCores;
    return copy;
  }

  /** What a pod has of a card. */
  private record Use(int memory, int cores) {}
}
