package io.merapi.api.session.extension;

import io.merapi.api.session.Task;

/** Adds to the binding of a task. No switch turns it off. */
public interface BindHandler extends BatchPlugin {

  /** Called when the allocation of a task is committed, before the binding begins. */
  void prepareBind(Task task, BindContext context);
}
