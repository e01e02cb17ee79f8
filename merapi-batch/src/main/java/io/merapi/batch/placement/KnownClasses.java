package io.merapi.batch.placement;

import io.merapi.api.pod.PodClass;
import io.merapi.api.session.Job;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.KindOrder;
import io.merapi.api.session.extension.Predicate;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.ChangedNodes;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionClaims;
import io.merapi.kube.placement.ClassMemory;
import io.merapi.kube.placement.KeptClasses;
import io.merapi.kube.placement.TieOrder;
import io.merapi.kube.placement.Unanswered;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of classes of tasks, from one session to the next. Used by one thread.
 *
 * <p>It holds in another session where no node has come or gone and all plugins that judge nodes
 * have the standpoints that they had; where one has none, or tells jobs apart, every session begins
 * with nothing.
 */
final class KnownClasses {

  /** Of a class, of the order of this, and as much again while something is awaited. */
  private static final int BYTES_PER_NODE = 25;

  private SchedulingSession session;
  private Asked asked;
  private ChangedNodes changed;
  private SessionClaims claims;
  private List<Optional<Object>> standpoints;
  private boolean jobsApart;
  private boolean podsApart;
  private @Nullable TieOrder ties;
  private long sessions;
  private long searches;

  private final KeptClasses<TaskClass, KnownClass> classes;

  /** What the pods of a class ask for; a class that is gone takes no room. */
  private final Map<PodClass, NodeDemand> demands = new WeakHashMap<>();

  /** Where that is which holds in this session, by the class of pods, where jobs are alike. */
  private final Map<PodClass, TaskClass> settled = new HashMap<>();

  /** The pods and the job that were asked for last: mostly the next task is of these. */
  private @Nullable TaskClass latest;

  private @Nullable KnownClass latestKnown;

  /** Remembers nothing yet. */
  KnownClasses(SchedulingSession session, ReferenceTaskPlacement definition) {
    this.session = session;
    this.asked = new Asked(definition, session.fitness());
    this.changed = session.changedNodes();
    this.claims = session.cluster().claims();
    this.standpoints = standpoints(session.fitness());
    this.jobsApart = kept(session.fitness()).anyMatch(BatchPlugin::tellsJobsApart);
    this.podsApart = kept(session.fitness()).anyMatch(BatchPlugin::readsIdentity);
    this.classes = new KeptClasses<>(TaskClass.memory(session), this::bytes, this::unsettle);
  }

  private long bytes(KnownClass one) {
    return ClassMemory.estimate(one.nodeCount(), BYTES_PER_NODE);
  }

  /** What is remembered of classes from session to session, for use in one. */
  static KnownClasses of(SchedulingSession session, ReferenceTaskPlacement definition) {
    KnownClasses kept =
        session.kept(KnownClasses.class, () -> new KnownClasses(session, definition));
    if (kept.session != session) {
      kept.goOn(session, definition);
    }
    return kept;
  }

  private static List<Optional<Object>> standpoints(NodeFitness fitness) {
    return fitness
        .judges()
        .map(plugin -> isKept(plugin) ? plugin.standpoint() : Optional.<Object>of(KindOrder.class))
        .toList();
  }

  /** The plugins whose answers are remembered. */
  private static Stream<BatchPlugin> kept(NodeFitness fitness) {
    return fitness.judges().filter(KnownClasses::isKept);
  }

  /** Those of plugins that score by kinds of nodes are not: they are asked for every task. */
  private static boolean isKept(BatchPlugin plugin) {
    return plugin instanceof Predicate || !(plugin instanceof KindOrder);
  }

  private void goOn(SchedulingSession next, ReferenceTaskPlacement definition) {
    List<Optional<Object>> before = standpoints;
    session = next;
    asked = new Asked(definition, next.fitness());
    standpoints = standpoints(next.fitness());
    jobsApart = kept(next.fitness()).anyMatch(BatchPlugin::tellsJobsApart);
    podsApart = kept(next.fitness()).anyMatch(BatchPlugin::readsIdentity);
    settled.clear();
    latest = null;
    sessions++;
    if (changed != next.changedNodes()) {
      changed = next.changedNodes();
      ties = null;
      classes.clear();
    }
    if (claims != next.cluster().claims()
        || jobsApart
        || !standpoints.equals(before)
        || standpoints.stream().anyMatch(Optional::isEmpty)) {
      claims = next.cluster().claims();
      classes.clear();
    }
  }

  /** Begins a search, which ends the one before. */
  void beginSearch() {
    searches++;
  }

  /**
   * What is known of the class of a task, up to date.
   *
   * @throws Unanswered if a plugin fails; then nothing is known of the class any more
   */
  KnownClass of(TaskState task) throws Unanswered {
    KnownClass known = begin(task);
    try {
      known.update(asked);
    } catch (Unanswered e) {
      forget(known);
      throw e;
    }
    return known;
  }

  /** The same, but no node is asked yet: whoever looks at some must want them first. */
  KnownClass begin(TaskState task) {
    KnownClass known = find(task);
    known.follow(searches);
    asked.begin(task);
    return known;
  }

  /** Asks about the task for which what is known was read last. */
  Asked asked() {
    return asked;
  }

  /** Forgets a class for which a plugin has failed. */
  void forget(KnownClass known) {
    classes.forgetWhat(known);
    latest = null;
  }

  private KnownClass find(TaskState task) {
    PodClass pods = task.info().podClass();
    Job job = jobsApart ? task.job() : null;
    if (pods.hasClaims()) {
      // What they say may change with every move, and plugins keep what they know of them by task.
      return settle(task, claims.of(task.info()), job);
    }
    if (latest == null
        || latestKnown == null
        || latest.pods() != pods
        || !Objects.equals(latest.job(), job)) {
      TaskClass known = job == null ? settled.get(pods) : null;
      latestKnown = known == null ? null : classes.find(known);
      if (latestKnown == null) {
        latestKnown = settle(task, wide(pods), job);
      }
      latest = new TaskClass(pods, job);
    }
    return latestKnown;
  }

  private Object wide(PodClass pods) {
    NodeDemand demand = podsApart ? null : demands.computeIfAbsent(pods, NodeDemand::of);
    return demand == null ? pods : demand;
  }

  /**
   * Finds what is known for a task, or begins with nothing.
   *
   * @param pods what tells its pod apart
   */
  private KnownClass settle(TaskState task, Object pods, @Nullable Job job) {
    var wide = new TaskClass(pods, job);
    KnownClass known = classes.find(wide);
    if (known != null && !known.goesOn(task, session.fitness(), sessions)) {
      // Tasks that ask for the same may be told apart after all, as where others want them near.
      boolean taken = known.session() == sessions && settled.containsValue(wide);
      var narrow = new TaskClass(task.info().podClass(), job);
      known = taken ? classes.find(narrow) : null;
      wide = taken ? narrow : wide;
      if (known != null && !known.goesOn(task, session.fitness(), sessions)) {
        known = null;
      }
    }
    if (known == null) {
      known = make(task);
      classes.forget(wide);
      classes.add(wide, known);
    }
    if (job == null && !task.info().podClass().hasClaims()) {
      settled.put(task.info().podClass(), wide);
    }
    return known;
  }

  private void unsettle(TaskClass one) {
    settled.values().removeIf(one::equals);
  }

  private KnownClass make(TaskState task) {
    if (ties == null) {
      ties = new NodeTies(session.nodes(), session.tieBreak());
    }
    List<NodeState> nodes = session.nodes();
    return new KnownClass(
        task, nodes, session.fitness(), asked.ownTerms(), changed, claims, ties, sessions);
  }
}
