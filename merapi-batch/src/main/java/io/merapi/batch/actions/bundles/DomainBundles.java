package io.merapi.batch.actions.bundles;

import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.UnifiedEvictable.Eviction;
import io.merapi.batch.job.JobState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the bundles of a domain that may be evicted for a job. */
final class DomainBundles {

  private final SchedulingSession session;
  private final EvictionRules rules;
  private final boolean allowWhole;

  /**
   * @param allowWhole whether a job may lose tasks that it cannot run without
   */
  DomainBundles(SchedulingSession session, EvictionRules rules, boolean allowWhole) {
    this.session = session;
    this.rules = rules;
    this.allowWhole = allowWhole;
  }

  /**
   * The bundles in the order in which they would go.
   *
   * <p>Plugins are asked once, about all tasks in order, since some of them count as they go. What
   * they leave of the bundles is put in order again: a smaller bundle is worth less.
   */
  List<Bundle> find(BundleOrder order, HyperNodeInfo domain) {
    var bundles = new ArrayList<Bundle>();
    candidates(order.gang(), domain)
        .forEach((owner, tasks) -> bundles.addAll(JobBundles.of(owner, tasks)));
    List<Bundle> sorted = order.sort(bundles);
    List<Task> asked = sorted.stream().flatMap(bundle -> bundle.tasks().stream()).toList();
    if (asked.isEmpty()) {
      return List.of();
    }
    var eviction = new Eviction(rules.kind(), order.gang(), null, domain.name());
    Set<Task> allowed = new HashSet<>(session.evictions().unified(eviction, asked));
    List<Bundle> left =
        bundles.stream()
            .flatMap(bundle -> bundle.allowing(allowed).stream())
            .filter(bundle -> allowWhole || bundle.kind() == Bundle.Kind.SAFE)
            .toList();
    return left.equals(bundles) ? sorted : order.sort(left);
  }

  private Map<JobState, List<Task>> candidates(JobState gang, HyperNodeInfo domain) {
    var candidates = new LinkedHashMap<JobState, List<Task>>();
    for (SessionNode node : domain.nodes()) {
      ((NodeState) node)
          .forEachTask(task -> {
            JobState owner = session.job(task.jobKey());
            if (owner != null
                && task.preemptable()
                && owner.evictable()
                && rules.mayEvict(task, owner, gang)) {
              candidates.computeIfAbsent(owner, _ -> new ArrayList<>()).add(task);
            }
          });
    }
    return candidates;
  }
}
