package io.merapi.kube.plugins.nodeaffinity;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Affinity.PreferredNodes;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.selector.CompiledNodeAffinity;
import io.merapi.api.selector.CompiledNodeSelector;
import io.merapi.api.selector.CompiledPreferences;
import io.merapi.api.selector.NodeSelector;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rejects nodes that the pod's node selector and required node affinity do not allow, and prefers
 * nodes by its preferred terms; the profile may add affinity of its own to that of every pod.
 *
 * <p>A required term that cannot be compiled matches no node and stays otherwise unnoticed; a
 * preferred one fails the whole attempt. Both are upstream's ways.
 */
public final class NodeAffinity
    implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {

  public static final String NAME = "NodeAffinity";

  private static final PreFilterResult CONFLICT =
      PreFilterResult.of(
          Verdict.unresolvable(Reason.of("NodeAffinityConflict", "pod affinity terms conflict")));
  private static final Verdict NOT_ENFORCED =
      Verdict.unresolvable(
          Reason.of(
              "EnforcedNodeAffinityMismatch",
              "node(s) didn't match scheduler-enforced node affinity"));

  private final @Nullable CompiledNodeSelector addedRequired;
  private final @Nullable CompiledPreferences addedPreferred;
  private final CycleKey<CompiledNodeAffinity> required;
  private final CycleKey<CompiledPreferences> preferred;

  /**
   * @throws IllegalArgumentException if a term of the arguments cannot be compiled; those that were
   *     read from a configuration can
   */
  public NodeAffinity(NodeAffinityArgs args, PluginContext context) {
    this.addedRequired = addedRequired(args.addedRequired());
    this.addedPreferred = addedPreferred(args.addedPreferred());
    this.required = context.cycleKey("PreFilter" + NAME, CompiledNodeAffinity.class);
    this.preferred = context.cycleKey("PreScore" + NAME, CompiledPreferences.class);
  }

  private static @Nullable CompiledNodeSelector addedRequired(@Nullable NodeSelector selector) {
    if (selector == null) {
      return null;
    }
    CompiledNodeSelector compiled = CompiledNodeSelector.of(selector);
    requireCompiled(NodeAffinityArgs.REQUIRED, compiled.error());
    return compiled;
  }

  private static @Nullable CompiledPreferences addedPreferred(List<PreferredNodes> terms) {
    if (terms.isEmpty()) {
      return null;
    }
    CompiledPreferences compiled = compiled(terms);
    requireCompiled(NodeAffinityArgs.PREFERRED, compiled.error());
    return compiled;
  }

  private static void requireCompiled(String field, @Nullable String error) {
    if (error != null) {
      throw new IllegalArgumentException("parsing addedAffinity.%s: %s".formatted(field, error));
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
    PodSpec spec = pod.podClass().spec();
    NodeSelector wanted = spec.affinity().requiredNodes();
    if (wanted == null && addedRequired == null && spec.nodeSelector() == null) {
      return PreFilterResult.SKIP;
    }
    state.put(required, required(spec));
    Set<String> names = wanted == null ? null : NamedNodes.in(wanted);
    if (names == null) {
      return PreFilterResult.ALL_NODES;
    }
    return names.isEmpty() ? CONFLICT : PreFilterResult.only(names);
  }

  @Override
  public boolean preFilterFollowsClass(PodInfo pod, ClusterView cluster) {
    return true;
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    Labels labels = labels(node);
    if (addedRequired != null && !addedRequired.matches(labels, node.name())) {
      return NOT_ENFORCED;
    }
    PodSpec spec = pod.podClass().spec();
    CompiledNodeAffinity known = state.get(required);
    CompiledNodeAffinity affinity = known == null ? required(spec) : known;
    return affinity.matches(labels, node.name())
        ? Verdict.success()
        : Verdict.unresolvable(
            new NodeNotSelected(spec.nodeSelector(), spec.affinity().requiredNodes(), labels));
  }

  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return Dependence.NODE;
  }

  @Override
  public Verdict preScore(
      CycleState state, PodInfo pod, ClusterView cluster, List<NodeInfo> feasible) {
    List<PreferredNodes> terms = pod.podClass().spec().affinity().preferredNodes();
    CompiledPreferences preferences = compiled(terms);
    String error = preferences.error();
    if (error != null) {
      return Verdict.error(error);
    }
    if (terms.isEmpty() && addedPreferred == null) {
      return Verdict.skip();
    }
    state.put(preferred, preferences);
    return Verdict.success();
  }

  @Override
  public boolean preScoreFollowsClass(PodInfo pod, ClusterView cluster) {
    return true;
  }

  /** The weights of the terms that match the node, added up. */
  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    Labels labels = labels(node);
    long added = addedPreferred == null ? 0 : addedPreferred.score(labels, node.name());
    CompiledPreferences known = state.get(preferred);
    return added + (known == null ? unprepared(pod) : known).score(labels, node.name());
  }

  private static CompiledPreferences unprepared(PodInfo pod) {
    CompiledPreferences preferences = compiled(pod.podClass().spec().affinity().preferredNodes());
    String error = preferences.error();
    if (error != null) {
      throw new ScoreException(error);
    }
    return preferences;
  }

  @Override
  public Normalization normalization() {
    return Normalization.TO_GREATEST;
  }

  @Override
  public Dependence scoreDependence(PodInfo pod, ClusterView cluster) {
    return Dependence.NODE;
  }

  @Override
  public List<Registration> eventsToRegister() {
    return List.of(
        Registration.of(
            ObjectKind.NODE,
            Set.of(ClusterAction.ADD, ClusterAction.UPDATE_NODE_LABEL),
            (pod, change, _) -> bringsNode(pod.podClass().spec(), change)));
  }

  /**
   * Whether a node is one now that the pod may go to, and was not before.
   *
   * <p>As upstream has it, a node that comes into the profile's own affinity wakes only pods whose
   * own affinity it did not satisfy before.
   */
  private boolean bringsNode(PodSpec spec, ObjectChange change) {
    Node node = (Node) change.latest();
    if (addedRequired != null && !addedRequired.matches(node.meta().labels(), node.name())) {
      return false;
    }
    CompiledNodeAffinity affinity = required(spec);
    if (!affinity.matches(node.meta().labels(), node.name())) {
      // A term that cannot be compiled makes upstream's hint fail, which counts as a yes.
      return affinity.error() != null
          && CompiledNodeAffinity.of(spec.nodeSelector(), null)
              .matches(node.meta().labels(), node.name());
    }
    return !(change.before() instanceof Node before)
        || !affinity.matches(before.meta().labels(), before.name());
  }

  private static Labels labels(NodeInfo node) {
    return requireNonNull(node.node()).meta().labels();
  }

  private static CompiledNodeAffinity required(PodSpec spec) {
    return CompiledNodeAffinity.of(spec.nodeSelector(), spec.affinity().requiredNodes());
  }

  private static CompiledPreferences compiled(List<PreferredNodes> terms) {
    return CompiledPreferences.of(
        terms.stream()
            .map(nodes -> new CompiledPreferences.WeightedTerm(nodes.weight(), nodes.term()))
            .toList());
  }
}
