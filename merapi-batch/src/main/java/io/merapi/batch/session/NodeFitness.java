package io.merapi.batch.session;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.BestNode;
import io.merapi.api.session.extension.BestNode.ScoredNode;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.KindOrder;
import io.merapi.api.session.extension.NodeMap;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.NodeReduce;
import io.merapi.api.session.extension.PrePredicate;
import io.merapi.api.session.extension.Predicate;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.TierLineup;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.placement.TieBreak;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which nodes a task fits, resources left aside, and how well. */
public final class NodeFitness {

  private final TierLineup<PrePredicate> prePredicates;
  private final TierLineup<Predicate> predicates;
  private final TierLineup<NodeOrder> nodeOrders;
  private final TierLineup<NodeMap> nodeMaps;
  private final TierLineup<NodeReduce> nodeReduces;
  private final TierLineup<BatchNodeOrder> batchNodeOrders;
  private final TierLineup<BestNode> bestNodes;
  private final List<KindOrder> kindOrders;
  private final TieBreak tieBreak;
  private final FanOut fanOut;

  NodeFitness(SessionPlugins plugins, TieBreak tieBreak, FanOut fanOut) {
    this.tieBreak = tieBreak;
    this.fanOut = fanOut;
    prePredicates = plugins.lineup(ExtensionPoint.PRE_PREDICATE, PrePredicate.class);
    predicates = plugins.lineup(ExtensionPoint.PREDICATE, Predicate.class);
    nodeOrders = plugins.lineup(ExtensionPoint.NODE_ORDER, NodeOrder.class);
    nodeMaps = plugins.lineup(ExtensionPoint.NODE_MAP, NodeMap.class);
    nodeReduces = plugins.lineup(ExtensionPoint.NODE_REDUCE, NodeReduce.class);
    batchNodeOrders = plugins.lineup(ExtensionPoint.BATCH_NODE_ORDER, BatchNodeOrder.class);
    bestNodes = plugins.lineup(ExtensionPoint.BEST_NODE, BestNode.class);
    kindOrders =
        Stream.of(nodeOrders, batchNodeOrders)
            .flatMap(lineup -> lineup.plugins().stream())
            .filter(KindOrder.class::isInstance)
            .map(KindOrder.class::cast)
            .distinct()
            .toList();
  }

  /** Whether a task can be placed at all; to be asked before any node. */
  public Fit prePredicate(Task task) {
    return prePredicates.firstRefusal(PrePredicate::prePredicate, task);
  }

  public Fit predicate(Task task, SessionNode node) {
    return predicates.firstRefusal(Predicate::predicate, task, node);
  }

  /**
   * The same for an action that places: a refusal without a status counts as a fit. Upstream's
   * {@code PredicateForAllocateAction}.
   */
  public Fit predicateForAllocation(Task task, SessionNode node) {
    Fit fit = predicate(task, node);
    return fit.isSuccess() || fit.statuses().isEmpty() ? Fit.fits() : fit;
  }

  /**
   * The same for an action that evicts: a refusal that evictions may overcome counts as a fit, and
   * so do statuses that say nothing. Upstream's {@code PredicateForPreemptAction}.
   */
  public Fit predicateForEviction(Task task, SessionNode node) {
    return forEviction(predicate(task, node));
  }

  /** What of an answer to {@link #predicate} counts for an action that evicts. */
  public static Fit forEviction(Fit fit) {
    return fit.has(Fit.Code.UNSCHEDULABLE_AND_UNRESOLVABLE) || fit.hasErrorSkipOrWait()
        ? fit
        : Fit.fits();
  }

  public TierLineup<Predicate> predicates() {
    return predicates;
  }

  public TierLineup<NodeOrder> nodeOrders() {
    return nodeOrders;
  }

  public TierLineup<BatchNodeOrder> batchNodeOrders() {
    return batchNodeOrders;
  }

  /** The plugins that have a say in which node a task gets. */
  public Stream<BatchPlugin> judges() {
    return Stream.of(predicates, nodeOrders, batchNodeOrders)
        .flatMap(lineup -> lineup.plugins().stream());
  }

  /**
   * Whether predicates go by the class of a task and by nodes, and neither by claims, counts nor
   * others.
   */
  public boolean fitsGoByNodes(Task task) {
    return predicates.all((plugin, one) -> goesByNodes(plugin.predicateDependence(one)), task);
  }

  /**
   * The same for the scores that are given to nodes one by one, where no plugin goes by kinds of
   * nodes for the task.
   */
  public boolean scoresGoByNodes(Task task) {
    if (!nodeOrders.all((plugin, one) -> goesByNodes(plugin.nodeOrderDependence(one)), task)) {
      return false;
    }
    for (int i = 0; i < kindOrders.size(); i++) {
      if (kindOrders.get(i).kinds(task).isPresent()) {
        return false;
      }
    }
    return true;
  }

  /** The same, plugins that go by kinds of nodes left aside. */
  public boolean scoresGoByKinds(Task task) {
    return nodeOrders.all(
        (plugin, one) ->
            plugin instanceof KindOrder || goesByNodes(plugin.nodeOrderDependence(one)),
        task);
  }

  /** The plugins that score by kinds of nodes, each once. */
  public List<KindOrder> kindOrders() {
    return kindOrders;
  }

  private static boolean goesByNodes(Dependence dependence) {
    return dependence.compareTo(Dependence.CLAIMS) < 0;
  }

  /** Whether a predicate goes by what the claims of a task say. */
  public boolean fitsGoByClaims(Task task) {
    return !predicates.all(
        (plugin, one) -> plugin.predicateDependence(one) != Dependence.CLAIMS, task);
  }

  /**
   * Lets predicates that go by claims look at the node that was chosen for a task: they keep what
   * it has for the claims.
   */
  public void lookAtChosen(Task task, SessionNode node) {
    predicates.forEach(plugin -> {
      if (plugin.predicateDependence(task) == Dependence.CLAIMS) {
        plugin.predicate(task, node);
      }
    });
  }

  /**
   * The threads that may ask about a task and so many nodes: more than one where it pays, and where
   * every plugin that judges nodes allows that.
   */
  public FanOut fanOut(Task task, int nodes) {
    return fanOut.spreads(nodes)
            && predicates.all(Predicate::mayBeAskedAtOnce, task)
            && nodeOrders.all(NodeOrder::mayBeAskedAtOnce, task)
            && batchNodeOrders.all(BatchNodeOrder::mayBeAskedAtOnce, task)
        ? fanOut
        : FanOut.NONE;
  }

  /**
   * Whether the highest sum of scores decides, and each score is that of a node alone or of all
   * together: no plugin picks nodes itself, or maps and reduces.
   */
  public boolean highestSumDecides() {
    return bestNodes.isEmpty() && nodeMaps.isEmpty();
  }

  /**
   * The nodes with the sums of their scores, in the order given; none where scores cannot be given
   * for all of them together. A node whose own score cannot be given has only those that all nodes
   * are given together. Upstream's {@code PrioritizeNodes}.
   */
  public List<ScoredNode> score(Task task, List<? extends SessionNode> nodes) {
    double[] totals = new double[nodes.size()];
    boolean[] broken = new boolean[nodes.size()];
    for (int i = 0; i < totals.length; i++) {
      SessionNode node = nodes.get(i);
      try {
        totals[i] = nodeOrders.sum(NodeOrder::scoreNode, task, node);
      } catch (ScoreException _) {
        broken[i] = true;
      }
    }
    try {
      addMapped(task, nodes, broken, totals);
      batchNodeOrders.forEach(plugin -> add(plugin.scoreNodes(task, nodes), totals));
    } catch (ScoreException _) {
      return List.of();
    }
    var scored = new ArrayList<ScoredNode>(totals.length);
    for (int i = 0; i < totals.length; i++) {
      scored.add(new ScoredNode(nodes.get(i), totals[i]));
    }
    return scored;
  }

  /**
   * The nodes by the sums of their scores, best first; those with equal sums stay in the order
   * given. None where scores cannot be given. Upstream's {@code SortNodes}.
   */
  public <N extends SessionNode> List<N> ranked(Task task, List<N> nodes) {
    List<ScoredNode> scored = score(task, nodes);
    return IntStream.range(0, scored.size())
        .boxed()
        // Subtracting makes one number of the two zeros.
        .sorted(Comparator.comparingDouble(place -> 0.0 - scored.get(place).score()))
        .<N>map(nodes::get)
        .toList();
  }

  private static void add(double[] scores, double[] totals) {
    for (int i = 0; i < scores.length; i++) {
      totals[i] += scores[i];
    }
  }

  private void addMapped(
      Task task, List<? extends SessionNode> nodes, boolean[] broken, double[] totals) {
    if (nodeMaps.isEmpty()) {
      return;
    }
    var mapped = new TreeMap<String, double[]>();
    nodeMaps.forEach(plugin -> mapped.put(plugin.name(), new double[nodes.size()]));
    for (int i = 0; i < totals.length; i++) {
      int place = i;
      try {
        if (!broken[i]) {
          nodeMaps.forEach(plugin ->
              scoresOf(plugin.name(), mapped)[place] = plugin.mapNode(task, nodes.get(place)));
        }
      } catch (ScoreException _) {
        broken[i] = true;
        totals[i] = 0;
      }
    }
    int[] whole = places(broken);
    List<SessionNode> known = Arrays.stream(whole).<SessionNode>mapToObj(nodes::get).toList();
    nodeReduces.forEach(plugin -> {
      double[] raw = mapped.get(plugin.name());
      if (raw != null) {
        long[] scores =
            Arrays.stream(whole).mapToLong(place -> (long) Math.floor(raw[place])).toArray();
        plugin.reduceNodes(task, known, scores);
        for (int i = 0; i < whole.length; i++) {
          totals[whole[i]] += scores[i];
        }
      }
    });
  }

  private static double[] scoresOf(String plugin, Map<String, double[]> mapped) {
    return mapped.getOrDefault(plugin, new double[0]);
  }

  private static int[] places(boolean[] broken) {
    return IntStream.range(0, broken.length).filter(i -> !broken[i]).toArray();
  }

  /** The node that a plugin picks; null where none does, and the highest score wins. */
  public @Nullable SessionNode best(Task task, List<ScoredNode> nodes) {
    return bestNodes.<SessionNode>first(plugin -> plugin.bestNode(task, nodes));
  }

  /**
   * The best of some nodes that a task fits: the one that a plugin picks, else the one with the
   * highest sum of scores.
   *
   * @return null where there is none, or where scores cannot be given
   */
  public @Nullable SessionNode choose(Task task, List<? extends SessionNode> nodes) {
    if (nodes.size() <= 1) {
      return nodes.isEmpty() ? null : nodes.getFirst();
    }
    List<ScoredNode> scored = score(task, nodes);
    SessionNode picked = best(task, scored);
    return picked == null ? highest(scored) : picked;
  }

  /** The node with the highest score; null where none has one above negative infinity. */
  public @Nullable SessionNode highest(List<ScoredNode> nodes) {
    SessionNode best = null;
    double most = Double.NEGATIVE_INFINITY;
    for (ScoredNode scored : nodes) {
      if (scored.score() > most
          || (best != null
              && scored.score() == most
              && tieBreak.wins(scored.node().name(), best.name()))) {
        best = scored.node();
        most = scored.score();
      }
    }
    return best;
  }
}
