package io.merapi.api.session.extension;

import io.merapi.api.framework.CycleState;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;

/** The same as {@link Allocatable} in a dry run. */
public interface SimulateAllocatable extends BatchPlugin {

  boolean simulateAllocatable(CycleState state, QueueInfo queue, Task task);
}
