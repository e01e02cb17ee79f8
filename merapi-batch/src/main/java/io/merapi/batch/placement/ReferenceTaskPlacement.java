package io.merapi.batch.placement;

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
import io.merapi.batch.session.NodeSearch.Found;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.batch.session.SchedulingSession;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks every node about every task, straight from the definition. */
public final class ReferenceTaskPlacement implements TaskPlacement {

  private final SchedulingSession session;
  private final PlacementRules rules;
  private final NodeFitness fitness;
  private final NodeChoice choice;
  private final boolean remembers;

  /**
   * Finds nodes in a session for tasks that are to start.
   *
   * @param remembers whether a node that refused one task of a role is not asked about its others
   */
  public ReferenceTaskPlacement(SchedulingSession session, boolean remembers) {
    this(session, new AllocationRules(session.fitness()), remembers);
  }

  ReferenceTaskPlacement(SchedulingSession session, PlacementRules rules, boolean remembers) {
    this.session = session;
    this.rules = rules;
    this.fitness = session.fitness();
    this.choice = new NodeChoice(session);
    this.remembers = remembers;
  }

  @Override
  public Search within(HyperNodeInfo domain) {
    NodeSearch search = session.search(remembers);
    return task -> place(task, domain, search);
  }

  private Placement place(TaskState task, HyperNodeInfo domain, NodeSearch search) {
    Fit atAll = fitness.prePredicate(task);
    if (!atAll.isSuccess()) {
      return new Placement.Refused(FitErrors.everywhere(domain.nodes(), atAll));
    }
    return placeOnNode(task, domain, search);
  }

  /** The same for a task that can be placed at all. */
  Placement placeOnNode(TaskState task, HyperNodeInfo domain, NodeSearch search) {
    Found<SessionNode> found = find(task, domain, search);
    if (found.nodes().isEmpty()) {
      return refused(found.errors(), domain);
    }
    return best(task, found.nodes());
  }

  /**
   * Says what the nodes of a domain have against a task.
   *
   * @param refusals what counts for its role instead, as far as it is known
   * @param now what a node says otherwise
   */
  static Placement refused(
      HyperNodeInfo domain, @Nullable RoleRefusals refusals, Function<SessionNode, Fit> now) {
    var errors = new FitErrors();
    for (SessionNode node : domain.nodes()) {
      Fit before = refusals == null ? null : refusals.of(node.index());
      errors.setNode(node.name(), before == null ? now.apply(node) : before);
    }
    return refused(errors, domain);
  }

  private static Placement refused(FitErrors errors, HyperNodeInfo domain) {
    return new Placement.Refused(
        domain.name().equals(HyperNodes.TOP) ? errors : errors.setHyperNode(domain.name()));
  }

  /** Asks the node first where room was made for the task, and the others if it does not fit. */
  private Found<SessionNode> find(TaskState task, HyperNodeInfo domain, NodeSearch search) {
    Set<String> passedOver = rules.passedOver(task);
    List<SessionNode> nodes =
        passedOver.isEmpty()
            ? domain.nodes()
            : domain.nodes().stream().filter(node -> !passedOver.contains(node.name())).toList();
    Optional<SessionNode> nominated =
        nodes.stream()
            .filter(_ -> rules.asksNominatedFirst())
            .filter(node -> node.name().equals(task.nominatedNodeName()))
            .filter(node -> node.fitsFutureIdle(task))
            .findFirst();
    if (nominated.isPresent()) {
      Found<SessionNode> found = search.find(task, List.of(nominated.get()), this::fit);
      if (!found.nodes().isEmpty()) {
        return found;
      }
    }
    return search.find(task, nodes, this::fit);
  }

  /** What a node has against a task, room included. */
  Fit fit(Task task, SessionNode node) {
    Fit room = NodeRoom.fit(task, node);
    return room.isSuccess() ? predicate(task, node) : room;
  }

  /** The same of a node that has room, or will have. */
  Fit predicate(Task task, SessionNode node) {
    return rules.predicate(task, node);
  }

  private Placement best(Task task, List<SessionNode> nodes) {
    return placement(choice.best(task, nodes));
  }

  /** The node that plugins choose from some by their indices; null where these are none. */
  @Nullable Placement choose(Task task, int[] some) {
    if (some.length == 0) {
      return null;
    }
    List<NodeState> choices = Arrays.stream(some).mapToObj(session.nodes()::get).toList();
    return placement(fitness.choose(task, choices));
  }

  private static Placement placement(@Nullable SessionNode best) {
    return best == null ? new Placement.Undecided() : new Placement.OnNode(best);
  }
}
