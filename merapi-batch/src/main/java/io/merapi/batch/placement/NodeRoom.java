package io.merapi.batch.placement;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.InsufficientRoom;

/** Whether a node has room for a task, or will have once what is being released is free. */
public final class NodeRoom {

  private NodeRoom() {}

  /** A fit, or a refusal that names what there is too little of. */
  public static Fit fit(Task task, SessionNode node) {
    return node.fitsFutureIdle(task)
        ? Fit.fits()
        : Fit.unschedulable(new InsufficientRoom(task.request(), node.futureIdle()));
  }
}
