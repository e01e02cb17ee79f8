package io.merapi.batch.placement;

import io.merapi.api.framework.Dependence;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.session.NodeSearch;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  /** Classes times nodes, of the order of 100 bytes each. */
  private static final int MOST_ENTRIES = 1 << 20;

  private static final int LEAST_CLASSES = 8;

  private final SchedulingSession session;
  private final NodeFitness fitness;
  private final ReferenceTaskPlacement reference;
  private final boolean remembers;
  private final boolean jobsApart;
  private final TieOrder ties;

  /** By class, the one that was longest not asked for first. */
  private final Map<TaskClass, KnownClass> classes = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Finds nodes in a session.
   *
   * @param remembers whether a node that refused one task of a role is not asked about its others
   */
  public IncrementalTaskPlacement(SchedulingSession session, boolean remembers) {
    this.session = session;
    this.fitness = session.fitness();
    this.reference = new ReferenceTaskPlacement(session, remembers);
    this.remembers = remembers;
    this.jobsApart =
        Stream.of(fitness.predicates(), fitness.nodeOrders(), fitness.batchNodeOrders())
            .flatMap(lineup -> lineup.plugins().stream())
            .anyMatch(BatchPlugin::tellsJobsApart);
    this.ties = new NodeTies(session.nodes(), session.tieBreak());
  }

  @Override
  public Search within(HyperNodeInfo domain) {
    return new RememberingSearch(domain);
  }

  /** Whether what is remembered can say which nodes fit; asked after the pre-predicates. */
  private boolean decides(TaskState task, HyperNodeInfo domain, NodeSearch search) {
    return task.nominatedNodeName().isEmpty()
        && !session.shard().divides()
        && search.enough(domain.nodes().size()) == domain.nodes().size()
        && fitness
            .predicates()
            .all(plugin -> plugin.predicateDependence(task) != Dependence.CLUSTER);
  }

  private boolean scoresDecide(Task task) {
    return fitness
        .nodeOrders()
        .all(plugin -> plugin.nodeOrderDependence(task) != Dependence.CLUSTER);
  }

  private KnownClass known(TaskState task) throws Unanswered {
    var taskClass = new TaskClass(task.info().podClass(), jobsApart ? task.job() : null);
    KnownClass known =
        classes.computeIfAbsent(
            taskClass,
            _ -> new KnownClass(task, session.nodes(), fitness, session.changedNodes(), ties));
    if (classes.size() > Math.max(LEAST_CLASSES, MOST_ENTRIES / session.nodes().size())) {
      classes.remove(classes.keySet().iterator().next());
    }
    try {
      known.update(task, reference::fit);
    } catch (Unanswered e) {
      classes.remove(taskClass);
      throw e;
    }
    return known;
  }

  /** One search, with what it remembers of roles. */
  private final class RememberingSearch implements Search {

    private final HyperNodeInfo domain;
    private final NodeSearch search;
    private final Map<RoleRefusals, Recalled> roles = new HashMap<>();

    RememberingSearch(HyperNodeInfo domain) {
      this.domain = domain;
      this.search = session.search(remembers);
    }

    @Override
    public Placement place(TaskState task) {
      Fit atAll = fitness.prePredicate(task);
      if (!atAll.isSuccess()) {
        return new Placement.Refused(FitErrors.everywhere(domain.nodes(), atAll));
      }
      if (domain.nodes().isEmpty() || !decides(task, domain, search)) {
        return reference.placeOnNode(task, domain, search);
      }
      try {
        KnownClass known = known(task);
        RoleRefusals refusals = search.refusals(task);
        NodeSet excluded = refusals == null ? new NodeSet() : recall(refusals, known);
        Placement placement = place(task, known, excluded);
        search.looked(domain.nodes().size(), domain.nodes().size());
        return placement == null ? refused(known, refusals) : placement;
      } catch (Unanswered _) {
        return reference.placeOnNode(task, domain, search);
      }
    }

    /**
     * Remembers what nodes have against a role that did not have anything before.
     *
     * @return the nodes that would fit now, but refused a task of the role before
     */
    private NodeSet recall(RoleRefusals refusals, KnownClass known) throws Unanswered {
      Recalled recalled = roles.computeIfAbsent(refusals, _ -> new Recalled(known));
      if (recalled.known != known) {
        // Its tasks are of several classes: what one of them was refused counts for the others.
        throw new Unanswered();
      }
      if (recalled.read < 0) {
        domain.nodes().forEach(node -> recalled.recall(node, refusals));
      } else {
        session
            .changedNodes()
            .since(recalled.read, node -> recalled.recall(session.nodes().get(node), refusals));
      }
      recalled.read = session.changedNodes().count();
      return recalled.excluded;
    }

    /** The best node of those with room now, else of those with room later; null for none. */
    private @Nullable Placement place(TaskState task, KnownClass known, NodeSet excluded)
        throws Unanswered {
      ClassFit fit = known.fit();
      ClassScores scores = scoresDecide(task) ? known.scores() : null;
      if (scores != null
          && excluded.size() == 0
          && fit.now().size() > 0
          && domain.nodes().size() == session.nodes().size()) {
        return new Placement.OnNode(session.nodes().get(scores.best()));
      }
      boolean refused = true;
      for (NodeSet group : List.of(fit.now(), fit.later())) {
        int[] candidates = candidates(group, excluded);
        if (candidates.length > 0) {
          refused = false;
          SessionNode best = best(task, scores, candidates);
          if (best != null) {
            return new Placement.OnNode(best);
          }
        }
      }
      return refused ? null : new Placement.Undecided();
    }

    private int[] candidates(NodeSet group, NodeSet excluded) {
      if (group.size() == 0) {
        return new int[0];
      }
      return domain.nodes().stream()
          .mapToInt(SessionNode::index)
          .filter(node -> group.contains(node) && !excluded.contains(node))
          .toArray();
    }

    private @Nullable SessionNode best(
        TaskState task, @Nullable ClassScores scores, int[] candidates) throws Unanswered {
      if (scores != null) {
        return session.nodes().get(scores.bestOf(candidates));
      }
      List<NodeState> nodes = Arrays.stream(candidates).mapToObj(session.nodes()::get).toList();
      return fitness.choose(task, nodes);
    }

    private Placement refused(KnownClass known, @Nullable RoleRefusals refusals) {
      var errors = new FitErrors();
      for (SessionNode node : domain.nodes()) {
        Fit before = refusals == null ? null : refusals.of(node);
        errors.setNode(node.name(), before == null ? known.fit().of(node.index()) : before);
      }
      return ReferenceTaskPlacement.refused(errors, domain);
    }
  }

  /** How far what is known of a class was taken into what is remembered of a role. */
  private static final class Recalled {

    final KnownClass known;
    final NodeSet excluded = new NodeSet();
    int read = -1;

    Recalled(KnownClass known) {
      this.known = known;
    }

    void recall(SessionNode node, RoleRefusals refusals) {
      Fit fit = known.fit().of(node.index());
      Fit before = refusals.of(node);
      if (before == null && !fit.isSuccess()) {
        refusals.keep(node, fit);
      } else if (before != null && fit.isSuccess()) {
        excluded.add(node.index());
      } else {
        excluded.remove(node.index());
      }
    }
  }
}
