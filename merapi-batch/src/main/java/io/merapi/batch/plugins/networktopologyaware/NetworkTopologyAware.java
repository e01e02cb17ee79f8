package io.merapi.batch.plugins.networktopologyaware;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.fixes.Fix;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.SubJob;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.HyperNodeGradient;
import io.merapi.api.session.extension.HyperNodeOrder;
import io.merapi.api.session.extension.KindOrder;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.batch.plugins.networktopologyaware.DomainLedger.Domain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the tasks of a job within as small a part of the network as they need, and packs such parts
 * so that others stay free for jobs that need a whole one.
 */
public final class NetworkTopologyAware
    implements HyperNodeGradient, HyperNodeOrder, BatchNodeOrder, KindOrder, TaskEvents {

  public static final String NAME = "network-topology-aware";

  private final Session session;
  private final HyperNodes hyperNodes;
  private final NetworkTopologyAwareArgs args;
  private final DomainLedger ledger;
  private final DomainSearch search;
  private final Packing packing;
  private final TierWeights tierWeights;
  private final Closeness closeness;
  private final int lowestTier;

  // Written over whenever nodes or domains are scored, by domain or by kind of nodes.
  private final double[] packed;
  private final double[] packedAround;
  private final long[] held;

  public NetworkTopologyAware(NetworkTopologyAwareArgs args, Session session) {
    this.args = args;
    this.session = session;
    this.hyperNodes = session.hyperNodes();
    this.ledger = new DomainLedger(session);
    this.search = new DomainSearch(hyperNodes, ledger, args.maxHyperNodesForEviction());
    this.packing = new Packing(args, session.resources());
    List<Integer> tiers = hyperNodes.tiers();
    this.tierWeights = new TierWeights(tiers, args.fading());
    this.lowestTier = tiers.getFirst();
    this.closeness = new Closeness(hyperNodes, ledger.size());
    this.packed = new double[ledger.size()];
    this.packedAround = new double[ledger.kindCount()];
    this.held = new long[ledger.size()];
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean readsClock() {
    return false;
  }

  @Override
  public List<List<HyperNodeInfo>> gradients(Job job, HyperNodeInfo below, SearchPurpose purpose) {
    Integer tier = hardTier(job.networkTopology());
    return tier == null
        ? List.of(List.of(below))
        : search.find(below, tier, job.allocatedHyperNode(), job.minResources(), purpose);
  }

  @Override
  public List<List<HyperNodeInfo>> gradients(
      SubJob subJob, HyperNodeInfo below, SearchPurpose purpose) {
    Integer tier = hardTier(subJob.networkTopology());
    return tier == null
        ? List.of(List.of(below))
        : search.find(below, tier, subJob.allocatedHyperNode(), subJob.pendingRequest(), purpose);
  }

  private static @Nullable Integer hardTier(@Nullable NetworkTopology topology) {
    return topology == null || topology.mode() != NetworkTopology.Mode.HARD
        ? null
        : topology.highestTierAllowed();
  }

  /** Of domains that suit equally well, those win that hold more tasks of the sub-job already. */
  @Override
  public double[] scoreHyperNodes(SubJob subJob, List<HyperNodeInfo> domains) {
    var sum = new ResourcesSum(session.resources());
    subJob.tasks().forEach(task -> sum.add(task.request()));
    Resources request = sum.toResources();
    var found = new ArrayList<@Nullable Domain>();
    double[] scores = new double[domains.size()];
    for (int i = 0; i < scores.length; i++) {
      Domain domain = ledger.named(domains.get(i).name());
      found.add(domain);
      scores[i] = domain == null ? 0 : packing.score(request, domain);
    }
    breakTies(scores, found, subJob);
    return scaled(scores);
  }

  @Override
  public double[] scoreNodes(Task task, List<? extends SessionNode> nodes) {
    double[] scores = new double[nodes.size()];
    Job job = task.job();
    if (job == null) {
      return scores;
    }
    SubJob subJob = job.subJob(task);
    if (subJob.networkTopology() == null) {
      scoreByPacking(task, nodes, scores);
    } else if (!task.jobAllocatedHyperNode().isEmpty()) {
      scoreByCloseness(task.jobAllocatedHyperNode(), subJob, nodes, scores);
    }
    return scaled(scores);
  }

  /** Nodes in the same domains score the same. */
  @Override
  public Optional<NodeKinds> kinds(Task task) {
    Job job = task.job();
    boolean scores =
        job != null
            && (job.subJob(task).networkTopology() == null
                ? packs()
                : !task.jobAllocatedHyperNode().isEmpty());
    return scores ? Optional.of(ledger) : Optional.empty();
  }

  private boolean packs() {
    return args.packNormalPods() && tierWeights.total() > 0;
  }

  /**
   * Tasks that may lie anywhere fill up domains that are in use; none is better than an empty one.
   */
  private void scoreByPacking(Task task, List<? extends SessionNode> nodes, double[] scores) {
    if (!packs()) {
      return;
    }
    Arrays.fill(packed, Double.NaN);
    Arrays.fill(packedAround, Double.NaN);
    for (int i = 0; i < scores.length; i++) {
      int kind = ledger.kind(nodes.get(i));
      if (Double.isNaN(packedAround[kind])) {
        packedAround[kind] = packing(task, nodes.get(i));
      }
      scores[i] = packedAround[kind];
    }
  }

  private double packing(Task task, SessionNode node) {
    double score = tierWeights.ofEmptyTiers();
    for (int tier : hyperNodes.tiers()) {
      Domain domain = ledger.around(node, tier);
      if (domain != null && Double.isNaN(packed[domain.index()])) {
        packed[domain.index()] = packing.score(task.request(), domain);
      }
      score += tierWeights.of(tier) * (domain == null ? 1 : packed[domain.index()]);
    }
    return score / tierWeights.total();
  }

  private void scoreByCloseness(
      String allocated, SubJob subJob, List<? extends SessionNode> nodes, double[] scores) {
    var found = new ArrayList<@Nullable Domain>(scores.length);
    for (int i = 0; i < scores.length; i++) {
      Domain domain = smallestAround(nodes.get(i));
      found.add(domain);
      scores[i] = domain == null ? 0 : closeness.between(domain, allocated);
    }
    breakTies(scores, found, subJob);
  }

  /**
   * The domain that a node counts as a part of. Upstream looks at the lowest tier alone, and so
   * takes a node that is only in a higher one for a node without a place in the network.
   */
  private @Nullable Domain smallestAround(SessionNode node) {
    return session.fixes().has(Fix.HONOUR_TOPOLOGY_TIERS)
        ? ledger.around(node).getFirst()
        : ledger.around(node, lowestTier);
  }

  /** Adds to each of several best scores the part of the sub-job's tasks that its domain holds. */
  private void breakTies(double[] scores, List<@Nullable Domain> domains, SubJob subJob) {
    double best = Arrays.stream(scores).max().orElse(0);
    if (Arrays.stream(scores).filter(score -> score == best).count() <= 1) {
      return;
    }
    countTasks(subJob);
    for (int i = 0; i < scores.length; i++) {
      Domain domain = domains.get(i);
      if (scores[i] == best && domain != null) {
        scores[i] += (double) held[domain.index()] / subJob.tasks().size();
      }
    }
  }

  private void countTasks(SubJob subJob) {
    Arrays.fill(held, 0);
    for (Task task : subJob.tasks()) {
      SessionNode node = task.nodeName().isEmpty() ? null : session.node(task.nodeName());
      if (node != null) {
        for (Domain domain : ledger.around(node)) {
          held[domain.index()]++;
        }
      }
    }
  }

  private double[] scaled(double[] scores) {
    for (int i = 0; i < scores.length; i++) {
      scores[i] *= (double) ScorePlugin.MAX_SCORE * args.weight();
    }
    return scores;
  }

  @Override
  public Verdict allocated(Task task) {
    ledger.take(task.nodeName(), task.request());
    return Verdict.success();
  }

  @Override
  public void deallocated(Task task) {
    ledger.giveBack(task.nodeName(), task.request());
  }
}
