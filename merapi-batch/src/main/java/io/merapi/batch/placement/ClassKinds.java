package io.merapi.batch.placement;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.KindOrder;
import io.merapi.api.session.extension.KindOrder.NodeKinds;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.placement.NodeDescriber;
import io.merapi.kube.placement.NodeDescription;
import io.merapi.kube.placement.NodeDomains;
import io.merapi.kube.placement.NodePartition;
import io.merapi.kube.placement.NodePartition.Group;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.Unanswered;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a domain that the tasks of one class fit, by kinds: nodes that score the same for
 * every task, so that plugins that go by kinds are asked about two of each at most. Used by one
 * thread.
 *
 * <p>The total of a node is added up as by the definition. Nodes of one kind have the same one, and
 * which of them wins was known before.
 */
final class ClassKinds {

  private final SchedulingSession session;
  private final KnownClass known;
  private final ClassScores scores;
  private final OwnTerms ownTerms;
  private final List<KindOrder> plugins;
  private final List<? extends SessionNode> nodes;

  /** The places of the domain's nodes. */
  private final NodeSet places = new NodeSet();

  private final ClassChanges changes;
  private final NodePartition partition;
  private final NodeDescriber describer;

  /** By plugin, how it tells nodes apart that are in the partition; of none before the first. */
  private List<Optional<NodeKinds>> kinds = List.of();

  /** Nodes to be described anew; empty but while that is found out. */
  private final NodeSet stale = new NodeSet();

  // Written over for every task: the best node of each kind, and up to two nodes of each.
  private int[] bests = {};
  private int count;
  private final List<SessionNode> some = new ArrayList<>();

  /**
   * @param scores of the class
   * @param ownTerms what they are made of
   * @param nodes of the domain
   */
  ClassKinds(
      SchedulingSession session,
      KnownClass known,
      ClassScores scores,
      OwnTerms ownTerms,
      List<? extends SessionNode> nodes) {
    this.session = session;
    this.known = known;
    this.scores = scores;
    this.ownTerms = ownTerms;
    this.plugins = session.fitness().kindOrders();
    this.nodes = nodes;
    nodes.forEach(node -> places.add(node.index()));
    this.changes = known.changes();
    this.partition = new NodePartition(scores.ties());
    this.describer = new NodeDescriber(0, session.cluster(), new NodeDomains(session.cluster()));
  }

  /**
   * The best node of those with room now, else of those with room later; null for none.
   *
   * @throws Unanswered if a plugin fails, or a score is none that can be compared
   */
  @Nullable NodeState best(TaskState task) throws Unanswered {
    try {
      update(task);
      NodeState now = best(task, known.fit().now());
      return now == null ? best(task, known.fit().later()) : now;
    } catch (RuntimeException | LinkageError | StackOverflowError _) {
      kinds = List.of();
      throw new Unanswered();
    }
  }

  private void update(TaskState task) {
    var latest = new ArrayList<Optional<NodeKinds>>(plugins.size());
    for (KindOrder plugin : plugins) {
      latest.add(plugin.kinds(task));
    }
    changes.tell(this::describeAnew);
    if (describesOthers(latest)) {
      partition.clear();
      nodes.forEach(node -> stale.add(node.index()));
    } else {
      for (int i = 0; i < latest.size(); i++) {
        if (!latest.get(i).equals(kinds.get(i))) {
          kinds.get(i).ifPresent(before -> before.apart().forEach(this::describeAnew));
          latest.get(i).ifPresent(after -> after.apart().forEach(this::describeAnew));
        }
      }
    }
    kinds = latest;
    for (int node = stale.next(0); node >= 0; node = stale.next(node + 1)) {
      partition.remove(node);
      if (known.fit().fits(node)) {
        describe(node);
      }
    }
    stale.clear();
  }

  /** Whether other plugins have something to say than for the last task. */
  private boolean describesOthers(List<Optional<NodeKinds>> latest) {
    if (kinds.size() != latest.size()) {
      return true;
    }
    for (int i = 0; i < latest.size(); i++) {
      if (latest.get(i).isPresent() != kinds.get(i).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private void describeAnew(SessionNode node) {
    describeAnew(node.index());
  }

  private void describeAnew(int node) {
    if (places.contains(node)) {
      stale.add(node);
    }
  }

  private void describe(int node) {
    NodeDescription description = describer.describe(session.cluster().nodeAt(node), node);
    description.number(known.fit().now().contains(node) ? 1 : 0);
    scores.describe(node, description);
    for (Optional<NodeKinds> ofPlugin : kinds) {
      if (ofPlugin.isPresent()) {
        ofPlugin.get().describe(session.nodes().get(node), description);
      }
    }
    partition.put(node, description, 0);
  }

  private @Nullable NodeState best(Task task, NodeSet room) throws Unanswered {
    gather(room);
    if (count == 0) {
      return null;
    }
    return session.nodes().get(some.size() == 1 ? bests[0] : best(task));
  }

  private void gather(NodeSet room) {
    List<Group> groups = partition.groups();
    if (bests.length < groups.size()) {
      bests = new int[2 * groups.size()];
    }
    count = 0;
    some.clear();
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.get(i);
      int best = group.best();
      if (room.contains(best)) {
        bests[count++] = best;
        some.add(session.nodes().get(best));
        if (group.size() > 1) {
          int any = group.any();
          some.add(session.nodes().get(any == best ? group.next(best + 1) : any));
        }
      }
    }
  }

  private int best(Task task) throws Unanswered {
    List<NodeOrder> alone = ownTerms.byKinds();
    double[] @Nullable [] ofEach = new double[alone.size()][];
    for (int i = 0; i < alone.size(); i++) {
      if (concerned(alone.get(i))) {
        ofEach[i] = ofBests(alone.get(i), task);
      }
    }
    List<BatchNodeOrder> together = session.fitness().batchNodeOrders().plugins();
    double[] @Nullable [] ofAll = new double[together.size()][];
    for (int i = 0; i < together.size(); i++) {
      if (concerned(together.get(i))) {
        ofAll[i] = ofBests(together.get(i).scoreNodes(task, some));
      }
    }
    return scores.bestOf(bests, count, new KindAnswers(ofEach, ofAll));
  }

  private boolean concerned(Object plugin) {
    return plugin instanceof KindOrder && kinds.get(plugins.indexOf(plugin)).isPresent();
  }

  private double[] ofBests(NodeOrder plugin, Task task) {
    double[] scoresOfBests = new double[count];
    for (int i = 0; i < count; i++) {
      scoresOfBests[i] = plugin.scoreNode(task, session.nodes().get(bests[i]));
    }
    return scoresOfBests;
  }

  /** The scores of the best nodes of all kinds, of those of {@link #some}. */
  private double[] ofBests(double[] all) {
    double[] scoresOfBests = new double[count];
    int place = 0;
    for (int i = 0; i < some.size(); i++) {
      if (place < count && some.get(i).index() == bests[place]) {
        scoresOfBests[place++] = all[i];
      }
    }
    return scoresOfBests;
  }
}
