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
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the bundles of a domain that may be evicted for a job; used by one thread and for one
 * action.
 *
 * <p>By the definition every task of the domain is looked at for every job that room is made for,
 * and plugins are asked about all of them. From memory only what has changed is looked at, and
 * plugins are asked again only where some of them do not judge each task for itself, or do not let
 * all go.
 */
final class DomainBundles {

  /** As many domains and kinds of gangs are remembered. */
  private static final int MOST_REMEMBERED = 64;

  private final SchedulingSession session;
  private final EvictionRules rules;
  private final boolean allowWhole;

  /** By domain and kind of gang, the one that was longest not asked for first. */
  private final SequencedMap<List<Object>, DomainCandidates> remembered =
      new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param allowWhole whether a job may lose tasks that it cannot run without
   */
  DomainBundles(SchedulingSession session, EvictionRules rules, boolean allowWhole) {
    this.session = session;
    this.rules = rules;
    this.allowWhole = allowWhole;
  }

  /** The bundles in the order in which they would go. */
  List<Bundle> find(BundleOrder order, HyperNodeInfo domain) {
    var bundles = new ArrayList<Bundle>();
    var eviction = new Eviction(rules.kind(), order.gang(), null, domain.name());
    if (session.options().reference()) {
      candidates(order.gang(), domain)
          .forEach((owner, tasks) -> bundles.addAll(JobBundles.of(owner, tasks)));
      return find(order, bundles, eviction);
    }
    DomainCandidates known = remembered(order.gang(), domain);
    known.update(order.gang());
    known.owners().forEach(owner -> bundles.addAll(owner.bundles()));
    return !bundles.isEmpty() && known.allMayGo(eviction)
        ? left(order, bundles, order.sort(bundles), bundles.stream())
        : find(order, bundles, eviction);
  }

  /**
   * Asks plugins about all tasks in order, since some of them count as they go. What they leave of
   * the bundles is put in order again: a smaller bundle is worth less.
   */
  private List<Bundle> find(BundleOrder order, List<Bundle> bundles, Eviction eviction) {
    List<Bundle> sorted = order.sort(bundles);
    List<Task> asked = sorted.stream().flatMap(bundle -> bundle.tasks().stream()).toList();
    if (asked.isEmpty()) {
      return List.of();
    }
    List<Task> allowed = session.evictions().unified(eviction, asked);
    return left(
        order,
        bundles,
        sorted,
        allowed.equals(asked) ? bundles.stream() : allowing(bundles, new HashSet<>(allowed)));
  }

  private List<Bundle> left(
      BundleOrder order, List<Bundle> bundles, List<Bundle> sorted, Stream<Bundle> allowed) {
    List<Bundle> left =
        allowed.filter(bundle -> allowWhole || bundle.kind() == Bundle.Kind.SAFE).toList();
    return left.equals(bundles) ? sorted : order.sort(left);
  }

  private static Stream<Bundle> allowing(List<Bundle> bundles, Set<Task> allowed) {
    return bundles.stream().flatMap(bundle -> bundle.allowing(allowed).stream());
  }

  private DomainCandidates remembered(JobState gang, HyperNodeInfo domain) {
    DomainCandidates known =
        remembered.computeIfAbsent(
            List.of(domain, rules.kindOf(gang)), _ -> new DomainCandidates(session, rules, domain));
    if (remembered.size() > MOST_REMEMBERED) {
      remembered.pollFirstEntry();
    }
    return known;
  }

  private Map<JobState, List<Task>> candidates(JobState gang, HyperNodeInfo domain) {
    var candidates = new LinkedHashMap<JobState, List<Task>>();
    for (SessionNode node : domain.nodes()) {
      ((NodeState) node)
          .forEachTask(task -> {
            JobState owner = ownerOf(task, gang, session, rules);
            if (owner != null) {
              candidates.computeIfAbsent(owner, _ -> new ArrayList<>()).add(task);
            }
          });
    }
    return candidates;
  }

  /** The job of a task that may be asked about for a gang; null for one that may not. */
  static @Nullable JobState ownerOf(
      Task task, JobState gang, SchedulingSession session, EvictionRules rules) {
    JobState owner = session.job(task.jobKey());
    return owner != null
            && task.preemptable()
            && owner.evictable()
            && rules.mayEvict(task, owner, gang)
        ? owner
        : null;
  }
}
