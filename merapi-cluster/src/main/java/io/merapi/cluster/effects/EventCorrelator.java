package io.merapi.cluster.effects;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of an event that may have come before: the same again is counted, many that
 * differ only in their words become one, and an object that has too many gets no more for a while.
 *
 * <p>The rules and their numbers are those of the recorder of client-go that vc-scheduler uses.
 */
final class EventCorrelator {

  private static final int MOST_REMEMBERED = 4096;
  private static final int MOST_MESSAGES = 10;
  private static final Duration SIMILAR_WITHIN = Duration.ofMinutes(10);
  private static final int BURST = 25;
  private static final Duration REFILL = Duration.ofMinutes(5);
  private static final String COMBINED = "(combined from similar events): ";

  /**
   * What happened.
   *
   * @param uid of the object that it happened to
   */
  record Happening(String uid, String type, String reason, String message) {

    private Similar similar() {
      return new Similar(uid, type, reason);
    }
  }

  /**
   * An event as it is to be written.
   *
   * @param key to forget it by, where it cannot be written
   * @param first when it came for the first time, which its name is made of
   * @param count above one where it is there already
   */
  record Written(Object key, Instant first, int count, String message) {}

  private record Similar(String uid, String type, String reason) {}

  private record Source(String uid, String type) {}

  private final Map<Object, Written> written = recent();
  private final Map<Similar, Messages> similar = recent();
  private final Map<Source, Allowance> allowances = recent();

  /** What is to be written; null where the object has had too many. */
  synchronized @Nullable Written next(Happening event, Instant now) {
    Messages messages = similar.get(event.similar());
    if (messages == null || Duration.between(messages.last, now).compareTo(SIMILAR_WITHIN) > 0) {
      messages = new Messages();
      similar.put(event.similar(), messages);
    }
    boolean combined = messages.add(event.message, now);
    Object key = combined ? event.similar() : event;
    String message = combined ? COMBINED + event.message : event.message;
    Written before = written.get(key);
    Written next =
        before == null
            ? new Written(key, now, 1, message)
            : new Written(key, before.first, before.count + 1, message);
    written.put(key, next);
    Allowance allowance =
        allowances.computeIfAbsent(
            new Source(event.uid, event.type), _ -> new Allowance(BURST, now));
    return allowance.take(now) ? next : null;
  }

  /** Lets the next event of this kind be a first one. */
  synchronized void forget(Written event) {
    written.remove(event.key);
  }

  /** A map that lets go of what was not used for the longest time. */
  private static <K, V> Map<K, V> recent() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MOST_REMEMBERED;
      }
    };
  }

  /** In how many words the same was told lately. */
  private static final class Messages {

    private final Set<String> different = new HashSet<>();
    private Instant last = Instant.MIN;

    /** Whether there are too many to tell them apart. */
    boolean add(String message, Instant now) {
      last = now;
      different.add(message);
      if (different.size() < MOST_MESSAGES) {
        return false;
      }
      different.remove(message);
      return true;
    }
  }

  /** How many events an object may have: a burst, and then one now and then. */
  private static final class Allowance {

    private double left;
    private Instant since;

    Allowance(double left, Instant since) {
      this.left = left;
      this.since = since;
    }

    boolean take(Instant now) {
      double refilled = (double) Duration.between(since, now).toNanos() / REFILL.toNanos();
      left = Math.min(BURST, left + refilled);
      since = now;
      if (left < 1) {
        return false;
      }
      left--;
      return true;
    }
  }
}
