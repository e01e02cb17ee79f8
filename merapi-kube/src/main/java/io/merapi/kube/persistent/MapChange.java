package io.merapi.kube.persistent;

import org.jspecify.annotations.Nullable;

/** Told of each key whose value is not the same object in two maps. */
@FunctionalInterface
public interface MapChange<K, V> {

  /**
   * Takes one difference in.
   *
   * @param before absent where the key is new
   * @param after absent where the key is gone
   */
  void changed(K key, @Nullable V before, @Nullable V after);
}
