package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PreBindPlugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.ReservePlugin;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.plugins.volumebinding.ClaimReader.Claims;
import io.merapi.kube.state.AssumedObjects;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Rejects nodes that cannot have the volumes of the pod's claims, and binds the claims to volumes
 * before the pod is bound to its node.
 *
 * <p>A claim that has its volume binds the pod to the nodes that reach it. A claim of a class that
 * waits for its first consumer gets its volume together with the node of the pod: the smallest free
 * volume that the node reaches, or one that is made there. Between the choice and its confirmation
 * by the cluster, volumes and claims are assumed to be what they will be.
 */
public final class VolumeBinding
    implements PreFilterPlugin,
        FilterPlugin,
        PreScorePlugin,
        ScorePlugin,
        ReservePlugin,
        PreBindPlugin,
        EnqueueExtensions {

  public static final String NAME = "VolumeBinding";

  private static final CompletionStage<Verdict> NOTHING_TO_DO =
      CompletableFuture.completedFuture(Verdict.success());

  private final AssumedObjects assumed;
  private final VolumeBinder binder;
  private final @Nullable StorageScore score;
  private final CycleKey<PodVolumes> podVolumes;

  /** That of the latest view, from which that of the next is made. */
  private volatile StorageIndex storage = StorageIndex.EMPTY;

  public VolumeBinding(VolumeBindingArgs args, SchedulerParts parts, PluginContext context) {
    this.assumed = parts.assumed();
    this.binder =
        new VolumeBinder(
            parts.effects().volumes(),
            parts.waiting(),
            Duration.ofSeconds(args.bindTimeoutSeconds()));
    this.score =
        context.gates().enabled(FeatureGate.STORAGE_CAPACITY_SCORING)
            ? new StorageScore(args.shape())
            : null;
    this.podVolumes = context.cycleKey(NAME, PodVolumes.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Registration> eventsToRegister() {
    return VolumeHints.REGISTRATIONS;
  }

  @Override
  public PreFilterResult preFilter(CycleState state, PodInfo info, ClusterView cluster) {
    Pod pod = info.pod();
    if (!ClaimReader.hasClaims(pod)) {
      state.put(podVolumes, PodVolumes.NONE);
      return PreFilterResult.SKIP;
    }
    var reader = new ClaimReader(cluster, assumed);
    Verdict obstacle = reader.obstacle(pod);
    if (obstacle != null) {
      return PreFilterResult.of(obstacle);
    }
    Claims claims = reader.read(pod, () -> storageIn(cluster));
    if (claims.volumes() == null) {
      return PreFilterResult.of(claims.verdict());
    }
    state.put(podVolumes, claims.volumes());
    return PreFilterResult.ALL_NODES;
  }

  @Override
  public boolean preFilterFollowsClass(PodInfo pod, ClusterView cluster) {
    return !ClaimReader.hasClaims(pod.pod());
  }

  private StorageIndex storageIn(ClusterView cluster) {
    StorageIndex current = storage.follow(cluster);
    storage = current;
    return current;
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    PodVolumes volumes = state.get(podVolumes);
    return volumes == null ? Verdict.error(podVolumes.missing()) : volumes.judge(node);
  }

  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return ClaimReader.hasClaims(pod.pod()) ? Dependence.CLAIMS : Dependence.NODE;
  }

  @Override
  public Verdict preScore(
      CycleState state, PodInfo pod, ClusterView cluster, List<NodeInfo> feasible) {
    if (score == null) {
      return Verdict.skip();
    }
    return state.get(podVolumes) == null ? Verdict.error(podVolumes.missing()) : Verdict.success();
  }

  @Override
  public boolean preScoreFollowsClass(PodInfo pod, ClusterView cluster) {
    return score == null;
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    if (score == null) {
      return 0;
    }
    PodVolumes volumes = state.get(podVolumes);
    if (volumes == null) {
      throw new ScoreException(podVolumes.missing());
    }
    NodeChoice choice = volumes.isAllBound() ? null : volumes.choose(node);
    return choice == null ? 0 : score.of(choice);
  }

  @Override
  public Normalization normalization() {
    return Normalization.NONE;
  }

  @Override
  public Dependence scoreDependence(PodInfo pod, ClusterView cluster) {
    return score == null || !ClaimReader.hasClaims(pod.pod()) ? Dependence.NODE : Dependence.CLAIMS;
  }

  @Override
  public Verdict reserve(CycleState state, PodInfo pod, String nodeName) {
    PodVolumes volumes = state.get(podVolumes);
    if (volumes == null) {
      return Verdict.error(podVolumes.missing());
    }
    if (volumes.isAllBound()) {
      return Verdict.success();
    }
    NodeInfo node = volumes.cluster().node(nodeName);
    if (node == null) {
      // As upstream has it: without a node there is nothing to reserve, and nothing to wait for.
      return Verdict.success();
    }
    NodeChoice choice = volumes.choose(node);
    if (choice == null) {
      return Verdict.error("no pod volume found for node \"%s\"".formatted(nodeName));
    }
    state.put(
        podVolumes, volumes.with(Reservation.of(choice, nodeName, volumes.cluster(), assumed)));
    return Verdict.success();
  }

  @Override
  public void unreserve(CycleState state, PodInfo pod, String nodeName) {
    PodVolumes volumes = state.get(podVolumes);
    if (volumes != null && volumes.reservation() != null) {
      volumes.reservation().undo();
    }
  }

  @Override
  public CompletionStage<Verdict> preBind(CycleState state, PodInfo pod, String nodeName) {
    PodVolumes volumes = state.get(podVolumes);
    if (volumes == null) {
      return CompletableFuture.completedStage(Verdict.error(podVolumes.missing()));
    }
    Reservation reservation = volumes.reservation();
    if (reservation == null) {
      return NOTHING_TO_DO;
    }
    return binder.bind(reservation, new BindingCheck(pod.pod(), nodeName, reservation)::look);
  }

  @Override
  public boolean hasWork(CycleState state, PodInfo pod, String nodeName) {
    PodVolumes volumes = state.get(podVolumes);
    return volumes == null || volumes.reservation() != null;
  }
}
