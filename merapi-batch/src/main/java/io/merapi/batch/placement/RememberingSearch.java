package io.merapi.batch.placement;

import io.merapi.api.framework.Dependence;
import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.session.NodeSearch;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.placement.NodeSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One search of {@link IncrementalTaskPlacement}, with what it remembers of roles. */
final class RememberingSearch implements TaskPlacement.Search {

  private static final NodeSet NONE = new NodeSet();

  private final SchedulingSession session;
  private final NodeFitness fitness;
  private final HyperNodeInfo domain;
  private final List<? extends SessionNode> nodes;
  private final NodeSearch search;
  private final KnownClasses classes;
  private final ReferenceTaskPlacement reference;
  private final boolean wholeCluster;
  private final boolean looksAtAll;
  private final Map<RoleRefusals, RefusedRole> roles = new HashMap<>();

  RememberingSearch(
      SchedulingSession session,
      HyperNodeInfo domain,
      NodeSearch search,
      KnownClasses classes,
      ReferenceTaskPlacement reference) {
    this.session = session;
    this.fitness = session.fitness();
    this.domain = domain;
    this.nodes = domain.nodes();
    this.search = search;
    this.classes = classes;
    this.reference = reference;
    this.wholeCluster = nodes.size() == session.nodes().size();
    this.looksAtAll =
        !nodes.isEmpty()
            && !session.shard().divides()
            && search.enough(nodes.size()) == nodes.size();
  }

  @Override
  public Placement place(TaskState task) {
    Fit atAll = fitness.prePredicate(task);
    if (!atAll.isSuccess()) {
      return new Placement.Refused(FitErrors.everywhere(nodes, atAll));
    }
    RoleRefusals refusals = search.refusals(task);
    if (!decides(task)) {
      return byDefinition(task, refusals);
    }
    try {
      KnownClass known = classes.of(task);
      NodeSet excluded = refusals == null ? NONE : recall(refusals, known);
      Placement placement = place(task, known, excluded);
      search.looked(nodes.size(), nodes.size());
      return placement == null ? refused(known, refusals) : placement;
    } catch (Unanswered _) {
      return byDefinition(task, refusals);
    }
  }

  /** Whether what is remembered can say which nodes fit; asked after the pre-predicates. */
  private boolean decides(TaskState task) {
    return looksAtAll
        && task.nominatedNodeName().isEmpty()
        && fitness
            .predicates()
            .all(plugin -> plugin.predicateDependence(task) != Dependence.CLUSTER);
  }

  private boolean scoresDecide(Task task) {
    return fitness
        .nodeOrders()
        .all(plugin -> plugin.nodeOrderDependence(task) != Dependence.CLUSTER);
  }

  /** Asks every node, but for those that are known to have refused a task of the role. */
  private Placement byDefinition(TaskState task, @Nullable RoleRefusals refusals) {
    if (refusals != null) {
      writeDown(roles.remove(refusals));
    }
    return reference.placeOnNode(task, domain, search);
  }

  private void writeDown(@Nullable RefusedRole role) {
    if (role != null) {
      role.writeDownAll(nodes);
    }
  }

  private NodeSet recall(RoleRefusals refusals, KnownClass known) {
    RefusedRole role = roles.get(refusals);
    if (role == null || role.known() != known) {
      // What a task of one class was refused counts for the others of its role.
      writeDown(role);
      role = new RefusedRole(known, refusals, nodes);
      roles.put(refusals, role);
    }
    return role.recall();
  }

  /** The best node of those with room now, else of those with room later; null for none. */
  private @Nullable Placement place(TaskState task, KnownClass known, NodeSet excluded)
      throws Unanswered {
    ClassFit fit = known.fit();
    ClassScores scores = scoresDecide(task) ? known.scores() : null;
    if (scores != null && wholeCluster && excluded.size() == 0 && fit.now().size() > 0) {
      return new Placement.OnNode(session.nodes().get(scores.best()));
    }
    Placement now = placeAmong(task, scores, fit.now(), excluded);
    if (now instanceof Placement.OnNode) {
      return now;
    }
    Placement later = placeAmong(task, scores, fit.later(), excluded);
    return later == null ? now : later;
  }

  /** The best of some nodes; null where the domain has none of them. */
  private @Nullable Placement placeAmong(
      TaskState task, @Nullable ClassScores scores, NodeSet group, NodeSet excluded)
      throws Unanswered {
    int[] candidates = candidates(group, excluded);
    if (candidates.length == 0) {
      return null;
    }
    if (scores != null) {
      return new Placement.OnNode(session.nodes().get(scores.bestOf(candidates)));
    }
    List<NodeState> found = Arrays.stream(candidates).mapToObj(session.nodes()::get).toList();
    SessionNode best = fitness.choose(task, found);
    return best == null ? new Placement.Undecided() : new Placement.OnNode(best);
  }

  private int[] candidates(NodeSet group, NodeSet excluded) {
    int[] candidates = new int[Math.min(group.size(), nodes.size())];
    int count = 0;
    for (int i = 0; i < nodes.size() && count < candidates.length; i++) {
      int node = nodes.get(i).index();
      if (group.contains(node) && !excluded.contains(node)) {
        candidates[count++] = node;
      }
    }
    return count == candidates.length ? candidates : Arrays.copyOf(candidates, count);
  }

  private Placement refused(KnownClass known, @Nullable RoleRefusals refusals) {
    if (wholeCluster
        && domain.name().equals(HyperNodes.TOP)
        && (refusals == null || refusals.isEmpty())) {
      return new Placement.Refused(known.refusal());
    }
    var errors = new FitErrors();
    for (SessionNode node : nodes) {
      Fit before = refusals == null ? null : refusals.of(node.index());
      errors.setNode(node.name(), before == null ? known.fit().of(node.index()) : before);
    }
    return ReferenceTaskPlacement.refused(errors, domain);
  }
}
