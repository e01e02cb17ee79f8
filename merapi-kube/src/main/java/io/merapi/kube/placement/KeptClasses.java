package io.merapi.kube.placement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of classes of pods, as many of them as there is memory for. Used by one
 * thread.
 *
 * <p>Classes come round and round. If there is no room for all, the one that was longest not asked
 * for is the one that comes next, so that to forget it would be to remember nothing at all.
 * Therefore those that have proved useful stay, and newcomers make way for one another.
 *
 * <p>Implementation note: a newcomer is a guest. When there are too many guests, the one that was
 * longest not asked for leaves: it becomes a resident if there is room, or if the resident that was
 * longest not looked at has no credit left, whose place it takes. Otherwise it costs that resident
 * one credit and is forgotten. Credit is full at first and whenever a class is asked for. So all
 * residents stay where up to {@code FULL_CREDIT + 1} times as many classes come round as there is
 * room for; and once others are asked for, residents are gone after as many newcomers as they have
 * credits.
 *
 * @param <K> tells classes apart
 * @param <V> what is remembered of one
 */
public final class KeptClasses<K, V> {

  private static final int FULL_CREDIT = 3;

  /** Guests have one byte of so many; of the least number of classes they are half. */
  private static final int SHARE_OF_GUESTS = 8;

  private final Consumer<K> forgotten;
  private final Part<K, V> guests;
  private final Part<K, V> residents;

  /**
   * @param bytes what one takes, by now
   * @param forgotten told of each that is forgotten, but not when all are
   */
  public KeptClasses(ClassMemory memory, ToLongFunction<V> bytes, Consumer<K> forgotten) {
    int leastGuests = Math.max(1, memory.leastClasses() / 2);
    int leastResidents = Math.max(1, memory.leastClasses() - leastGuests);
    long bytesOfGuests = memory.bytes() / SHARE_OF_GUESTS;
    this.forgotten = forgotten;
    this.guests = new Part<>(bytesOfGuests, leastGuests, bytes);
    this.residents = new Part<>(memory.bytes() - bytesOfGuests, leastResidents, bytes);
  }

  /** What is remembered of a class, which is asked for now; null for nothing. */
  public @Nullable V find(K key) {
    Part<K, V> part = guests;
    Kept<K, V> found = part.look(key);
    if (found == null) {
      part = residents;
      found = part.look(key);
    }
    if (found == null) {
      return null;
    }
    found.credit = FULL_CREDIT;
    part.weigh(found);
    while (residents.isOverfull()) {
      // What is remembered of a class may grow while it is here.
      forget(residents.eldest().key);
    }
    return found.value;
  }

  /** Remembers a class of which nothing was; others may be forgotten for it. */
  public void add(K key, V value) {
    guests.put(new Kept<>(key, value));
    while (guests.isOverfull()) {
      Kept<K, V> leaving = guests.eldest();
      guests.remove(leaving.key);
      settle(leaving);
    }
  }

  private void settle(Kept<K, V> guest) {
    while (!residents.haveRoomFor(guest)) {
      Kept<K, V> eldest = residents.eldest();
      if (eldest.credit > 0) {
        eldest.credit--;
        residents.look(eldest.key);
        forgotten.accept(guest.key);
        return;
      }
      forget(eldest.key);
    }
    residents.put(guest);
  }

  /** Forgets a class, if it is remembered. */
  public void forget(K key) {
    if (guests.remove(key) || residents.remove(key)) {
      forgotten.accept(key);
    }
  }

  /** Forgets the class of which this is remembered. */
  public void forgetWhat(V value) {
    all().filter(kept -> kept.value.equals(value)).toList().forEach(kept -> forget(kept.key));
  }

  /** Forgets all. */
  public void clear() {
    guests.clear();
    residents.clear();
  }

  /** All that is remembered; what was longest not asked for comes early. */
  public List<V> values() {
    return all().map(kept -> kept.value).toList();
  }

  private Stream<Kept<K, V>> all() {
    return Stream.of(residents, guests).flatMap(part -> part.classes.values().stream());
  }

  /** What is remembered of one class. */
  private static final class Kept<K, V> {

    final K key;
    final V value;
    int credit = FULL_CREDIT;
    long bytes;

    Kept(K key, V value) {
      this.key = key;
      this.value = value;
    }
  }

  /** Classes within a bound, the one that was longest not looked at first. */
  private static final class Part<K, V> {

    private final long most;
    private final int least;
    private final ToLongFunction<V> weight;
    private final SequencedMap<K, Kept<K, V>> classes = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    Part(long most, int least, ToLongFunction<V> weight) {
      this.most = most;
      this.least = least;
      this.weight = weight;
    }

    @Nullable Kept<K, V> look(K key) {
      return classes.get(key);
    }

    Kept<K, V> eldest() {
      return classes.firstEntry().getValue();
    }

    boolean haveRoomFor(Kept<K, V> other) {
      return classes.size() < least || bytes + other.bytes <= most;
    }

    boolean isOverfull() {
      return classes.size() > least && bytes > most;
    }

    void put(Kept<K, V> one) {
      classes.put(one.key, one);
      bytes += one.bytes;
      weigh(one);
    }

    void weigh(Kept<K, V> one) {
      long now = weight.applyAsLong(one.value);
      bytes += now - one.bytes;
      one.bytes = now;
    }

    boolean remove(K key) {
      Kept<K, V> removed = classes.remove(key);
      bytes -= removed == null ? 0 : removed.bytes;
      return removed != null;
    }

    void clear() {
      classes.clear();
      bytes = 0;
    }
  }
}
