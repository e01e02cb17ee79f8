package io.merapi.batch.placement;

import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.batch.session.NodeSearch;
import io.merapi.batch.session.SchedulingSession;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Placement that remembers: for each class of tasks it keeps which nodes fit and what they score,
 * and asks plugins again only about nodes that have changed. Used by one thread.
 *
 * <p>The outcome is that of {@link ReferenceTaskPlacement}. Where all plugins that have a part in a
 * task depend on its class, its claims and on nodes one by one, and all nodes of the session are
 * searched, the cost follows the number of nodes that have changed or that a change of claims,
 * volumes or devices has touched; tasks whose claims say the same are of one class here. Where a
 * sample of the nodes is enough, those alone are asked that the sample gets to, and a count of
 * nodes 64 at a time comes on top. Among the nodes of a smaller domain it takes a pass over what is
 * kept of them, with a sample until enough are found. Where plugins go by counts over the cluster
 * and say so, it also follows the number of groups of nodes that are alike to them, and with a
 * sample the number of nodes in it. Searches that respect a division of the nodes among schedulers
 * and tasks for which a predicate depends on the cluster are placed straight from the definition;
 * with a sample also tasks that pass nodes over.
 */
public final class IncrementalTaskPlacement implements TaskPlacement {

  private final SchedulingSession session;
  private final PlacementRules rules;
  private final ReferenceTaskPlacement reference;
  private final KnownClasses classes;

  /** Null where other rules than those of allocation hold: counts know nothing of them. */
  private final @Nullable CountedClasses counted;

  /** By class, all nodes of the session. */
  private final Map<KnownClass, ClassKinds> kinds = new HashMap<>();

  private final boolean remembers;

  /**
   * Finds nodes in a session for tasks that are to start.
   *
   * @param remembers whether a node that refused one task of a role is not asked about its others
   */
  public IncrementalTaskPlacement(SchedulingSession session, boolean remembers) {
    this.session = session;
    this.rules = new AllocationRules(session.fitness());
    this.reference = new ReferenceTaskPlacement(session, rules, remembers);
    this.classes = KnownClasses.of(session, reference);
    this.counted = new CountedClasses(session, reference::fit);
    this.remembers = remembers;
  }

  /** The same by other rules; what is remembered by them lasts no longer than this object. */
  IncrementalTaskPlacement(SchedulingSession session, PlacementRules rules, boolean remembers) {
    this.session = session;
    this.rules = rules;
    this.reference = new ReferenceTaskPlacement(session, rules, remembers);
    this.classes = new KnownClasses(session, reference);
    this.counted = null;
    this.remembers = remembers;
  }

  @Override
  public Search within(HyperNodeInfo domain) {
    int nodes = domain.nodes().size();
    if (nodes == 0 || session.shard().divides()) {
      return reference.within(domain);
    }
    classes.beginSearch();
    NodeSearch search = session.search(remembers);
    var searched = new SearchedDomain(session, domain, search, rules, classes, counted, reference);
    return search.isSampled(nodes)
        ? new SampledSearch(searched)
        : new RememberingSearch(searched, kinds);
  }
}
