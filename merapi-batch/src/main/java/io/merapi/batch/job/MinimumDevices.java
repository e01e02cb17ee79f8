package io.merapi.batch.job;

import io.merapi.api.device.DeviceAmounts;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;

/** Works out the devices that a job needs for its minimum of tasks. */
final class MinimumDevices {

  private static final Comparator<TaskState> BY_NAME =
      Comparator.comparing(TaskState::name).thenComparing(TaskState::uid);

  private MinimumDevices() {}

  static DeviceAmounts of(JobState job) {
    return job.roleMinimums().isEmpty() ? ofFirstTasks(job) : ofRoles(job);
  }

  private static DeviceAmounts ofFirstTasks(JobState job) {
    return job.tasks().stream()
        .filter(MinimumDevices::claims)
        .sorted(BY_NAME)
        .limit(Math.max(job.minAvailable(), 0))
        .map(MinimumDevices::total)
        .reduce(DeviceAmounts.NONE, DeviceAmounts::plus);
  }

  /** One task stands for all of its role. */
  private static DeviceAmounts ofRoles(JobState job) {
    Map<String, Integer> minimums = job.roleMinimums();
    var seen = new HashSet<String>();
    DeviceAmounts sum = DeviceAmounts.NONE;
    for (TaskState task : job.tasks()) {
      int minimum = minimums.getOrDefault(task.role(), 0);
      if (claims(task) && minimum > 0 && seen.add(task.role())) {
        sum = sum.plus(total(task).times(minimum));
      }
    }
    return sum;
  }

  private static boolean claims(TaskState task) {
    return !task.claimedDevices().isEmpty();
  }

  private static DeviceAmounts total(TaskState task) {
    return task.claimedDevices().values().stream().reduce(DeviceAmounts.NONE, DeviceAmounts::plus);
  }
}
