package io.merapi.batch.session;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.workload.PriorityClass;
import io.merapi.kube.state.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The priorities of classes; where several are the default, the one that was made last. */
final class JobPriorities {

  private final Map<String, Integer> byName = new HashMap<>();
  private int byDefault;

  /** The priorities of a cluster, all 0 unless groups are to have any. */
  JobPriorities(Snapshot snapshot, SessionOptions options) {
    if (!options.priorityClasses()) {
      return;
    }
    var classes = new ArrayList<PriorityClass>();
    snapshot
        .objects(ObjectKind.PRIORITY_CLASS)
        .forEachValue(object -> classes.add((PriorityClass) object));
    classes.sort(
        Comparator.comparing(JobPriorities::created).thenComparing(one -> one.meta().name()));
    for (PriorityClass one : classes) {
      byName.put(one.meta().name(), one.value());
      byDefault = one.globalDefault() ? one.value() : byDefault;
    }
  }

  private static Instant created(PriorityClass one) {
    return Objects.requireNonNullElse(one.meta().creationTimestamp(), Instant.EPOCH);
  }

  int of(String className) {
    return byName.getOrDefault(className, byDefault);
  }
}
