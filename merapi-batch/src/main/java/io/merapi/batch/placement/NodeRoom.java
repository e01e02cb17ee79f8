package io.merapi.batch.placement;

import io.merapi.api.resource.Dimensions;
import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.InsufficientRoom;
import java.util.List;

/** Whether a node has room for a task, or will have once what is being released is free. */
public final class NodeRoom {

  private NodeRoom() {}

  /** A fit, or a refusal that names what there is too little of. */
  public static Fit fit(Task task, SessionNode node) {
    Resources room = node.futureIdle();
    List<String> exceeded = Dimensions.exceeding(task.request(), room, MissingDimension.ZERO);
    return exceeded.isEmpty()
        ? Fit.fits()
        : Fit.unschedulable(new InsufficientRoom(exceeded, task.request(), room));
  }
}
