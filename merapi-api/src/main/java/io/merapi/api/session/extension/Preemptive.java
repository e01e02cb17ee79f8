package io.merapi.api.session.extension;

import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import java.util.List;

/** Says whether a queue may reclaim from others for tasks of its own; every plugin must agree. */
public interface Preemptive extends BatchPlugin {

  boolean preemptive(QueueInfo queue, List<? extends Task> candidates);
}
