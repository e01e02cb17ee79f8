package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.device.Allocation;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.NodeVerdicts;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PostFilterPlugin;
import io.merapi.api.framework.PreBindPlugin;
import io.merapi.api.framework.PreEnqueuePlugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ReservePlugin;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.devices.PendingAllocations;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.plugins.dynamicresources.DeviceSearchState.NodeAllocation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Finds devices for the claims of a pod, and takes them. */
public final class DynamicResources
    implements PreEnqueuePlugin,
        PreFilterPlugin,
        FilterPlugin,
        PostFilterPlugin,
        ScorePlugin,
        ReservePlugin,
        PreBindPlugin,
        EnqueueExtensions {

  public static final String NAME = "DynamicResources";

  private static final CompletionStage<Verdict> NOTHING_TO_DO =
      CompletableFuture.completedFuture(Verdict.success());

  /** Upstream's words, here without the name of what is missing. */
  private static final String NO_STATE = "not found";

  private final PendingAllocations pending;
  private final ClaimLookup lookup;
  private final ClaimHints hints;
  private final ClaimPreparation preparation;
  private final ClaimFilter filter;
  private final ClaimRelease release;
  private final ClaimBinding binding;
  private final DeviceReadiness readiness;
  private final CycleKey<DeviceSearchState> key;

  public DynamicResources(DynamicResourcesArgs args, SchedulerParts parts, PluginContext context) {
    FeatureGates gates = context.gates();
    boolean conditions =
        gates.enabled(FeatureGate.DRA_DEVICE_BINDING_CONDITIONS)
            && gates.enabled(FeatureGate.DRA_RESOURCE_CLAIM_DEVICE_STATUS);
    var progress = new BindingConditions(args.bindingTimeout(), context.clock());
    this.pending = parts.pendingAllocations();
    this.lookup = new ClaimLookup(parts.assumed());
    this.hints = new ClaimHints(lookup);
    this.preparation = new ClaimPreparation(lookup, parts, gates);
    this.filter = new ClaimFilter(args, context, conditions ? progress : null);
    this.release = new ClaimRelease(parts.effects().claims());
    this.binding = new ClaimBinding(parts, context.clock(), conditions);
    this.readiness =
        new DeviceReadiness(conditions ? progress : null, parts, args.bindingTimeout());
    this.key = context.cycleKey(NAME, DeviceSearchState.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Registration> eventsToRegister() {
    return hints.registrations();
  }

  @Override
  public Verdict preEnqueue(PodInfo pod, ClusterView cluster) {
    ClaimLookup.Found found = lookup.of(pod.pod(), cluster);
    return found.complete()
        ? Verdict.success()
        : Verdict.unresolvable(Reason.of("ClaimNotReady", found.missing()));
  }

  @Override
  public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
    state.put(key, DeviceSearchState.withoutClaims());
    return switch (preparation.of(pod, cluster)) {
      case ClaimPreparation.Nothing _ -> PreFilterResult.SKIP;
      case ClaimPreparation.Unfit(Verdict verdict) -> PreFilterResult.of(verdict);
      case ClaimPreparation.Prepared(DeviceSearchState prepared) -> {
        state.put(key, prepared);
        yield PreFilterResult.ALL_NODES;
      }
    };
  }

  @Override
  public boolean preFilterFollowsClass(PodInfo pod, ClusterView cluster) {
    return !preparation.mayWantDevices(pod, cluster);
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    DeviceSearchState search = state.get(key);
    return search == null ? Verdict.error(NO_STATE) : filter.judge(search, node);
  }

  @Override
  public PostFilterResult postFilter(
      CycleState state, PodInfo pod, ClusterView cluster, NodeVerdicts verdicts, DryRun dryRun) {
    DeviceSearchState search = state.get(key);
    if (search == null) {
      return new PostFilterResult(Verdict.error(NO_STATE), null);
    }
    boolean lasting = !preparation.mayWantDevices(pod, cluster);
    return new PostFilterResult(release.one(search, pod.pod()), null, lasting);
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    DeviceSearchState search = state.get(key);
    if (search != null && search.allocator() != null && search.found(node.name()) == null) {
      // That the node fits was known from another pod.
      filter.judge(search, node);
    }
    return PreferenceScore.of(search, node.name());
  }

  @Override
  public Normalization normalization() {
    return Normalization.TO_GREATEST;
  }

  /** A pod without devices fits everywhere and scores 0. */
  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return preparation.dependence(pod, cluster);
  }

  @Override
  public Dependence scoreDependence(PodInfo pod, ClusterView cluster) {
    return filterDependence(pod, cluster);
  }

  @Override
  public Verdict reserve(CycleState state, PodInfo pod, String nodeName) {
    DeviceSearchState search = state.get(key);
    if (search != null && search.claims().isEmpty()) {
      return Verdict.success();
    }
    return search == null ? Verdict.error(NO_STATE) : reserve(search, nodeName);
  }

  private Verdict reserve(DeviceSearchState search, String nodeName) {
    PodClaims claims = search.claims();
    List<Integer> unallocated = claims.unallocated();
    if (unallocated.isEmpty() || search.allocator() == null) {
      return Verdict.success();
    }
    NodeAllocation found = search.found(nodeName);
    if (found == null || found.allocations().isEmpty()) {
      // The node has the extended resources itself, and there was nothing else to find.
      boolean nothingElse = unallocated.stream().allMatch(claims::isForExtendedResources);
      return nothingElse ? Verdict.success() : Verdict.error("claim allocation not found for node");
    }
    if (found.allocations().size() != unallocated.size()) {
      return Verdict.error(
          "internal error, have %d allocations, %d claims to allocate, want %d claims"
              .formatted(found.allocations().size(), unallocated.size(), unallocated.size()));
    }
    for (int i = 0; i < unallocated.size(); i++) {
      int index = unallocated.get(i);
      Allocation allocation = found.allocations().get(i);
      search.reserve(index, allocation);
      pending.add(claims.get(index), allocation);
    }
    return Verdict.success();
  }

  @Override
  public void unreserve(CycleState state, PodInfo pod, String nodeName) {
    DeviceSearchState search = state.get(key);
    if (search != null) {
      binding.giveBack(search, pod.pod());
    }
  }

  @Override
  public CompletionStage<Verdict> preBind(CycleState state, PodInfo pod, String nodeName) {
    DeviceSearchState search = state.get(key);
    if (search != null && search.claims().isEmpty()) {
      return NOTHING_TO_DO;
    }
    if (search == null) {
      return CompletableFuture.completedStage(Verdict.error(NO_STATE));
    }
    return binding
        .bind(search, pod.pod(), nodeName)
        .thenCompose(bound ->
            bound.isSuccess() ? readiness.of(search) : CompletableFuture.completedStage(bound));
  }

  @Override
  public boolean hasWork(CycleState state, PodInfo pod, String nodeName) {
    DeviceSearchState search = state.get(key);
    return search == null || !search.claims().isEmpty();
  }
}
