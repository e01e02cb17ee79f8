package io.merapi.batch.job;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.kube.state.Snapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects of the cluster that pods refer to, and which pods have looked at which: what a pod asks
 * for may be another amount once one of them comes, changes or goes.
 */
public final class ReadObjects {

  private final Map<Ref, Set<String>> readers = new HashMap<>();
  private final Map<String, Set<Ref>> read = new HashMap<>();
  private Snapshot snapshot;

  public ReadObjects(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** Looks things up in another snapshot from now on. */
  public void follow(Snapshot next) {
    snapshot = next;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  /**
   * An object, looked up on behalf of a pod; that it does not exist counts as read too.
   *
   * @param pod the key of the pod
   */
  <T extends ClusterObject> @Nullable T read(
      String pod, Class<T> type, ObjectKind kind, String key) {
    var ref = new Ref(kind, key);
    readers.computeIfAbsent(ref, _ -> new HashSet<>()).add(pod);
    read.computeIfAbsent(pod, _ -> new HashSet<>()).add(ref);
    return snapshot.object(type, kind, key);
  }

  /** The keys of the pods that looked an object up. */
  public Set<String> readers(ObjectKind kind, String key) {
    return readers.getOrDefault(new Ref(kind, key), Set.of());
  }

  /** Forgets what a pod has read: it is gone, or about to read again. */
  public void forget(String pod) {
    Set<Ref> forgotten = read.remove(pod);
    if (forgotten == null) {
      return;
    }
    for (Ref ref : forgotten) {
      readers.computeIfPresent(
          ref,
          (_, pods) -> {
            pods.remove(pod);
            return pods.isEmpty() ? null : pods;
          });
    }
  }

  private record Ref(ObjectKind kind, String key) {}
}
