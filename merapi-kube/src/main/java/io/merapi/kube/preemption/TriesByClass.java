package io.merapi.kube.preemption;

import io.merapi.api.pod.PodClass;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is remembered of tries, by class of pods; used by one thread. */
final class TriesByClass {

  /** Classes times nodes; a try takes some 200 bytes. */
  private static final int MOST_TRIES = 1 << 17;

  private static final int FEWEST_CLASSES = 2;

  /** The class that was longest not asked for comes first. */
  private final Map<PodClass, ClassTries> classes = new LinkedHashMap<>(16, 0.75f, true);

  /** What is remembered of a class, in a cluster of so many nodes. */
  ClassTries of(PodClass podClass, int nodes) {
    ClassTries tries = classes.computeIfAbsent(podClass, _ -> new ClassTries());
    if (classes.size() > Math.max(FEWEST_CLASSES, MOST_TRIES / Math.max(1, nodes))) {
      classes.remove(classes.keySet().iterator().next());
    }
    return tries;
  }
}
