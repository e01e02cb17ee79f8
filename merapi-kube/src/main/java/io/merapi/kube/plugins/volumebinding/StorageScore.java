package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceNames;
import io.merapi.kube.configuration.ShapePoint;
import io.merapi.kube.plugins.noderesources.UtilizationFunction;
import io.merapi.kube.plugins.volumebinding.NodeChoice.Match;
import io.merapi.kube.plugins.volumebinding.NodeChoice.Provision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Scores a node by how much of the storage that a pod would get there it asks for.
 *
 * <p>Where volumes exist for the pod, they count alone: how well the claims fill them. Otherwise it
 * is how much the claims take of what is left to make volumes of. Classes count alike.
 */
final class StorageScore {

  private static final long FULL = 100;

  private final UtilizationFunction function;

  StorageScore(List<ShapePoint> shape) {
    this.function = new UtilizationFunction(shape);
  }

  long of(NodeChoice choice) {
    var classes = new HashMap<String, Use>();
    if (!choice.matches().isEmpty()) {
      for (Match match : choice.matches()) {
        Quantity size = match.volume().capacity().get(ResourceNames.STORAGE);
        Use use = use(classes, match.volume().storageClassName());
        use.requested += VolumeMatcher.size(match.claim()).value();
        use.capacity += size == null ? 0 : size.value();
      }
    } else {
      for (Provision provision : choice.provisions()) {
        if (provision.pool() != null) {
          Use use = use(classes, provision.claim().storageClass());
          use.requested += VolumeMatcher.size(provision.claim()).value();
          // Claims of one class share what is left.
          use.capacity = provision.pool().bytesLeft();
        }
      }
    }
    if (classes.isEmpty()) {
      return 0;
    }
    long sum = classes.values().stream().mapToLong(this::score).sum();
    return Math.round((double) sum / classes.size());
  }

  private static Use use(Map<String, Use> classes, String storageClass) {
    return classes.computeIfAbsent(storageClass, _ -> new Use());
  }

  private long score(Use use) {
    return function.score(
        use.capacity == 0 || use.requested > use.capacity
            ? FULL
            : use.requested * FULL / use.capacity);
  }

  private static final class Use {
    long requested;
    long capacity;
  }
}
