package io.merapi.kube.framework;

import io.merapi.api.pod.PodInfo;
import io.merapi.kube.persistent.PersistentMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nominations that do not change. */
record FixedNominations(PersistentMap<String, List<PodInfo>> byNode) implements Nominations {

  @Override
  public @Nullable String nodeOf(PodInfo pod) {
    @Nullable String[] found = {null};
    byNode.forEach((node, pods) -> {
      if (pods.stream().anyMatch(one -> one.key().equals(pod.key()))) {
        found[0] = node;
      }
    });
    return found[0];
  }
}
