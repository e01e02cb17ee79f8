package io.merapi.batch.devices.vgpu;

import io.merapi.api.pod.Pod;
import io.merapi.batch.devices.vgpu.VgpuSettings.MigGeometry;
import io.merapi.batch.devices.vgpu.VgpuSettings.MigInstances;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Cards cut themselves ({@code mig}) in one of a few known ways: a pod gets the smallest part that
 * is large enough. A card that is cut in one way stays so.
 *
 * @param memoryFactor how much memory one unit of what pods ask for is
 */
record MigSharing(long memoryFactor) implements Sharing {

  static final String MODE = "mig";

  /** A part: the card, the way it is cut, and the place of the part in it. */
  private static final Pattern PART = Pattern.compile("[^\\[\\]]*\\[([^-\\]]*)-(\\+?\\d{1,9})].*");

  @Override
  public @Nullable String tryTake(Card card, long memory, long cores) {
    long wanted = memoryFactor > 1 ? memory * memoryFactor : memory;
    List<MigGeometry> ways =
        card.mig.way() >= 0 ? List.of(card.geometries.get(card.mig.way())) : card.geometries;
    for (MigGeometry way : ways) {
      int size = pick(way, card.mig, wanted);
      if (size >= 0) {
        card.take(inUnits(way.instances().get(size).memory()), cores);
        return "%s[%s-%d]".formatted(card.uuid, way.group(), place(way, size, card.mig));
      }
    }
    return null;
  }

  private long inUnits(long memory) {
    return memoryFactor > 1 ? Long.divideUnsigned(memory, memoryFactor) : memory;
  }

  /**
   * The smallest size that is large enough; on a card that is in use, kept from upstream, only of
   * those sizes of which a part is in use already.
   *
   * @return less than 0 for none
   */
  private static int pick(MigGeometry way, MigUse use, long wanted) {
    List<MigInstances> sizes = way.instances();
    return IntStream.range(0, sizes.size())
        .boxed()
        .sorted(Comparator.comparingLong(size -> sizes.get(size).memory()))
        .filter(size -> Long.compareUnsigned(sizes.get(size).memory(), wanted) >= 0)
        .filter(size -> {
          MigInstances parts = sizes.get(size);
          return use.isEmpty()
              || (use.knows(parts.name()) && use.taken(parts.name()).size() < parts.count());
        })
        .findFirst()
        .orElse(-1);
  }

  /** The first free place for a part of a size; places are numbered over all sizes. */
  private static int place(MigGeometry way, int size, MigUse use) {
    int before = way.instances().stream().limit(size).mapToInt(MigInstances::count).sum();
    MigInstances parts = way.instances().get(size);
    return before
        + IntStream.range(0, parts.count())
            .filter(place -> !use.taken(parts.name()).contains(place))
            .findFirst()
            .orElse(0);
  }

  @Override
  public long memory(Card card, DeviceShare share) {
    Part part = part(share.cardId());
    return part == null ? share.memory() : inUnits(MigUse.memory(card.geometries, part));
  }

  @Override
  public void add(Card card, DeviceShare share, Pod pod) {
    Part part = part(share.cardId());
    if (part == null || card.pods.containsKey(pod.identity())) {
      return;
    }
    Card.Use use = card.use(pod.identity());
    long memory = inUnits(card.mig.take(card.geometries, part));
    card.take(memory, share.cores());
    use.memory += memory;
    use.cores += share.cores();
  }

  @Override
  public void remove(Card card, DeviceShare share, Pod pod) {
    Part part = part(share.cardId());
    if (part != null && card.pods.remove(pod.identity()) != null) {
      card.giveBack(inUnits(card.mig.giveBack(card.geometries, part)), share.cores());
    }
  }

  /** The part that an identifier names; null where it names none. */
  static @Nullable Part part(String id) {
    Matcher matcher = PART.matcher(id);
    return matcher.matches()
        ? new Part(matcher.group(1), Integer.parseInt(matcher.group(2)))
        : null;
  }

  /** A part of a card that is cut in a way. */
  record Part(String group, int place) {}
}
