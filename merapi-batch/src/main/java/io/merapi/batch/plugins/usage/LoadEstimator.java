package io.merapi.batch.plugins.usage;

import static io.merapi.api.resource.ResourceDictionary.CPU;
import static io.merapi.api.resource.ResourceDictionary.MEMORY;

import io.merapi.api.pod.PodRequests;
import io.merapi.api.pod.PodResources;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.batch.plugins.usage.ShadowLoad.Load;
import java.util.Set;

/** Estimates the load that a task will make, from what it asks for. */
final class LoadEstimator {

  private final UsageArgs.Estimator args;
  private final Session session;
  private final PodRequests.Rules rules;

  LoadEstimator(UsageArgs.Estimator args, Session session) {
    this.args = args;
    this.session = session;
    this.rules = PodRequests.Rules.of(session.gates());
  }

  /**
   * The load of a task on a node.
   *
   * @param utilization of the node so far, 0 to 1: from the threshold on estimates are raised
   */
  Load of(Task task, double utilization) {
    double factor = utilization >= args.riskThreshold() ? args.riskFactor() : 1;
    if (task.bestEffort()) {
      return new Load(args.bestEffortMilliCpu() * factor, args.bestEffortMemory() * factor);
    }
    Resources request = task.request();
    Resources limits = new PodResources(task.pod(), session.resources(), rules, Set.of()).limits();
    return new Load(
        estimate(request.get(CPU), limits.get(CPU), factor),
        estimate(request.get(MEMORY), limits.get(MEMORY), factor));
  }

  /** A part of the request, and a part of what the limit allows beyond it. */
  private double estimate(double request, double limit, double factor) {
    double most = Math.max(limit, request);
    double load = (request * args.requestRatio() + (most - request) * args.burstRatio()) * factor;
    return Math.clamp(load, 0, most);
  }
}
