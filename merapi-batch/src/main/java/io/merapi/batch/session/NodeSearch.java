package io.merapi.batch.session;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.kube.placement.NodeRotation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Looks for nodes that a task fits, and remembers what nodes had against a role of a job, so that
 * its other tasks need not ask.
 *
 * <p>What is remembered lasts as long as this object; upstream's {@code PredicateHelper} is made
 * anew wherever this should be.
 */
public final class NodeSearch {

  private final NodeSampling sampling;
  private final OwnShard shard;
  private final NodeRotation rotation;
  private final boolean remembers;

  /** By job and role. */
  private final Map<String, Map<String, RoleRefusals>> refusals = new HashMap<>();

  NodeSearch(NodeSampling sampling, OwnShard shard, NodeRotation rotation, boolean remembers) {
    this.sampling = sampling;
    this.shard = shard;
    this.rotation = rotation;
    this.remembers = remembers;
  }

  /**
   * The nodes that a task fits, at most as many as are enough, and what the others that were looked
   * at have against it.
   *
   * @param fits what one node says; asked only where no task of the same role was refused before
   */
  public <N extends SessionNode> Found<N> find(
      Task task, List<N> nodes, BiFunction<Task, SessionNode, Fit> fits) {
    var errors = new FitErrors();
    var found = new ArrayList<N>();
    if (nodes.isEmpty()) {
      return new Found<>(found, errors);
    }
    RoleRefusals known = refusals(task);
    int enough = enough(nodes.size());
    int start = rotation.start();
    int looked = 0;
    while (looked < nodes.size() && found.size() <= enough) {
      N node = nodes.get((start + looked) % nodes.size());
      looked++;
      Fit before = known == null ? null : known.of(node.index());
      Fit fit = before == null ? ask(task, node, fits) : before;
      if (fit.isSuccess()) {
        found.add(node);
      } else {
        if (known != null) {
          known.keep(node.index(), fit);
        }
        errors.setNode(node.name(), fit);
      }
    }
    looked(looked, nodes.size());
    if (found.size() > enough) {
      found.removeLast();
    }
    return new Found<>(found, errors);
  }

  /** What a node says; nodes that other schedulers own alone are not asked. */
  private Fit ask(Task task, SessionNode node, BiFunction<Task, SessionNode, Fit> fits) {
    Fit permitted = shard.permits(node);
    return permitted.isSuccess() ? fits.apply(task, node) : permitted;
  }

  /** The place of the node that is looked at first, modulo the number of nodes. */
  public int start() {
    return rotation.start();
  }

  /** How many nodes that fit are looked for among so many. */
  public int enough(int nodes) {
    return sampling.enough(nodes);
  }

  /** Whether a search among so many may end before all were looked at. */
  public boolean isSampled(int nodes) {
    return enough(nodes) < nodes;
  }

  /** Notes that so many of the nodes were looked at. */
  public void looked(int looked, int nodes) {
    rotation.advance(looked, nodes);
  }

  /** What nodes had against the role of a task; null where nothing is remembered of it. */
  public @Nullable RoleRefusals refusals(Task task) {
    return remembers && !task.role().isEmpty()
        ? refusals
            .computeIfAbsent(task.jobKey(), _ -> new HashMap<>())
            .computeIfAbsent(task.role(), _ -> new RoleRefusals())
        : null;
  }

  /**
   * What a search found.
   *
   * @param nodes that the task fits, in the order in which they were looked at
   * @param errors what the others have against it
   */
  public record Found<N>(List<N> nodes, FitErrors errors) {}
}
