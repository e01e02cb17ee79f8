package io.merapi.batch.session;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.DeviceAmounts;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.Resources;
import io.merapi.batch.job.AttachedVolumes;
import io.merapi.batch.job.ClaimedDevices;
import io.merapi.batch.job.ReadObjects;
import io.merapi.batch.job.TaskRequests;
import io.merapi.batch.job.TaskState;
import io.merapi.kube.state.Snapshot;
import io.merapi.kube.state.SnapshotChanges;
import io.merapi.kube.table.KeyTable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The tasks of a session: pods of this scheduler, and those of others that have a node. */
final class SessionTasks {

  /** What the request of a task may depend on beside its pod. */
  private static final List<ObjectKind> READ =
      List.of(
          ObjectKind.PERSISTENT_VOLUME_CLAIM,
          ObjectKind.PERSISTENT_VOLUME,
          ObjectKind.STORAGE_CLASS,
          ObjectKind.RESOURCE_CLAIM);

  private final List<String> schedulerNames;
  private final ReadObjects objects;
  private final AttachedVolumes volumes;
  private final TaskRequests requests;
  private final ClaimedDevices devices;
  private final KeyTable<TaskState> byPod = new KeyTable<>(TaskState::key);
  private Snapshot snapshot;

  /**
   * @param ignoredDevices scalars that device plugins of the scheduler account for themselves
   */
  SessionTasks(
      Snapshot snapshot, FeatureGates gates, SessionOptions options, Set<String> ignoredDevices) {
    this.snapshot = snapshot;
    this.schedulerNames = options.schedulerNames();
    this.objects = new ReadObjects(snapshot);
    this.volumes = new AttachedVolumes(objects, options.ignoredProvisioners());
    this.requests =
        new TaskRequests(
            snapshot.dictionary(), PodRequests.Rules.of(gates), ignoredDevices, volumes);
    this.devices = new ClaimedDevices(objects, gates);
    snapshot.pods().forEachValue(this::make);
    requests.forget();
  }

  private @Nullable TaskState make(PodInfo info) {
    Pod pod = info.pod();
    if (!pod.assigned() && !schedulerNames.contains(pod.spec().schedulerNameOrDefault())) {
      return null;
    }
    Resources request = requests.of(pod);
    SortedMap<String, DeviceAmounts> claims = request == null ? null : devices.of(pod);
    if (request == null || claims == null) {
      return null;
    }
    var task = new TaskState(info, request, claims);
    byPod.put(task);
    return task;
  }

  /** Makes those anew whose pod, or something that its request reads, has changed. */
  void follow(Snapshot next, SnapshotChanges changes, Set<ObjectKind> kinds, StaleParts stale) {
    var readers = new HashSet<String>();
    for (ObjectKind kind : READ) {
      if (kinds.contains(kind)) {
        changes.forEachObject(kind, (key, _, _) -> readers.addAll(objects.readers(kind, key)));
      }
    }
    Snapshot last = snapshot;
    snapshot = next;
    objects.follow(next);
    next.pods()
        .forEachChange(
            last.pods(),
            (key, before, info) -> {
              readers.remove(key);
              renew(key, info, before == null, stale);
            });
    readers.forEach(key -> renew(key, next.pod(key), false, stale));
    requests.forget();
  }

  private void renew(String key, @Nullable PodInfo info, boolean isNew, StaleParts stale) {
    TaskState before = byPod.remove(key);
    if (before != null) {
      stale.addGone(before);
    }
    objects.forget(key);
    TaskState now = info == null ? null : make(info);
    if (now != null) {
      stale.addMade(now, isNew);
    }
  }

  /** The task of a pod, by its key; null where it has none. */
  @Nullable TaskState of(String pod) {
    return byPod.get(pod);
  }

  /** Counts the volumes of pods, and those that nodes can attach. */
  AttachedVolumes volumes() {
    return volumes;
  }
}
