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
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.batch.plugins.networktopologyaware.DomainLedger.Domain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the tasks of a job within as small a part of the network as they need, and packs such parts
 * so that others stay free for jobs that need a whole one.
 */
public final class NetworkTopologyAware
    implements HyperNodeGradient, HyperNodeOrder, BatchNodeOrder, TaskEvents {

  public static final String NAME = "network-topology-aware";

  private final Session session;
  private final HyperNodes hyperNodes;
  private final NetworkTopologyAwareArgs args;
  private final DomainLedger ledger;
  private final DomainSearch search;
  private final Packing packing;
  private final TierWeights tierWeights;
  private final int lowestTier;
  private final int highestTier;

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
    this.highestTier = tiers.getLast();
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

  /** Of tasks that may lie anywhere there is nothing to say, unless they are to be packed. */
  @Override
  public Optional<List<ScorePart>> scoreParts(Task task) {
    Job job = task.job();
    return job == null || (!packs() && job.subJob(task).networkTopology() == null)
        ? Optional.of(List.of())
        : Optional.empty();
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
    var packed = new HashMap<Domain, Double>();
    for (int i = 0; i < scores.length; i++) {
      double score = tierWeights.ofEmptyTiers();
      for (int tier : hyperNodes.tiers()) {
        Domain domain = ledger.around(nodes.get(i), tier);
        double full =
            domain == null
                ? 1
                : packed.computeIfAbsent(domain, one -> packing.score(task.request(), one));
        score += tierWeights.of(tier) * full;
      }
      scores[i] = score / tierWeights.total();
    }
  }

  private void scoreByCloseness(
      String allocated, SubJob subJob, List<? extends SessionNode> nodes, double[] scores) {
    var found = new ArrayList<@Nullable Domain>();
    var closeness = new HashMap<Domain, Double>();
    for (int i = 0; i < scores.length; i++) {
      Domain domain = smallestAround(nodes.get(i));
      found.add(domain);
      scores[i] =
          domain == null
              ? 0
              : closeness.computeIfAbsent(domain, one -> closeness(one.info().name(), allocated));
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

  /** 1 within the same domain, down to 0 the higher the domain is that both are in. */
  private double closeness(String domain, String allocated) {
    if (domain.equals(allocated)) {
      return 1;
    }
    HyperNodeInfo common = hyperNodes.named(hyperNodes.lowestCommon(domain, allocated));
    if (common == null) {
      return 0;
    }
    if (lowestTier == highestTier) {
      return 1;
    }
    return common.tier() < lowestTier || common.tier() > highestTier
        ? 0
        : (double) (highestTier - common.tier()) / (highestTier - lowestTier);
  }

  /** Adds to each of several best scores the part of the sub-job's tasks that its domain holds. */
  private void breakTies(double[] scores, List<@Nullable Domain> domains, SubJob subJob) {
    double best = Arrays.stream(scores).max().orElse(0);
    if (Arrays.stream(scores).filter(score -> score == best).count() <= 1) {
      return;
    }
    var shares = new HashMap<Domain, Double>();
    for (int i = 0; i < scores.length; i++) {
      Domain domain = domains.get(i);
      if (scores[i] == best && domain != null) {
        scores[i] += shares.computeIfAbsent(domain, one -> shareOfTasks(subJob, one));
      }
    }
  }

  private double shareOfTasks(SubJob subJob, Domain domain) {
    long held =
        subJob.tasks().stream()
            .filter(task -> {
              SessionNode node = session.node(task.nodeName());
              return node != null && domain.holds(node);
            })
            .count();
    return (double) held / subJob.tasks().size();
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
