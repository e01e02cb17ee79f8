package io.merapi.batch.job;

import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;

/** Works out what of its minimum a job still has to come by. */
final class MinimumResources {

  private MinimumResources() {}

  /** See {@link JobState#outstandingMinResources}. */
  static Resources outstanding(JobState job) {
    Resources minimum = job.minResources();
    Resources held = job.allocated();
    var outstanding = new ResourcesSum(minimum.dictionary());
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      outstanding.set(id, Math.max(minimum.get(id) - held.get(id), 0));
    }
    for (int i = 0; i < minimum.scalarCount(); i++) {
      int id = minimum.scalarId(i);
      double left = minimum.get(id) - held.get(id);
      if (left > 0 && id != ResourceDictionary.EPHEMERAL_STORAGE) {
        outstanding.set(id, left);
      }
    }
    return outstanding.toResources();
  }

  /** See {@link JobState#withoutGated}. */
  static Resources withoutGated(JobState job, Resources amount) {
    if (amount.equals(Resources.none(amount.dictionary()))) {
      return amount;
    }
    var gated = new ResourcesSum(amount.dictionary());
    for (TaskState task : job.tasks()) {
      if (task.gated() && !task.waitsForQueueOnly()) {
        gated.add(task.request());
      }
    }
    Resources taken = gated.toResources();
    if (taken.isEmpty()) {
      return amount;
    }
    ResourcesSum left = amount.sum();
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      left.set(id, Math.max(amount.get(id) - taken.get(id), 0));
    }
    for (int i = 0; i < amount.scalarCount(); i++) {
      int id = amount.scalarId(i);
      if (taken.hasScalar(id)) {
        left.set(id, Math.max(amount.get(id) - taken.get(id), 0));
      }
    }
    return left.toResources();
  }
}
