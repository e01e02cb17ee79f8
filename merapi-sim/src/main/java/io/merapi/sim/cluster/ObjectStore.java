package io.merapi.sim.cluster;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.workload.Deployment;
import io.merapi.api.workload.Job;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The objects of the simulated cluster; every change of one is told to all watchers at once, in the
 * order in which they came.
 *
 * <p>Objects that the scheduler writes to get a new version with every change, as from an API
 * server: what was decided on an older one can be told from the rest.
 */
public final class ObjectStore {

  private final Map<ObjectKind, Map<String, ClusterObject>> objects =
      new EnumMap<>(ObjectKind.class);
  private final List<Consumer<ObjectEvent>> watchers = new ArrayList<>();
  private long version;

  public void watch(Consumer<ObjectEvent> watcher) {
    watchers.add(watcher);
  }

  /** An object in its own type; null where there is none. */
  public <T extends ClusterObject> @Nullable T find(Class<T> type, ObjectKind kind, String key) {
    ClusterObject found = objects.getOrDefault(kind, Map.of()).get(key);
    return found == null ? null : type.cast(found);
  }

  /** A pod as it is now; null where it is gone or another has its name. */
  @Nullable Pod current(Pod pod) {
    Pod now = find(Pod.class, ObjectKind.POD, pod.key());
    return now != null && now.isSameAs(pod) ? now : null;
  }

  /** All objects of a kind, in the order in which they came. */
  public List<ClusterObject> all(ObjectKind kind) {
    return List.copyOf(objects.getOrDefault(kind, Map.of()).values());
  }

  /** Puts an object in, in place of an earlier one of its name, and tells its new version. */
  public void apply(ClusterObject object) {
    ClusterObject stamped = stamped(object);
    objects.computeIfAbsent(object.kind(), _ -> new LinkedHashMap<>()).put(object.key(), stamped);
    tell(new ObjectEvent.Applied(stamped));
  }

  /** Takes an object out; nothing happens where there is none. */
  public void delete(ObjectKind kind, String key) {
    Map<String, ClusterObject> ofKind = objects.get(kind);
    ClusterObject gone = ofKind == null ? null : ofKind.remove(key);
    if (gone != null) {
      tell(new ObjectEvent.Deleted(gone));
    }
  }

  private void tell(ObjectEvent event) {
    watchers.forEach(watcher -> watcher.accept(event));
  }

  private ClusterObject stamped(ClusterObject object) {
    version++;
    return switch (object) {
      case Pod pod -> pod.withMeta(stamped(pod.meta()));
      case PodGroup group -> group.withMeta(stamped(group.meta()));
      case Queue queue -> queue.withMeta(stamped(queue.meta()));
      case VolcanoJob job -> job.withMeta(stamped(job.meta()));
      case Job job -> job.withMeta(stamped(job.meta()));
      case Deployment deployment -> deployment.withMeta(stamped(deployment.meta()));
      case PersistentVolume volume ->
          new PersistentVolume(
              stamped(volume.meta()),
              volume.capacity(),
              volume.accessModes(),
              volume.claim(),
              volume.storageClassName(),
              volume.volumeMode(),
              volume.requiredNodes(),
              volume.reclaimPolicy(),
              volume.volumeAttributesClassName(),
              volume.source(),
              volume.phase());
      case PersistentVolumeClaim claim ->
          new PersistentVolumeClaim(
              stamped(claim.meta()), claim.spec(), claim.phase(), claim.capacity());
      case ResourceClaim claim -> claim.withMeta(stamped(claim.meta()));
      default -> object;
    };
  }

  private ObjectMeta stamped(ObjectMeta meta) {
    ObjectMeta known = meta.uid().isEmpty() ? meta.withUid("sim-" + version) : meta;
    return known.withResourceVersion(Long.toString(version));
  }
}
