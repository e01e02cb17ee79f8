package io.merapi.batch.placement;

import io.merapi.api.session.SessionNode;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
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

/** A search among all nodes of a domain, with what it remembers of roles. */
final class RememberingSearch extends DomainSearch {

  private static final NodeSet NONE = new NodeSet();

  private final SchedulingSession session;
  private final List<? extends SessionNode> nodes;
  private final NodeSearch search;
  private final boolean wholeCluster;
  private final Map<KnownClass, ClassKinds> kinds;
  private final Map<RoleRefusals, RefusedRole> roles = new HashMap<>();

  /**
   * @param kindsOfCluster what is remembered of all nodes of the session
   */
  RememberingSearch(SearchedDomain searched, Map<KnownClass, ClassKinds> kindsOfCluster) {
    super(searched);
    this.session = searched.session();
    this.nodes = searched.nodes();
    this.search = searched.search();
    this.wholeCluster = searched.isWholeCluster();
    this.kinds = wholeCluster ? kindsOfCluster : new HashMap<>();
  }

  @Override
  @Nullable NodeState bestByCounts(
      TaskState task, CountedClass known, @Nullable RoleRefusals refusals) throws Unanswered {
    if (refusals != null) {
      writeDown(roles.remove(refusals));
    }
    NodeState best = known.place(task, refusals);
    searched.looked(nodes.size());
    return best;
  }

  @Override
  Placement placeByClass(TaskState task, @Nullable RoleRefusals refusals) {
    try {
      KnownClass known = searched.classes().of(task);
      if (!findsTheSame(searched.rules().passedOver(task), known, refusals)) {
        return byDefinition(task, refusals);
      }
      NodeState nominated = searched.nominated(task);
      if (nominated != null) {
        search.looked(1, 1);
        if (fits(nominated, known, refusals)) {
          return new Placement.OnNode(nominated);
        }
      }
      NodeSet excluded = refusals == null ? NONE : recall(refusals, known);
      Placement placement = place(task, known, excluded);
      searched.looked(nodes.size());
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
      if (node != null && known.fit().fits(node.index())) {
        return false;
      }
    }
    return true;
  }

  /** Whether a node says so now, and has refused no task of the role before. */
  private boolean fits(NodeState node, KnownClass known, @Nullable RoleRefusals refusals) {
    if (!known.fit().fits(node.index())) {
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
  @Override
  Placement byDefinition(TaskState task, @Nullable RoleRefusals refusals) {
    if (refusals != null) {
      writeDown(roles.remove(refusals));
    }
    return super.byDefinition(task, refusals);
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
    ClassScores scores = scores(task, known);
    ClassScores ofKinds = known.scores();
    if (scores == null
        && ofKinds != null
        && excluded.size() == 0
        && session.fitness().scoresGoByKinds(task)) {
      return placeByKinds(task, known, ofKinds);
    }
    if (scores != null && wholeCluster && excluded.size() == 0) {
      if (fit.now().size() > 0) {
        return on(scores.best());
      }
      return fit.later().size() > 0 ? on(scores.bestLater()) : null;
    }
    Placement now = placeAmong(task, scores, candidates(fit.now(), excluded));
    if (now instanceof Placement.OnNode) {
      return now;
    }
    Placement later = placeAmong(task, scores, candidates(fit.later(), excluded));
    return later == null ? now : later;
  }

  private @Nullable Placement placeByKinds(TaskState task, KnownClass known, ClassScores scores)
      throws Unanswered {
    KnownClasses classes = searched.classes();
    NodeState best =
        kinds
            .computeIfAbsent(
                known,
                _ -> new ClassKinds(session, known, scores, classes.asked().ownTerms(), nodes))
            .best(task);
    return best == null ? null : new Placement.OnNode(best);
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
}
