package io.merapi.batch.network;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.NetworkTopology.Mode;
import io.merapi.api.fixes.Fix;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.job.TaskState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says how close together jobs must be in terms of the tree's tiers, and finds where they lie.
 *
 * <p>After it, tiers are numbers and no mode is soft: what was soft may use the whole cluster, and
 * scores alone draw it together.
 */
public final class JobTopologies {

  /** Lower than that of any domain. */
  private static final int NO_TIER = Integer.MIN_VALUE;

  private final HyperNodeTree tree;
  private final boolean honoursUnknownNames;

  public JobTopologies(HyperNodeTree tree, Fixes fixes) {
    this.tree = tree;
    this.honoursUnknownNames = fixes.has(Fix.HONOUR_TOPOLOGY_TIERS);
  }

  /** Whether the job or a part of it says how close together its tasks must be. */
  public static boolean concerns(JobState job) {
    if (job.networkTopology() != null) {
      return true;
    }
    for (SubJobState part : job.subJobs()) {
      if (part.networkTopology() != null) {
        return true;
      }
    }
    return false;
  }

  /** Whether the job or a part of it must lie within a domain of some tier. */
  public static boolean binds(JobState job) {
    if (hard(job.networkTopology())) {
      return true;
    }
    for (SubJobState part : job.subJobs()) {
      if (hard(part.networkTopology())) {
        return true;
      }
    }
    return false;
  }

  private static boolean hard(@Nullable NetworkTopology topology) {
    return topology != null
        && topology.mode() == Mode.HARD
        && topology.highestTierAllowed() != null;
  }

  /** Brings what a job says into the terms of the tree. */
  public void adjust(JobState job) {
    if (!concerns(job)) {
      return;
    }
    int topTier = tree.top().tier();
    NetworkTopology ofJob = hardened(translated(job.networkTopology()), topTier);
    job.setNetworkTopology(ofJob);
    Integer limit = ofJob == null ? null : ofJob.highestTierAllowed();
    for (SubJobState part : job.subJobs()) {
      part.setNetworkTopology(
          hardened(translated(part.networkTopology()), limit == null ? topTier : limit));
    }
  }

  private @Nullable NetworkTopology translated(@Nullable NetworkTopology topology) {
    if (topology == null
        || topology.highestTierAllowed() != null
        || topology.highestTierName().isEmpty()) {
      return topology;
    }
    Integer tier = tree.tierNamed(topology.highestTierName());
    if (tier == null) {
      // Upstream lets a job lie anywhere that must not go above a tier which nobody knows.
      return honoursUnknownNames && topology.mode() == Mode.HARD
          ? new NetworkTopology(Mode.HARD, NO_TIER, "")
          : topology;
    }
    return new NetworkTopology(topology.mode(), tier, "");
  }

  private static @Nullable NetworkTopology hardened(
      @Nullable NetworkTopology topology, int highestTier) {
    return topology != null && topology.mode() == Mode.SOFT
        ? new NetworkTopology(Mode.HARD, highestTier, "")
        : topology;
  }

  /**
   * Finds the smallest domains that hold the tasks which a job and its parts have on nodes already;
   * to be asked only while the tree is ready.
   */
  public void locate(JobState job) {
    if (!concerns(job)) {
      return;
    }
    String ofJob = "";
    for (SubJobState part : job.subJobs()) {
      if (part.networkTopology() != null) {
        part.setAllocatedHyperNode(smallestAround(part));
        ofJob = tree.lowestCommon(ofJob, part.allocatedHyperNode());
      }
    }
    job.setAllocatedHyperNode(ofJob);
  }

  private String smallestAround(SubJobState part) {
    List<String> nodes = new ArrayList<>();
    for (TaskStatus status : TaskStatus.values()) {
      if (status.holdsResources()) {
        part.tasks(status).stream()
            .map(TaskState::nodeName)
            .filter(node -> !node.isEmpty())
            .forEach(nodes::add);
      }
    }
    if (nodes.isEmpty()) {
      return "";
    }
    return tree.all().stream()
        .filter(domain -> nodes.stream().allMatch(node -> tree.holds(domain.name(), node)))
        .min(Comparator.comparingInt(HyperNodeInfo::tier))
        .map(HyperNodeInfo::name)
        .orElse("");
  }
}
