package io.merapi.api.session.extension;

import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SubJob;
import java.util.List;

/** Says how well a sub-job suits domains of the network; the scores of all plugins add up. */
public interface HyperNodeOrder extends BatchPlugin {

  /**
   * The scores of the domains, in their order.
   *
   * @throws ScoreException if none can be given; then none of the domains is chosen
   */
  double[] scoreHyperNodes(SubJob subJob, List<HyperNodeInfo> hyperNodes);
}
