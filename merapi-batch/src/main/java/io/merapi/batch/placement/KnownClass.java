package io.merapi.batch.placement;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.BatchNodeOrder.CountedPart;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.ChangedNodes;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.tier.PluginFailure;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import io.merapi.kube.placement.Unanswered;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one class of tasks: which nodes fit and what they score. Plugins are asked
 * again only about nodes that have changed. Used by one thread.
 */
final class KnownClass {

  private final List<NodeState> nodes;
  private final ChangedNodes changed;
  private final ClassFit fit;
  private final Resources request;
  private final @Nullable ClassScores scores;

  /** What the answers of predicates depend on, and then those of plugins that score nodes. */
  private final List<Dependence> dependences;

  /** How many changes of nodes are taken into account; less than none before the first. */
  private long read = -1;

  /** How many changes of anything but tasks there had been at the first. */
  private final int factsRead;

  /** Nodes that were asked again; empty but while that goes on. */
  private final NodeSet askedAgain = new NodeSet();

  private long session;
  private long search;
  private int[] replacedNodes = new int[16];
  private Fit[] replaced = new Fit[16];
  private int replacedCount;
  private final ClassRefusals refusals;

  KnownClass(
      TaskState task,
      List<NodeState> nodes,
      NodeFitness fitness,
      ChangedNodes changed,
      TieOrder ties,
      long session) {
    this.session = session;
    this.nodes = nodes;
    this.changed = changed;
    this.request = task.request();
    this.factsRead = changed.factChanges();
    this.dependences = dependences(task, fitness);
    this.fit = new ClassFit(nodes.size());
    this.refusals = new ClassRefusals(nodes, fit);
    boolean ownStays =
        fitness.nodeOrders().all(plugin -> plugin.nodeOrderDependence(task) == Dependence.NODES);
    this.scores =
        parts(task, fitness)
            .map(parts -> new ClassScores(nodes.size(), parts, ownStays, ties))
            .orElse(null);
  }

  private static List<Dependence> dependences(TaskState task, NodeFitness fitness) {
    var all = new ArrayList<Dependence>();
    fitness.predicates().forEach(plugin -> all.add(plugin.predicateDependence(task)));
    fitness.nodeOrders().forEach(plugin -> all.add(plugin.nodeOrderDependence(task)));
    return all;
  }

  /** The number of the last session in which it was asked for. */
  long session() {
    return session;
  }

  /**
   * Whether what is known holds for a task of a session, in which plugins have the standpoints that
   * they had: they still say that it depends on the class and on nodes, and changes of those are
   * known. If so, it is kept on.
   */
  boolean goesOn(TaskState task, NodeFitness fitness, long inSession) {
    boolean goesOn = goesOn(task, fitness);
    session = goesOn ? inSession : session;
    return goesOn;
  }

  private boolean goesOn(TaskState task, NodeFitness now) {
    return changed.knowsSince(read)
        && (factsRead == changed.factChanges() || !dependences.contains(Dependence.NODES))
        && Stream.of(Dependence.COUNTS, Dependence.CLUSTER).noneMatch(dependences::contains)
        && dependences.equals(dependences(task, now))
        && request.equals(task.request())
        && parts(task, now)
            .map(parts -> scores != null && scores.goesOn(parts))
            .orElse(scores == null);
  }

  /** The parts of scores by plugin; empty where a plugin scores by counts, or nodes together. */
  static Optional<List<List<ScorePart>>> parts(TaskState task, NodeFitness fitness) {
    return allParts(task, fitness)
        .filter(all -> all.stream().flatMap(List::stream).noneMatch(CountedPart.class::isInstance));
  }

  /** The same, those by counts included. */
  static Optional<List<List<ScorePart>>> allParts(TaskState task, NodeFitness fitness) {
    if (!fitness.highestSumDecides()) {
      return Optional.empty();
    }
    var all = new ArrayList<List<ScorePart>>();
    for (BatchNodeOrder plugin : fitness.batchNodeOrders().plugins()) {
      Optional<List<ScorePart>> parts = plugin.scoreParts(task);
      if (parts.isEmpty()) {
        return Optional.empty();
      }
      all.add(parts.get());
    }
    return Optional.of(all);
  }

  /**
   * Asks plugins about nodes that have changed.
   *
   * @param newSearch the number of the search; answers that are replaced are kept while it lasts
   * @throws Unanswered if a plugin fails; then this is of no more use
   */
  void update(TaskState task, Asked asked, long newSearch) throws Unanswered {
    if (search != newSearch) {
      search = newSearch;
      Arrays.fill(replaced, 0, replacedCount, Fit.fits());
      replacedCount = 0;
    }
    if (read == changed.count()) {
      return;
    }
    try {
      asked.forget();
      if (read < 0) {
        for (int index = 0; index < nodes.size(); index++) {
          ask(index, task, asked);
        }
        learn(task, asked);
      } else {
        updateChanged(task, asked);
      }
      read = changed.count();
      if (scores != null) {
        scores.settle(fit.now());
      }
    } catch (PluginFailure | ScoreException _) {
      throw new Unanswered();
    }
  }

  private void updateChanged(TaskState task, Asked asked) {
    for (long i = read; i < changed.count(); i++) {
      int index = changed.at(i);
      if (askedAgain.add(index)) {
        keepReplaced(index, fit.of(index));
        ask(index, task, asked);
      }
    }
    learn(task, asked);
    for (long i = read; i < changed.count(); i++) {
      askedAgain.remove(changed.at(i));
    }
  }

  /** Has a node asked now, or with others soon. */
  private void ask(int index, TaskState task, Asked asked) {
    asked.add(index);
    if (asked.isFull()) {
      learn(task, asked);
    }
  }

  /** Takes note of what the nodes say that are to be asked. */
  private void learn(TaskState task, Asked asked) {
    asked.ask(task, nodes, scores);
    for (int i = 0; i < asked.count(); i++) {
      learn(task, nodes.get(asked.node(i)), asked, i);
    }
    asked.forget();
  }

  private void learn(TaskState task, NodeState node, Asked asked, int place) {
    int index = node.index();
    Fit answer = asked.fit(place);
    if (fit.put(task, node, answer)) {
      refusals.changed(index);
    }
    if (scores == null) {
      return;
    }
    if (answer.isSuccess()) {
      if (scores.needsOwn(index)) {
        scores.putOwn(index, asked.own(place));
      }
      scores.put(index, fit.now().contains(index), asked.parts(), place * scores.width());
    } else {
      scores.leave(index);
    }
  }

  private void keepReplaced(int node, Fit answer) {
    if (replacedCount == replaced.length) {
      replacedNodes = Arrays.copyOf(replacedNodes, 2 * replacedCount);
      replaced = Arrays.copyOf(replaced, 2 * replacedCount);
    }
    replacedNodes[replacedCount] = node;
    replaced[replacedCount++] = answer;
  }

  /** How many answers of nodes were replaced since the search began. */
  int replacedCount() {
    return replacedCount;
  }

  /** The node of an answer that was replaced, counted from the first. */
  int replacedNode(int count) {
    return replacedNodes[count];
  }

  /** An answer that was replaced, counted from the first. */
  Fit replaced(int count) {
    return replaced[count];
  }

  ClassFit fit() {
    return fit;
  }

  /** The scores; null where nodes must be scored together. */
  @Nullable ClassScores scores() {
    return scores;
  }

  /** What all nodes have against the class; the same object until one says something else. */
  FitErrors refusal() {
    return refusals.now();
  }
}
