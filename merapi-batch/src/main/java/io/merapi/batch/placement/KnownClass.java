package io.merapi.batch.placement;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.BatchNodeOrder.CountedPart;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.KindOrder;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.ChangedNodes;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.session.SessionClaims;
import io.merapi.batch.tier.PluginFailure;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import io.merapi.kube.placement.Unanswered;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one class of tasks: which nodes fit and what they score. Plugins are asked
 * again only about nodes that have changed, or that a change of claims has touched where that
 * matters. Used by one thread.
 */
final class KnownClass {

  private final List<NodeState> nodes;
  private final ChangedNodes changed;
  private final ClassChanges changes;
  private final ClassFit fit;
  private final Resources request;
  private final @Nullable ClassScores scores;

  /** What the answers of predicates depend on, and then those of plugins that score nodes. */
  private final List<Dependence> dependences;

  /** How many changes of anything but tasks there had been at the first. */
  private final int factsRead;

  /** Nodes that were never asked. */
  private final NodeSet unasked = new NodeSet();

  /** Those that have changed since they were asked. */
  private final NodeSet stale = new NodeSet();

  private final IntConsumer staling = this::noteChange;
  private long session;
  private long search;
  private int[] replacedNodes = new int[16];
  private Object[] replaced = new Object[16];
  private int replacedCount;
  private final ClassRefusals refusals;

  KnownClass(
      TaskState task,
      List<NodeState> nodes,
      NodeFitness fitness,
      OwnTerms own,
      ChangedNodes changed,
      SessionClaims claims,
      TieOrder ties,
      long session) {
    this.session = session;
    this.nodes = nodes;
    this.changed = changed;
    this.request = task.request();
    nodes.forEach(node -> unasked.add(node.index()));
    this.factsRead = changed.factChanges();
    this.dependences = dependences(task, fitness);
    boolean heedsClaims = dependences.contains(Dependence.CLAIMS);
    this.changes = new ClassChanges(changed, heedsClaims ? claims : null);
    this.fit = new ClassFit(request, nodes.size());
    this.refusals = new ClassRefusals(nodes, fit);
    boolean ownStays =
        fitness
            .nodeOrders()
            .all(plugin ->
                plugin instanceof KindOrder
                    || plugin.nodeOrderDependence(task) == Dependence.NODES);
    this.scores =
        parts(task, fitness)
            .map(parts ->
                new ClassScores(nodes.size(), own.width(), own.order(), parts, ownStays, ties))
            .orElse(null);
  }

  private static List<Dependence> dependences(TaskState task, NodeFitness fitness) {
    var all = new ArrayList<Dependence>();
    fitness.predicates().forEach(plugin -> all.add(plugin.predicateDependence(task)));
    fitness.nodeOrders().plugins().stream()
        .filter(plugin -> !(plugin instanceof KindOrder))
        .forEach(plugin -> all.add(plugin.nodeOrderDependence(task)));
    return all;
  }

  int nodeCount() {
    return nodes.size();
  }

  /** The number of the last session in which it was asked for. */
  long session() {
    return session;
  }

  /**
   * Whether what is known holds for a task of a session, in which plugins have the standpoints that
   * they had: they still say that it depends on the class and on nodes. If so, it is kept on.
   */
  boolean goesOn(TaskState task, NodeFitness fitness, long inSession) {
    boolean goesOn = goesOn(task, fitness);
    session = goesOn ? inSession : session;
    return goesOn;
  }

  private boolean goesOn(TaskState task, NodeFitness now) {
    return (factsRead == changed.factChanges() || !dependences.contains(Dependence.NODES))
        && Stream.of(Dependence.COUNTS, Dependence.CLUSTER).noneMatch(dependences::contains)
        && dependences.equals(dependences(task, now))
        && request.equals(task.request())
        && parts(task, now)
            .map(parts -> scores != null && scores.goesOn(parts))
            .orElse(scores == null);
  }

  /**
   * The parts of scores by plugin; empty where a plugin scores by counts, or nodes together. One
   * that goes by kinds of nodes has none.
   */
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
      Optional<List<ScorePart>> parts =
          plugin instanceof KindOrder ? Optional.of(List.of()) : plugin.scoreParts(task);
      if (parts.isEmpty()) {
        return Optional.empty();
      }
      all.add(parts.get());
    }
    return Optional.of(all);
  }

  /**
   * Takes note of which nodes have changed.
   *
   * @param newSearch the number of the search; answers that are replaced are kept while it lasts
   */
  void follow(long newSearch) {
    if (search != newSearch) {
      search = newSearch;
      Arrays.fill(replaced, 0, replacedCount, Fit.fits());
      replacedCount = 0;
    }
    changes.tell(staling);
  }

  private void noteChange(int node) {
    if (!unasked.contains(node)) {
      stale.add(node);
    }
  }

  /** Which nodes change for the class from now on. */
  ClassChanges changes() {
    return changes.fromNow();
  }

  /**
   * Asks plugins about all nodes that have changed.
   *
   * @throws Unanswered if a plugin fails; then this is of no more use
   */
  void update(Asked asked) throws Unanswered {
    want(0, nodes.size(), asked);
    learn(asked);
  }

  /** Has a node asked by {@link #learn(Asked)} if it has changed. */
  void want(int node, Asked asked) throws Unanswered {
    if (stale.remove(node) || unasked.remove(node)) {
      ask(node, asked);
    }
  }

  /** Does the same for all nodes that have changed, but for those that were never asked. */
  void wantChanged(Asked asked) throws Unanswered {
    want(stale, 0, nodes.size(), asked);
  }

  /**
   * Does the same for a range of nodes.
   *
   * @param end the one after the last
   */
  void want(int from, int end, Asked asked) throws Unanswered {
    want(stale, from, end, asked);
    want(unasked, from, end, asked);
  }

  private void want(NodeSet some, int from, int end, Asked asked) throws Unanswered {
    for (int node = some.next(from, end); node >= 0; node = some.next(node + 1, end)) {
      some.remove(node);
      ask(node, asked);
    }
  }

  private void ask(int node, Asked asked) throws Unanswered {
    Object before = fit.answer(node);
    if (before != null) {
      keepReplaced(node, before);
    }
    asked.add(node);
    if (asked.isFull()) {
      askNow(asked);
    }
  }

  /**
   * Asks plugins about the nodes that are wanted, and works out what follows.
   *
   * @throws Unanswered if a plugin fails; then this is of no more use
   */
  void learn(Asked asked) throws Unanswered {
    askNow(asked);
    if (scores != null) {
      scores.settle(fit.now(), fit.later());
    }
  }

  private void askNow(Asked asked) throws Unanswered {
    if (asked.count() == 0) {
      return;
    }
    try {
      asked.ask(nodes, scores);
    } catch (PluginFailure | ScoreException _) {
      throw new Unanswered();
    }
    if (changes.heedClaims() && asked.anyFailed()) {
      // What is broken is told with the names of the task's own claims.
      throw new Unanswered();
    }
    for (int i = 0; i < asked.count(); i++) {
      learn(nodes.get(asked.node(i)), asked, i);
    }
    asked.forget();
  }

  private void learn(NodeState node, Asked asked, int place) {
    int index = node.index();
    Object answer = asked.answer(place);
    refusals.replaced(index, fit.answer(index), answer);
    fit.put(asked.task(), node, answer);
    if (scores == null) {
      return;
    }
    if (fit.fits(index)) {
      if (scores.needsOwn(index)) {
        scores.putOwn(index, asked.own(), place * asked.ownTerms().width());
      }
      scores.put(index, fit.now().contains(index), asked.parts(), place * scores.width());
    } else {
      scores.leave(index);
    }
  }

  private void keepReplaced(int node, Object answer) {
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
    return ClassFit.said(replaced[count], request);
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
