package io.merapi.batch.actions.bundles;

import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.UnifiedEvictable.Eviction;
import io.merapi.batch.job.JobState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the bundles of a domain that may be evicted for a job; used by one thread and for one
 * action.
 *
 * <p>Every task of the domain is looked at for every job that room is made for, because plugins are
 * asked about all of them. Only what becomes of the tasks of one job is kept until one of them
 * moves.
 */
final class DomainBundles {

  private final SchedulingSession session;
  private final EvictionRules rules;
  private final boolean allowWhole;
  private final Map<JobState, Known> byOwner = new HashMap<>();

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
        .forEach((owner, tasks) -> bundles.addAll(bundlesOf(owner, tasks)));
    List<Bundle> sorted = order.sort(bundles);
    List<Task> asked = sorted.stream().flatMap(bundle -> bundle.tasks().stream()).toList();
    if (asked.isEmpty()) {
      return List.of();
    }
    var eviction = new Eviction(rules.kind(), order.gang(), null, domain.name());
    List<Task> allowed = session.evictions().unified(eviction, asked);
    List<Bundle> left =
        (allowed.equals(asked) ? bundles.stream() : allowing(bundles, new HashSet<>(allowed)))
            .filter(bundle -> allowWhole || bundle.kind() == Bundle.Kind.SAFE)
            .toList();
    return left.equals(bundles) ? sorted : order.sort(left);
  }

  private static Stream<Bundle> allowing(List<Bundle> bundles, Set<Task> allowed) {
    return bundles.stream().flatMap(bundle -> bundle.allowing(allowed).stream());
  }

  /** The bundles of a job; those of the last time where nothing of it has moved since. */
  private List<Bundle> bundlesOf(JobState owner, List<Task> tasks) {
    Known known = byOwner.get(owner);
    if (known == null || known.moves != owner.moves() || !known.tasks.equals(tasks)) {
      known = new Known(owner.moves(), tasks, JobBundles.of(owner, tasks));
      byOwner.put(owner, known);
    }
    return known.bundles;
  }

  private Map<JobState, List<Task>> candidates(JobState gang, HyperNodeInfo domain) {
    var candidates = new LinkedHashMap<JobState, List<Task>>();
    var evictable = new HashMap<JobState, Boolean>();
    for (SessionNode node : domain.nodes()) {
      ((NodeState) node)
          .forEachTask(task -> {
            JobState owner = session.job(task.jobKey());
            if (owner != null
                && task.preemptable()
                && evictable.computeIfAbsent(owner, JobState::evictable)
                && rules.mayEvict(task, owner, gang)) {
              candidates.computeIfAbsent(owner, _ -> new ArrayList<>()).add(task);
            }
          });
    }
    return candidates;
  }

  /**
   * What was found for a job.
   *
   * @param moves the number of its moves then
   * @param tasks those that the bundles are of
   */
  private record Known(int moves, List<Task> tasks, List<Bundle> bundles) {}
}
