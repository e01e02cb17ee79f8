package io.merapi.batch.plugins.nodeorder;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.CompiledPodTerms;
import io.merapi.api.pod.PodClass;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.batch.kubeplugins.KeptScore;
import io.merapi.batch.kubeplugins.WeightedScore;
import io.merapi.batch.kubeplugins.WrappingSettings;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionCluster;
import io.merapi.kube.plugins.imagelocality.WantedImages;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Prefers the nodes that kube-scheduler's scores prefer, each score with a weight of its own. */
public final class NodeOrderPlugin implements NodeOrder, BatchNodeOrder {

  public static final String NAME = "nodeorder";

  private final SchedulingSession session;
  private final SessionCluster cluster;
  private final WrappedScores scores;
  private final ImageHolders holders;
  private final long imageLocality;

  /** Those that a class of pods wants, as far as somebody asked. */
  private final Map<PodClass, WantedImages> images = new HashMap<>();

  private @Nullable Boolean affinityIsSettled;

  /**
   * Opens the plugin.
   *
   * @param scores made from {@link #settings}
   * @param holders known from earlier sessions
   */
  public NodeOrderPlugin(
      NodeOrderArgs args, WrappedScores scores, ImageHolders holders, SchedulingSession session) {
    this.session = session;
    this.cluster = session.cluster();
    this.scores = scores;
    this.holders = holders;
    this.imageLocality = args.imageLocality();
    if (imageLocality != 0) {
      holders.follow(cluster.opened());
    }
  }

  /** What the scores of a session are made from. */
  public static WrappingSettings<NodeOrderArgs> settings(
      NodeOrderArgs args, SchedulingSession session) {
    return new WrappingSettings<>(args, session);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean readsClock() {
    return false;
  }

  /** The scores are the same objects for as long as arguments are. */
  @Override
  public Optional<Object> standpoint() {
    return Optional.of(scores);
  }

  /** The kube plugins behind the scores that are given to all nodes together. */
  public WrappedScores scores() {
    return scores;
  }

  /** Prefers nodes that hold the images of the pod. */
  @Override
  public double scoreNode(Task task, SessionNode node) {
    if (imageLocality == 0) {
      return 0;
    }
    WantedImages wanted = imagesOf(task);
    long held = holders.worth(wanted, node.name(), session.nodes().size());
    return (double) wanted.score(held) * imageLocality;
  }

  private WantedImages imagesOf(Task task) {
    PodClass podClass = task.info().podClass();
    WantedImages wanted = images.get(podClass);
    if (wanted == null) {
      wanted = WantedImages.of(podClass);
      images.put(podClass, wanted);
    }
    return wanted;
  }

  /** Scores may be, once it is known which images the task wants. */
  @Override
  public boolean mayBeAskedAtOnce(Task task) {
    if (imageLocality != 0) {
      imagesOf(task);
    }
    return true;
  }

  @Override
  public Dependence nodeOrderDependence(Task task) {
    return imageLocality == 0 ? Dependence.NODE : Dependence.NODES;
  }

  @Override
  public double[] scoreNodes(Task task, List<? extends SessionNode> nodes) {
    CycleState state = scores.newState();
    List<NodeInfo> infos = cluster.nodes(nodes);
    double[] totals = new double[nodes.size()];
    for (WeightedScore score : scores.all()) {
      Verdict before = score.preScore(state, task.info(), cluster, infos);
      if (before.isSuccess()) {
        score.addTo(totals, state, task.info(), cluster, infos);
      } else if (!before.isSkip()) {
        throw new ScoreException(String.join(", ", before.texts()));
      }
    }
    return totals;
  }

  @Override
  public boolean tellsJobsApart() {
    return false;
  }

  @Override
  public boolean readsIdentity() {
    return false;
  }

  @Override
  public Optional<List<ScorePart>> scoreParts(Task task) {
    return KeptScore.parts(
        scores.all(),
        scores.newState(),
        task.info(),
        cluster,
        score -> !(score.plugin() instanceof InterPodAffinity) || affinityIsSettled(task));
  }

  /** Whether a task to which no pod matters now stays so: it may prefer pods that come later. */
  private boolean affinityIsSettled(Task task) {
    CompiledPodTerms terms = task.info().podClass().podTerms();
    return terms.preferredAffinity().isEmpty()
        && terms.preferredAntiAffinity().isEmpty()
        && affinityIsSettled();
  }

  /**
   * Whether no pod that attracts or repels others can come to a node where such pods count: those
   * that have none when the session opens are never looked at.
   */
  private boolean affinityIsSettled() {
    if (affinityIsSettled == null) {
      affinityIsSettled =
          cluster.nodesWithPodAffinity().isEmpty()
              || session.unsettledJobs().stream()
                  .flatMap(job -> job.tasks().stream())
                  .noneMatch(task -> !task.pod().assigned() && task.info().hasPodAffinity());
    }
    return affinityIsSettled;
  }
}
