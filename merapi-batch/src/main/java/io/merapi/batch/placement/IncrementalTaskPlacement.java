package io.merapi.batch.placement;

import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.batch.session.SchedulingSession;

/**
 * Placement that remembers: for each class of tasks it keeps which nodes fit and what they score,
 * and asks plugins again only about nodes that have changed. Used by one thread.
 *
 * <p>The outcome is that of {@link ReferenceTaskPlacement}. Where all plugins that have a part in a
 * task depend on its class and on nodes one by one, and all nodes of the session are searched, the
 * cost follows the number of nodes that have changed. Among the nodes of a smaller domain it takes
 * a pass over what is kept of them. Tasks that are nominated to a node, searches that stop when
 * enough nodes are found or that respect a division of the nodes among schedulers, and tasks for
 * which a predicate depends on the cluster are placed straight from the definition.
 */
public final class IncrementalTaskPlacement implements TaskPlacement {

  private final SchedulingSession session;
  private final ReferenceTaskPlacement reference;
  private final KnownClasses classes;
  private final boolean remembers;

  /**
   * Finds nodes in a session.
   *
   * @param remembers whether a node that refused one task of a role is not asked about its others
   */
  public IncrementalTaskPlacement(SchedulingSession session, boolean remembers) {
    this.session = session;
    this.reference = new ReferenceTaskPlacement(session, remembers);
    this.classes = new KnownClasses(session, reference::fit);
    this.remembers = remembers;
  }

  @Override
  public Search within(HyperNodeInfo domain) {
    classes.beginSearch();
    return new RememberingSearch(session, domain, session.search(remembers), classes, reference);
  }
}
