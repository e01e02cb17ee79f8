package io.merapi.batch.session;

import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.Job;
import io.merapi.api.session.SubJob;
import io.merapi.api.session.extension.HyperNodeGradient;
import io.merapi.api.session.extension.HyperNodeGradient.SearchPurpose;
import io.merapi.api.session.extension.HyperNodeOrder;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.TierLineup;
import java.util.List;

/** Which domains of the network a job may use, in which order, and how well they suit. */
public final class Domains {

  private final TierLineup<HyperNodeOrder> orders;
  private final TierLineup<HyperNodeGradient> gradients;

  Domains(SessionPlugins plugins) {
    orders = plugins.lineup(ExtensionPoint.HYPER_NODE_ORDER, HyperNodeOrder.class);
    gradients = plugins.lineup(ExtensionPoint.HYPER_NODE_GRADIENT, HyperNodeGradient.class);
  }

  /** The domains to try first, to try next and so on; only the one given where no plugin says. */
  public List<List<HyperNodeInfo>> gradients(Job job, HyperNodeInfo below, SearchPurpose purpose) {
    List<List<HyperNodeInfo>> found =
        gradients.leader(plugin -> plugin.gradients(job, below, purpose));
    return found == null ? List.of(List.of(below)) : found;
  }

  /** The same for a sub-job. */
  public List<List<HyperNodeInfo>> gradients(
      SubJob subJob, HyperNodeInfo below, SearchPurpose purpose) {
    List<List<HyperNodeInfo>> found =
        gradients.leader(plugin -> plugin.gradients(subJob, below, purpose));
    return found == null ? List.of(List.of(below)) : found;
  }

  public TierLineup<HyperNodeOrder> orders() {
    return orders;
  }

  /**
   * The sums of scores, in the order of the domains.
   *
   * @throws io.merapi.api.framework.ScoreException if a plugin can give none
   */
  public double[] score(SubJob subJob, List<HyperNodeInfo> hyperNodes) {
    double[] totals = new double[hyperNodes.size()];
    orders.forEach(plugin -> {
      double[] scores = plugin.scoreHyperNodes(subJob, hyperNodes);
      for (int i = 0; i < totals.length; i++) {
        totals[i] += scores[i];
      }
    });
    return totals;
  }
}
