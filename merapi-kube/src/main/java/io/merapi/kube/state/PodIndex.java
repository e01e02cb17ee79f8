package io.merapi.kube.state;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.persistent.Edit;
import io.merapi.kube.persistent.PersistentMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a cluster, all of them and those of each group. Changes in place; what it consists of
 * is shared with copies.
 */
final class PodIndex {

  /**
   * The annotation that makes a pod a member of a PodGroup of its own namespace. Pods may carry
   * {@code scheduling.volcano.sh/group-name} too, but upstream does not read membership from it.
   */
  private static final String GROUP_NAME = "scheduling.k8s.io/group-name";

  /** Every pod by its key, also those that have ended. */
  private PersistentMap<String, PodInfo> all = PersistentMap.empty();

  /**
   * The keys of the pods of each group, also of those that have ended, by the group's key. They
   * stay the same whatever becomes of a pod, as long as it is of the group.
   */
  private PersistentMap<String, PersistentMap<String, String>> groups = PersistentMap.empty();

  /** The group that was asked for last: its pods mostly come one after the other. */
  private GroupName latest = new GroupName("", "", "");

  /** The index as it is; the edit must end with it, so that it stays so. */
  PodIndex copy() {
    var copy = new PodIndex();
    copy.all = all;
    copy.groups = groups;
    return copy;
  }

  PersistentMap<String, PodInfo> all() {
    return all;
  }

  PersistentMap<String, PersistentMap<String, String>> groups() {
    return groups;
  }

  @Nullable PodInfo find(String key) {
    return all.get(key);
  }

  void put(@Nullable PodInfo before, PodInfo now, Edit edit) {
    all = all.with(now.key(), now, edit);
    groups = groups(before, now, edit);
  }

  void remove(PodInfo pod, Edit edit) {
    all = all.without(pod.key(), edit);
    groups = groups(pod, null, edit);
  }

  private PersistentMap<String, PersistentMap<String, String>> groups(
      @Nullable PodInfo before, @Nullable PodInfo now, Edit edit) {
    String joined = now == null ? null : groupKey(now.pod());
    String left =
        before == null || (now != null && shareMeta(before, now)) ? joined : groupKey(before.pod());
    if (before != null && Objects.equals(left, joined)) {
      return groups;
    }
    var changed = groups;
    if (before != null && left != null) {
      PersistentMap<String, String> rest = members(left).without(before.key(), edit);
      changed = rest.isEmpty() ? changed.without(left, edit) : changed.with(left, rest, edit);
    }
    if (now != null && joined != null) {
      changed = changed.with(joined, members(joined).with(now.key(), now.key(), edit), edit);
    }
    return changed;
  }

  /** Whether it is plain that both are of one group. */
  @SuppressWarnings("ReferenceEquality") // where they are merely equal, the group is looked up
  private static boolean shareMeta(PodInfo before, PodInfo now) {
    return before.pod().meta() == now.pod().meta();
  }

  PersistentMap<String, String> members(String groupKey) {
    PersistentMap<String, String> members = groups.get(groupKey);
    return members == null ? PersistentMap.empty() : members;
  }

  private @Nullable String groupKey(Pod pod) {
    String name = pod.meta().annotations().getOrDefault(GROUP_NAME, "");
    if (name.isEmpty()) {
      return null;
    }
    String namespace = pod.namespace();
    if (!name.equals(latest.name) || !namespace.equals(latest.namespace)) {
      latest = new GroupName(namespace, name, namespace + "/" + name);
    }
    return latest.key;
  }

  private record GroupName(String namespace, String name, String key) {}
}
