package io.merapi.sim.recording;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.pod.Pod;
import io.merapi.api.workload.Job;
import io.merapi.sim.report.WaitingGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where pods are scheduled one by one: the pods of one owner are a job, and every pod without. */
final class OwnerJobs extends JobBook {

  private record Key(String namespace, String kind, String name) {

    static Key of(Job job) {
      return new Key(job.namespace(), job.kind().kindName(), job.name());
    }

    static Key of(Pod pod) {
      OwnerReference owner = pod.meta().controller().orElse(null);
      return owner == null
          ? new Key(pod.namespace(), "Pod", pod.name())
          : new Key(pod.namespace(), owner.kind(), owner.name());
    }
  }

  private final Map<Key, JobHistory> open = new HashMap<>();
  private final Set<Key> owners = new HashSet<>();
  private final List<Key> idle = new ArrayList<>();

  @Override
  JobHistory of(Pod pod, long now) {
    Key key = Key.of(pod);
    JobHistory known = open.get(key);
    if (known != null) {
      return known;
    }
    var job = new JobHistory(key.kind.intern(), key.namespace.intern(), key.name, null, 1, now);
    open.put(key, job);
    add(job);
    return job;
  }

  @Override
  void idle(Pod pod, JobHistory job) {
    idle.add(Key.of(pod));
  }

  @Override
  void see(Job owner) {
    owners.add(Key.of(owner));
  }

  @Override
  void gone(Job owner) {
    owners.remove(Key.of(owner));
    idle.add(Key.of(owner));
  }

  @Override
  boolean isWoundUp(Pod pod) {
    return false;
  }

  @Override
  void see(PodGroup group, long now) {}

  @Override
  void gone(PodGroup group) {}

  @Override
  void told(PodGroup group, String message) {}

  /** Most controllers make pods again in the moment in which they are lost; Jobs take longer. */
  @Override
  void forgetOver() {
    for (Key key : idle) {
      JobHistory job = open.get(key);
      if (job != null && !job.isAlive() && !owners.contains(key)) {
        open.remove(key);
        close(job);
      }
    }
    idle.clear();
  }

  @Override
  List<WaitingGroup> waiting(long now) {
    return List.of();
  }
}
