package io.merapi.cluster.serve;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remembers a limited number of answers, each for some time; safe for use by many threads. */
final class ShortMemory<K, V> {

  private static final int MOST = 4096;

  private final Map<K, Remembered<V>> entries =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Remembered<V>> eldest) {
          return size() > MOST;
        }
      };

  synchronized @Nullable V get(K key) {
    Remembered<V> entry = entries.get(key);
    if (entry == null || System.nanoTime() - entry.end >= 0) {
      entries.remove(key);
      return null;
    }
    return entry.value;
  }

  synchronized void put(K key, V value, Duration life) {
    entries.remove(key);
    if (life.isPositive()) {
      entries.put(key, new Remembered<>(value, System.nanoTime() + life.toNanos()));
    }
  }

  private record Remembered<V>(V value, long end) {}
}
