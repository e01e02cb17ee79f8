package io.merapi.kube.cycle;

import io.merapi.api.pod.PodClass;
import io.merapi.api.pod.PodInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the last attempt came to, for classes of pods that fit nowhere: where many wait that are
 * alike, and all are tried again whenever something ends, it is worked out once for all of them.
 */
final class KnownFailures {

  /** A class that was not asked for while so many others were is forgotten. */
  private static final int MOST = 4096;

  private final Map<PodClass, Failure> failures = new LinkedHashMap<>(16, 0.75f, true);

  /** The failure of the last pod of a class; absent where the next one may fail otherwise. */
  @Nullable Failure of(PodInfo pod) {
    return failures.get(pod.podClass());
  }

  void remember(PodInfo pod, Failure failure) {
    failures.put(pod.podClass(), failure);
    if (failures.size() > MOST) {
      failures.remove(failures.keySet().iterator().next());
    }
  }

  void forget(PodInfo pod) {
    failures.remove(pod.podClass());
  }
}
