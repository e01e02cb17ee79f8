package io.merapi.batch.placement;

import static java.util.Objects.requireNonNull;

import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.CountedPredicate;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.session.NodeSearch;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.Unanswered;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One search of {@link IncrementalTaskPlacement} among all nodes of a domain, with what it
 * remembers of roles.
 */
final class RememberingSearch implements TaskPlacement.Search {

  private static final NodeSet NONE = new NodeSet();

  private final SchedulingSession session;
  private final NodeFitness fitness;
  private final HyperNodeInfo domain;
  private final List<? extends SessionNode> nodes;
  private final NodeSearch search;
  private final PlacementRules rules;
  private final KnownClasses classes;
  private final @Nullable CountedClasses countedClasses;
  private final ReferenceTaskPlacement reference;
  private final boolean wholeCluster;
  private final Map<RoleRefusals, RefusedRole> roles = new HashMap<>();

  RememberingSearch(
      SchedulingSession session,
      HyperNodeInfo domain,
      NodeSearch search,
      PlacementRules rules,
      KnownClasses classes,
      @Nullable CountedClasses countedClasses,
      ReferenceTaskPlacement reference) {
    this.session = session;
    this.fitness = session.fitness();
    this.domain = domain;
    this.nodes = domain.nodes();
    this.search = search;
    this.rules = rules;
    this.classes = classes;
    this.countedClasses = countedClasses;
    this.reference = reference;
    this.wholeCluster = nodes.size() == session.nodes().size();
  }

  @Override
  public Placement place(TaskState task) {
    Fit atAll = fitness.prePredicate(task);
    if (!atAll.isSuccess()) {
      return new Placement.Refused(FitErrors.everywhere(nodes, atAll));
    }
    RoleRefusals refusals = search.refusals(task);
    List<CountedPredicate> counted = CountedFit.counted(task, fitness);
    if (counted == null) {
      return byDefinition(task, refusals);
    }
    CountedClass known = countedClasses == null ? null : countedClasses.of(task, counted);
    if (known != null
        && wholeCluster
        && task.nominatedNodeName().isEmpty()
        && fitness.scoresGoByNodes(task)) {
      return placeByCounts(task, known, counted, refusals);
    }
    return counted.isEmpty() ? placeByClass(task, refusals) : byDefinition(task, refusals);
  }

  private Placement placeByClass(TaskState task, @Nullable RoleRefusals refusals) {
    try {
      KnownClass known = classes.of(task);
      if (!findsTheSame(rules.passedOver(task), known, refusals)) {
        return byDefinition(task, refusals);
      }
      NodeState nominated = rules.asksNominatedFirst() ? nominated(task, session, nodes) : null;
      if (nominated != null && nominated.fitsFutureIdle(task)) {
        search.looked(1, 1);
        if (fits(nominated, known, refusals)) {
          return new Placement.OnNode(nominated);
        }
      }
      NodeSet excluded = refusals == null ? NONE : recall(refusals, known);
      Placement placement = place(task, known, excluded);
      search.looked(nodes.size(), nodes.size());
      return placement == null ? refused(known, refusals) : placement;
    } catch (Unanswered _) {
      return byDefinition(task, refusals);
    }
  }

  /**
   * Whether it makes no difference that some nodes are not asked: they do not fit now either,
   * nothing is kept of them for other tasks, and the search begins with the first node.
   */
  private boolean findsTheSame(
      Set<String> passedOver, KnownClass known, @Nullable RoleRefusals refusals) {
    if (passedOver.isEmpty()) {
      return true;
    }
    if (refusals != null || search.start() != 0) {
      return false;
    }
    for (String name : passedOver) {
      NodeState node = session.node(name);
      if (node != null && known.fit().of(node.index()).isSuccess()) {
        return false;
      }
    }
    return true;
  }

  private Placement placeByCounts(
      TaskState task,
      CountedClass known,
      List<CountedPredicate> counted,
      @Nullable RoleRefusals refusals) {
    if (refusals != null) {
      writeDown(roles.remove(refusals));
    }
    NodeState best;
    try {
      best = known.place(task, refusals);
    } catch (Unanswered _) {
      requireNonNull(countedClasses).giveUp(task, counted);
      return byDefinition(task, refusals);
    }
    search.looked(nodes.size(), nodes.size());
    if (best != null) {
      return new Placement.OnNode(best);
    }
    if (refusals == null && domain.name().equals(HyperNodes.TOP)) {
      return new Placement.Refused(known.refusal(task));
    }
    return ReferenceTaskPlacement.refused(domain, refusals, node -> reference.fit(task, node));
  }

  /** The node where room was made for a task; null where that is none of the domain. */
  static @Nullable NodeState nominated(
      TaskState task, SchedulingSession session, List<? extends SessionNode> domain) {
    NodeState node = session.node(task.nominatedNodeName());
    return node == null || domain.size() == session.nodes().size() || domain.contains(node)
        ? node
        : null;
  }

  /** Whether a node says so now, and has refused no task of the role before. */
  private boolean fits(NodeState node, KnownClass known, @Nullable RoleRefusals refusals) {
    if (!known.fit().of(node.index()).isSuccess()) {
      return false;
    }
    if (refusals == null) {
      return true;
    }
    RefusedRole role = roles.get(refusals);
    if (role != null && role.known() != known) {
      roles.remove(refusals);
      role.writeDownAll(nodes);
    } else if (role != null) {
      role.writeDown();
    }
    return refusals.of(node.index()) == null;
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
    ClassScores scores = fitness.scoresGoByNodes(task) ? known.scores() : null;
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
    return scores == null || candidates.length == 0
        ? reference.choose(task, candidates)
        : new Placement.OnNode(session.nodes().get(scores.bestOf(candidates)));
  }

  private int[] candidates(NodeSet group, NodeSet excluded) {
    if (wholeCluster && excluded.size() == 0) {
      return group.toArray();
    }
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
    return ReferenceTaskPlacement.refused(domain, refusals, node -> known.fit().of(node.index()));
  }
}
