package io.merapi.explain.pod;

import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodSpec;
import io.merapi.explain.answers.PodFindings;
import io.merapi.explain.answers.PodInquiry;
import io.merapi.explain.cluster.OfflineCluster;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.framework.LonePlugin;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.ReferencePlacement;
import io.merapi.kube.placement.TieBreak;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Where a pod would go in a cluster as it stands, and why not elsewhere.
 *
 * @param pod as the snapshot has it
 * @param situation where the pod stands
 * @param schedulerName the scheduler that the pod asks for
 * @param findings what the plugins of the profile said
 * @param objections by node, in the order of nodes, the plugins that do not accept it, the one that
 *     decides first; nodes that fit are not in it
 * @param extendersNotAsked the addresses of extenders whose answers are missing
 */
public record PodExplanation(
    Pod pod,
    PodSituation situation,
    String schedulerName,
    PodFindings findings,
    SequencedMap<String, List<Objection>> objections,
    List<String> extendersNotAsked) {

  /**
   * Explains a pod of a cluster. A pod that is on a node is taken off it first: otherwise it would
   * compete with itself.
   *
   * @throws NullPointerException if there is no such pod
   */
  public static PodExplanation of(OfflineCluster cluster, String key) {
    Pod pod = Objects.requireNonNull(cluster.pod(key), key).pod();
    PodInfo asked = cluster.addApart(pod);
    String schedulerName = pod.spec().schedulerNameOrDefault();
    SchedulingProfile profile = profile(cluster, schedulerName);
    var placement =
        new ReferencePlacement(
            profile, cluster.sampling(profile), new NodeRotation(), new TieBreak(0));
    PodFindings findings =
        new PodInquiry(profile, placement, cluster.view(), cluster.nominations())
            .about(asked, true);
    return new PodExplanation(
        pod,
        PodSituation.of(pod, !findings.keptOutBy().isEmpty()),
        schedulerName,
        findings,
        objections(findings, cluster.view().nodes()),
        cluster.extenders(pod));
  }

  /** The profile of that name, else the default one, else the first: some answer is of use. */
  private static SchedulingProfile profile(OfflineCluster cluster, String schedulerName) {
    SchedulingProfile own = cluster.profile(schedulerName);
    if (own != null) {
      return own;
    }
    SchedulingProfile standard = cluster.profile(PodSpec.DEFAULT_SCHEDULER_NAME);
    return standard != null ? standard : cluster.profiles().iterator().next();
  }

  /** Whether the profile is the one that the pod asks for, and not one that stands in for it. */
  public boolean byItsOwnProfile() {
    return findings.profile().schedulerName().equals(schedulerName);
  }

  private static SequencedMap<String, List<Objection>> objections(
      PodFindings findings, List<NodeInfo> nodes) {
    var objections = new LinkedHashMap<String, List<Objection>>();
    if (!findings.preFilter().result().isSuccess()) {
      return objections;
    }
    for (NodeInfo node : nodes) {
      PluginVerdict verdict = findings.nodes().get(node.name());
      if (verdict == null) {
        objections.put(node.name(), objections(findings, node.name(), ruledOut(findings)));
      } else if (!verdict.isSuccess()) {
        var first = new Objection(verdict.plugin(), verdict.verdict(), true);
        objections.put(node.name(), objections(findings, node.name(), first));
      }
    }
    return objections;
  }

  /** What is said of a node that the pre-filters left out. */
  private static Objection ruledOut(PodFindings findings) {
    var plugins = findings.preFilter().restrictedBy();
    return new Objection(String.join(", ", plugins), findings.preFilter().outside(), true);
  }

  private static List<Objection> objections(PodFindings findings, String node, Objection first) {
    var objections = new ArrayList<Objection>();
    objections.add(first);
    for (String plugin : findings.profile().configuration().plugins().at(ExtensionPoint.FILTER)) {
      LonePlugin.Answer alone = findings.alone().get(plugin);
      Verdict verdict = alone == null ? null : alone.rejections().get(node);
      if (verdict != null && !plugin.equals(first.plugin())) {
        objections.add(new Objection(plugin, verdict, false));
      }
    }
    return objections;
  }

  /**
   * The nodes that do not fit by the reasons of the plugin that decides, the most frequent first; a
   * node with two reasons is in two groups, as it counts twice in the pod's event.
   */
  public List<ReasonGroup> reasons() {
    var groups = new LinkedHashMap<List<String>, Group>();
    objections.forEach((node, all) -> {
      Objection first = all.getFirst();
      for (Reason reason : first.reasons()) {
        groups
            .computeIfAbsent(
                List.of(first.plugin(), reason.summary(), first.verdict().code()),
                _ -> new Group(first, reason))
            .nodes
            .add(node);
      }
    });
    return groups.values().stream()
        .map(Group::toReasonGroup)
        .sorted(
            Comparator.comparingInt((ReasonGroup group) -> -group.nodes().size())
                .thenComparing(ReasonGroup::reason))
        .toList();
  }

  /** A group that still grows; the first node of it is the example. */
  private static final class Group {

    private final Objection objection;
    private final Reason reason;
    private final Set<String> nodes = new LinkedHashSet<>();

    Group(Objection objection, Reason reason) {
      this.objection = objection;
      this.reason = reason;
    }

    ReasonGroup toReasonGroup() {
      return new ReasonGroup(
          objection.plugin(),
          reason.summary(),
          objection.evictionHelps(),
          List.copyOf(nodes),
          reason.detail());
    }
  }
}
