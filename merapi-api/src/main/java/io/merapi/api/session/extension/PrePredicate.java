package io.merapi.api.session.extension;

import io.merapi.api.session.Task;

/** Says, once per task and before any node is looked at, whether the task can be placed at all. */
public interface PrePredicate extends BatchPlugin {

  /** What it works out it may keep in the task's cycle state. The first refusal counts. */
  Fit prePredicate(Task task);
}
