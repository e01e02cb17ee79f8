package io.merapi.api.session.extension;

import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;

/** Says whether a queue has room for a task of its own; every plugin must agree. */
public interface Allocatable extends BatchPlugin {

  boolean allocatable(QueueInfo queue, Task candidate);
}
