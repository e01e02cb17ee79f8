package io.merapi.batch.plugins.resourcestrategyfit;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.meta.Labels;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.Predicate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Packs or spreads tasks resource by resource, keeps them off nodes with scarce resources that they
 * do not need, and keeps cpu and memory back for such resources.
 */
public final class ResourceStrategyFit implements Predicate, NodeOrder {

  public static final String NAME = "resource-strategy-fit";

  private final ResourceStrategyFitArgs args;
  private final ResourceDictionary dictionary;
  private final Strategies configured;

  /** Kept because reading the annotations costs more than a score. */
  private final Map<PodAnnotations, Strategies> byPod = new HashMap<>();

  public ResourceStrategyFit(ResourceStrategyFitArgs args, Session session) {
    this.args = args;
    this.dictionary = session.resources();
    this.configured = Strategies.configured(args.resources(), dictionary);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Object> standpoint() {
    return Optional.of(args);
  }

  @Override
  public boolean readsClock() {
    return false;
  }

  @Override
  public Fit predicate(Task task, SessionNode node) {
    String resource = args.proportional().shortage(task.request(), node.idle());
    return resource.isEmpty()
        ? Fit.fits()
        : Fit.unresolvable(
            Reason.of(
                "ProportionalCheckFailed",
                "proportional of resource %s check failed".formatted(resource)));
  }

  @Override
  public Dependence predicateDependence(Task task) {
    return Dependence.NODE;
  }

  @Override
  public double scoreNode(Task task, SessionNode node) {
    double score = 0;
    if (args.weight() > 0) {
      double mean = strategies(task).score(task.request(), node);
      score += mean * ((double) ScorePlugin.MAX_SCORE * args.weight());
    }
    if (args.scarce().weight() > 0) {
      score += args.scarce().score(task.request(), node.allocatable());
    }
    return score;
  }

  /** What a pod says of itself, however little of it can be used, counts in place of all else. */
  private Strategies strategies(Task task) {
    Labels annotations = task.pod().meta().annotations();
    String type = annotations.getOrDefault(VolcanoKeys.RESOURCE_STRATEGY_SCORING_TYPE, "");
    String weights = annotations.getOrDefault(VolcanoKeys.RESOURCE_STRATEGY_WEIGHT, "");
    return type.isEmpty()
        ? configured
        : byPod.computeIfAbsent(
            new PodAnnotations(type, weights),
            own -> Strategies.ofPod(own.type, own.weights, dictionary));
  }

  @Override
  public Dependence nodeOrderDependence(Task task) {
    return Dependence.NODE;
  }

  @Override
  public boolean tellsJobsApart() {
    return false;
  }

  @Override
  public boolean readsIdentity() {
    return false;
  }

  private record PodAnnotations(String type, String weights) {}
}
