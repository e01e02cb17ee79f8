package io.merapi.kube.state;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.persistent.PersistentMap;
import org.jspecify.annotations.Nullable;

/**
 * The pods of one moment: all of them, those that wait for a node and those of each group;
 * immutable.
 *
 * @param all every pod by its key, also those that have ended
 * @param pending pods without a node that have not ended
 * @param groups the pods of each group, also those that have ended, by the group's key
 */
record PodIndex(
    PersistentMap<String, PodInfo> all,
    PersistentMap<String, PodInfo> pending,
    PersistentMap<String, PersistentMap<String, PodInfo>> groups) {

  static final PodIndex EMPTY =
      new PodIndex(PersistentMap.empty(), PersistentMap.empty(), PersistentMap.empty());

  /**
   * The annotation that makes a pod a member of a PodGroup of its own namespace. Pods may carry
   * {@code scheduling.volcano.sh/group-name} too, but upstream does not read membership from it.
   */
  private static final String GROUP_NAME = "scheduling.k8s.io/group-name";

  PodIndex with(PodInfo pod) {
    PodInfo before = all.get(pod.key());
    return new PodIndex(
        all.with(pod.key(), pod),
        isPending(pod.pod()) ? pending.with(pod.key(), pod) : pending.without(pod.key()),
        groups(before, pod));
  }

  PodIndex without(PodInfo pod) {
    return new PodIndex(all.without(pod.key()), pending.without(pod.key()), groups(pod, null));
  }

  private static boolean isPending(Pod pod) {
    return !pod.assigned() && !pod.terminated();
  }

  private PersistentMap<String, PersistentMap<String, PodInfo>> groups(
      @Nullable PodInfo before, @Nullable PodInfo now) {
    String left = before == null ? null : groupKey(before.pod());
    String joined = now == null ? null : groupKey(now.pod());
    var changed = groups;
    if (before != null && left != null && !left.equals(joined)) {
      PersistentMap<String, PodInfo> rest = members(left).without(before.key());
      changed = rest.isEmpty() ? changed.without(left) : changed.with(left, rest);
    }
    if (now != null && joined != null) {
      changed = changed.with(joined, members(joined).with(now.key(), now));
    }
    return changed;
  }

  PersistentMap<String, PodInfo> members(String groupKey) {
    PersistentMap<String, PodInfo> members = groups.get(groupKey);
    return members == null ? PersistentMap.empty() : members;
  }

  private static @Nullable String groupKey(Pod pod) {
    String name = pod.meta().annotations().getOrDefault(GROUP_NAME, "");
    return name.isEmpty() ? null : pod.namespace() + "/" + name;
  }
}
