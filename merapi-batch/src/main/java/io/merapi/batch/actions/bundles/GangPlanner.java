package io.merapi.batch.actions.bundles;

import io.merapi.api.fixes.Fix;
import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.HyperNodeGradient.SearchPurpose;
import io.merapi.batch.actions.bundles.GangPlacement.Plan;
import io.merapi.batch.job.JobState;
import io.merapi.batch.network.JobTopologies;
import io.merapi.batch.session.SchedulingSession;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the victims that make room for a job: domain by domain, and in a domain bundle by
 * bundle until the job can be placed.
 *
 * <p>Differs from upstream, where each of these fixes is on: {@link
 * Fix#GANG_PREEMPT_USES_IDLE_NODES} first tries all domains without victims, where upstream evicts
 * at least one bundle; {@link Fix#MINIMAL_EVICTIONS} spares what turns out to be in nobody's way.
 */
final class GangPlanner {

  private final SchedulingSession session;
  private final EvictionRules rules;
  private final GangEvictionArgs args;
  private final DomainBundles bundles;
  private final GangPlacement placement;

  GangPlanner(SchedulingSession session, EvictionRules rules, GangEvictionArgs args) {
    this.session = session;
    this.rules = rules;
    this.args = args;
    this.bundles = new DomainBundles(session, rules, args.allowWholeBundle());
    this.placement = new GangPlacement(session, rules.reason(), args.predicateErrorCache());
  }

  /** How to make room for a job; null where there is no way. */
  @Nullable Plan plan(QueueInfo queue, JobState job) {
    List<Task> demand = new GangWorksheet(session, job).demand(session.votes().ready(job));
    if (demand.isEmpty() || !rules.serves(queue, demand)) {
      return null;
    }
    var order = new BundleOrder(rules, job, Bundle.requested(demand, session.resources()));
    List<HyperNodeInfo> domains = domains(job);
    Plan plan = null;
    if (session.fixes().has(Fix.GANG_PREEMPT_USES_IDLE_NODES)) {
      plan = first(domains, domain -> placement.plan(queue, job, domain, List.of()));
    }
    return plan == null ? first(domains, domain -> plan(queue, domain, order)) : plan;
  }

  private static @Nullable Plan first(
      List<HyperNodeInfo> domains, Function<HyperNodeInfo, @Nullable Plan> plans) {
    for (HyperNodeInfo domain : domains) {
      Plan plan = plans.apply(domain);
      if (plan != null) {
        return plan;
      }
    }
    return null;
  }

  /** The domains to try, each once; the whole cluster where none is named and none is required. */
  private List<HyperNodeInfo> domains(JobState job) {
    HyperNodeInfo top = session.hyperNodes().top();
    List<HyperNodeInfo> named =
        session.domains().gradients(job, top, SearchPurpose.EVICT).stream()
            .flatMap(List::stream)
            .distinct()
            .limit(args.maxDomains())
            .toList();
    return named.isEmpty() && !JobTopologies.binds(job) ? List.of(top) : named;
  }

  private @Nullable Plan plan(QueueInfo queue, HyperNodeInfo domain, BundleOrder order) {
    ResourcesSum available = new ResourcesSum(session.resources());
    for (SessionNode node : domain.nodes()) {
      available.add(node.idle()).add(node.releasing());
    }
    var victims = new ArrayList<Bundle>();
    for (Bundle bundle : bundles.find(order, domain)) {
      victims.add(bundle);
      available.add(bundle.freed());
      if (order.need().lessEqual(available.toResources(), MissingDimension.ZERO)) {
        Plan plan = placement.plan(queue, order.gang(), domain, tasks(victims));
        if (plan != null) {
          return session.fixes().has(Fix.MINIMAL_EVICTIONS)
              ? new FewerVictims(domain, some -> placement.plan(queue, order.gang(), domain, some))
                  .of(plan, victims)
              : plan;
        }
      }
    }
    return null;
  }

  private static List<Task> tasks(List<Bundle> bundles) {
    return bundles.stream().flatMap(bundle -> bundle.tasks().stream()).toList();
  }
}
