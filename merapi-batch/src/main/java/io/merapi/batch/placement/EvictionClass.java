package io.merapi.batch.placement;

import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.tier.PluginFailure;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.Unanswered;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where evictions may make room for the tasks of one class. Plugins are asked again only about
 * nodes that have changed. Used by one thread.
 */
public final class EvictionClass {

  private static final int MOST_KINDS = 64;

  private final SchedulingSession session;
  private final NodeFitness fitness;
  private final List<NodeState> nodes;
  private final @Nullable Fit[] fits;
  private final NodeSet fitting = new NodeSet();
  private final NodeSet roomy = new NodeSet();
  private final NodeSet free = new NodeSet();
  private final boolean sampled;
  private final @Nullable RankedNodes ranked;

  /** By what else tells tasks apart, the one that was longest not asked for first. */
  private final Map<Object, HopelessNodes> hopeless = new LinkedHashMap<>(16, 0.75f, true);

  /** How many changes of nodes are taken into account; less than none before the first. */
  private long read = -1;

  /** The nodes of which it was last asked whether one fits, up to which change, and the answer. */
  private @Nullable Set<String> askedOf;

  private long askedRead;
  private boolean anyFits;

  /**
   * @param scored whether nodes are to be put in the order of their scores
   * @param sampled whether samples of them are, and not all
   */
  EvictionClass(TaskState task, SchedulingSession session, boolean scored, boolean sampled) {
    this.session = session;
    this.fitness = session.fitness();
    this.nodes = session.nodes();
    this.fits = new @Nullable Fit[nodes.size()];
    this.sampled = sampled;
    this.ranked =
        scored
            ? KnownClass.parts(task, fitness)
                .map(parts -> new RankedNodes(nodes.size(), parts))
                .orElse(null)
            : null;
  }

  /**
   * Asks plugins about nodes that have changed.
   *
   * @throws Unanswered if a plugin fails; then this is of no more use
   */
  void update(TaskState task) throws Unanswered {
    var dirty = new NodeSet();
    if (read < 0) {
      nodes.forEach(node -> dirty.add(node.index()));
    } else {
      session.changedNodes().since(read, dirty::add);
    }
    read = session.changedNodes().count();
    if (dirty.size() == 0) {
      return;
    }
    try {
      for (int place = dirty.next(0); place >= 0; place = dirty.next(place + 1)) {
        update(task, nodes.get(place));
      }
      if (ranked != null && sampled) {
        ranked.settle(fitting);
      } else if (ranked != null) {
        ranked.update(dirty, fitting);
      }
    } catch (PluginFailure | ScoreException _) {
      throw new Unanswered();
    }
  }

  private void update(TaskState task, NodeState node) {
    int place = node.index();
    Fit asked = fitness.predicate(task, node);
    Fit fit = NodeFitness.forEviction(asked);
    boolean room = node.fitsFutureIdle(task);
    fits[place] = fit;
    fitting.set(place, fit.isSuccess());
    roomy.set(place, fit.isSuccess() && room);
    free.set(place, asked.isSuccess() && room);
    if (ranked != null) {
      ranked.forget(place);
      if (fit.isSuccess()) {
        ranked.put(node, fitness.nodeOrders().sum(NodeOrder::scoreNode, task, node));
      }
    }
  }

  /** What a node has against the class that evictions could not overcome. */
  Fit fit(int node) {
    Fit fit = fits[node];
    if (fit == null) {
      throw new IllegalStateException("node (%d) was not asked".formatted(node));
    }
    return fit;
  }

  /** Nodes that have nothing against the class which evictions could not overcome. */
  public NodeSet fitting() {
    return fitting;
  }

  /**
   * Whether one of some nodes has nothing against the class. Tasks of a class are mostly told the
   * same of nodes, in one set, so that the next one costs nothing while no node changes.
   *
   * @param names of the nodes; not to be changed
   */
  @SuppressWarnings("ReferenceEquality") // another set of the same nodes is asked about again
  boolean fitsAny(Set<String> names) {
    if (names != askedOf || read != askedRead) {
      askedOf = names;
      askedRead = read;
      anyFits =
          names.stream()
              .map(session::node)
              .anyMatch(node -> node != null && fitting.contains(node.index()));
    }
    return anyFits;
  }

  /** Those of them that will have room without evictions. */
  public NodeSet roomy() {
    return roomy;
  }

  /** Those of them that have nothing against the class at all, and will have room. */
  public NodeSet free() {
    return free;
  }

  /**
   * The nodes that were found for a task in the order of their scores; of use until the next
   * update.
   *
   * @return null where nodes must be scored together
   */
  public @Nullable NodesByScore ranked(TaskState task, FoundNodes found) {
    if (ranked == null || !fitness.scoresGoByNodes(task)) {
      return null;
    }
    try {
      return sampled ? ranked.among(found.nodes(), found.start()) : ranked.all(found.start());
    } catch (Unanswered _) {
      return null;
    }
  }

  /**
   * The nodes that are known not to help, as of now; null where none was ever said to be.
   *
   * @param kind what tells tasks of the class apart when it comes to their victims
   */
  public @Nullable HopelessNodes hopeless(Object kind) {
    HopelessNodes known = hopeless.get(kind);
    if (known != null) {
      known.update();
    }
    return known;
  }

  /** A new set of nodes that are known not to help tasks of a kind, in which there is none yet. */
  public HopelessNodes newHopeless(Object kind) {
    var none = new HopelessNodes(session);
    hopeless.put(kind, none);
    if (hopeless.size() > MOST_KINDS) {
      hopeless.remove(hopeless.keySet().iterator().next());
    }
    return none;
  }
}
