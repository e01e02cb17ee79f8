package io.merapi.kube.plugins.nodevolumelimits;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.storage.CsiDriver;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.VolumeAttachment;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether nodes have room for the volumes of one pod. */
final class LimitCheck {

  private final ClusterView cluster;
  private final VolumeCount count;
  private final boolean wantsDrivers;
  private final Wanted onCsiNodes;
  private final Wanted elsewhere;

  /**
   * @param wantsDrivers whether drivers may close nodes on which they do not run
   */
  LimitCheck(Pod pod, ClusterView cluster, boolean wantsDrivers) {
    this.cluster = cluster;
    this.count = new VolumeCount(cluster);
    this.wantsDrivers = wantsDrivers;
    this.onCsiNodes = wanted(pod, true);
    this.elsewhere = wanted(pod, false);
  }

  private Wanted wanted(Pod pod, boolean csiNode) {
    var volumes = new LinkedHashSet<CountedVolume>();
    Verdict verdict = count.addWaiting(pod, csiNode, volumes);
    return new Wanted(verdict, Collections.unmodifiableSet(volumes));
  }

  Verdict judge(NodeInfo node) {
    var csiNode = (CsiNode) cluster.object(ObjectKind.CSI_NODE, node.name());
    Wanted wanted = csiNode == null ? elsewhere : onCsiNodes;
    if (!wanted.verdict.isSuccess() || wanted.volumes.isEmpty()) {
      return wanted.verdict;
    }
    if (wantsDrivers) {
      for (CountedVolume volume : wanted.volumes) {
        if (isMissing(volume.driver(), csiNode)) {
          return Verdict.unschedulable(
              Reason.of(
                  "CsiDriverMissing",
                  volume.driver() + " CSI driver is not installed on the node"));
        }
      }
    }
    return csiNode == null || !hasLimits(csiNode)
        ? Verdict.success()
        : judge(wanted.volumes, node, csiNode);
  }

  /** Whether the driver does not run on the node, and wants pods to keep away for that. */
  private boolean isMissing(String driver, @Nullable CsiNode csiNode) {
    return cluster.object(ObjectKind.CSI_DRIVER, driver) instanceof CsiDriver known
        && known.preventPodSchedulingIfMissing()
        && (csiNode == null
            || csiNode.drivers().stream().noneMatch(running -> running.name().equals(driver)));
  }

  private static boolean hasLimits(CsiNode csiNode) {
    List<CsiNode.Driver> drivers = csiNode.drivers();
    for (int i = 0; i < drivers.size(); i++) {
      if (drivers.get(i).allocatableCount() != null) {
        return true;
      }
    }
    return false;
  }

  private Verdict judge(Set<CountedVolume> wanted, NodeInfo node, CsiNode csiNode) {
    var attached = new HashSet<CountedVolume>();
    for (PodInfo pod : node.pods()) {
      Verdict verdict = count.addPlaced(pod.pod(), attached);
      if (!verdict.isSuccess()) {
        return verdict;
      }
    }
    var added = new LinkedHashSet<>(wanted);
    added.removeAll(attached);
    // Volumes that are attached without a pod take room, but one that the pod wants counts again:
    // upstream takes off only what pods of the node use.
    for (VolumeAttachment attachment : cluster.attachments(node.name())) {
      count.addAttached(attachment, attached);
    }
    for (CsiNode.Driver driver : csiNode.drivers()) {
      Integer limit = limit(csiNode, driver.name());
      int more = count(added, driver.name());
      if (limit != null && more > 0) {
        int present = count(attached, driver.name());
        if (present + more > limit) {
          return Verdict.unschedulable(new TooManyVolumes(driver.name(), more, present, limit));
        }
      }
    }
    return Verdict.success();
  }

  /** The last limit that is stated for a driver, should it be listed twice. */
  private static @Nullable Integer limit(CsiNode csiNode, String driver) {
    Integer limit = null;
    for (CsiNode.Driver running : csiNode.drivers()) {
      if (running.name().equals(driver) && running.allocatableCount() != null) {
        limit = running.allocatableCount();
      }
    }
    return limit;
  }

  private static int count(Set<CountedVolume> volumes, String driver) {
    int count = 0;
    for (CountedVolume volume : volumes) {
      if (volume.driver().equals(driver)) {
        count++;
      }
    }
    return count;
  }

  /**
   * The volumes of the pod that count on a node.
   *
   * @param verdict success, or why the pod cannot have its volumes
   */
  private record Wanted(Verdict verdict, Set<CountedVolume> volumes) {}
}
