package io.merapi.batch.plugins.binpack;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.NodeOrder;
import java.util.Arrays;
import java.util.Optional;

/**
 * Prefers nodes that a task would fill up, so that others stay free for large tasks.
 *
 * <p>A resource of which a node has none at all counts as filled by nothing, and so only lowers the
 * score; a task that asks for more of a counted resource than is left makes it 0.
 */
public final class Binpack implements NodeOrder {

  public static final String NAME = "binpack";

  private static final long NOT_COUNTED = -1;

  private final BinpackArgs args;
  private final long weight;

  /** The weight of each resource by its number in the dictionary. */
  private final long[] weights;

  public Binpack(BinpackArgs args, Session session) {
    this.args = args;
    this.weight = args.weight();
    ResourceDictionary dictionary = session.resources();
    this.weights = new long[dictionary.size()];
    Arrays.setAll(weights, id -> args.resources().getOrDefault(dictionary.name(id), NOT_COUNTED));
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
  public double scoreNode(Task task, SessionNode node) {
    Resources request = task.request();
    double score = 0;
    long weightSum = 0;
    for (int i = 0; i < request.dimensionCount(); i++) {
      int id = request.dimensionId(i);
      double requested = request.get(id);
      if (requested < Resources.EPSILON || weights[id] == NOT_COUNTED) {
        continue;
      }
      double allocatable = node.allocatable().get(id);
      if (allocatable != 0 && weights[id] != 0) {
        double filled = requested + node.used().get(id);
        if (filled > allocatable) {
          return 0;
        }
        score += filled * weights[id] / allocatable;
      }
      weightSum += weights[id];
    }
    if (weightSum > 0) {
      score /= weightSum;
    }
    return score * (ScorePlugin.MAX_SCORE * weight);
  }

  @Override
  public boolean mayBeAskedAtOnce(Task task) {
    return true;
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
}
