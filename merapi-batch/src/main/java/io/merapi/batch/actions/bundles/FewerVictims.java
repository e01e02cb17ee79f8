package io.merapi.batch.actions.bundles;

import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.batch.actions.bundles.GangPlacement.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Spares the victims that a plan can do without: in the end none is left that could stay, the
 * latest choice spared first, and a whole bundle with all its tasks or not at all.
 *
 * <p>Those on nodes where nobody is placed are tried to be spared all at once; of the others each
 * costs a trial, unless there is too little in the whole domain without it.
 */
final class FewerVictims {

  private final HyperNodeInfo domain;
  private final Function<List<Task>, @Nullable Plan> trials;

  /**
   * @param trials tries how a job would lie in the domain once victims are gone; null where it
   *     would not
   */
  FewerVictims(HyperNodeInfo domain, Function<List<Task>, @Nullable Plan> trials) {
    this.domain = domain;
    this.trials = trials;
  }

  /** The plan that is left of one that takes some bundles. */
  Plan of(Plan plan, List<Bundle> victims) {
    List<List<Task>> units = new ArrayList<>();
    victims.forEach(bundle -> units.addAll(bundle.units()));
    List<List<Task>> used =
        units.stream()
            .filter(unit -> unit.stream().anyMatch(task -> plan.nodes().contains(task.nodeName())))
            .toList();
    Plan rest = used.size() == units.size() ? null : trials.apply(tasks(used));
    return rest == null ? oneByOne(plan, units) : oneByOne(rest, used);
  }

  private Plan oneByOne(Plan plan, List<List<Task>> units) {
    Plan best = plan;
    List<List<Task>> left = new ArrayList<>(units);
    ResourcesSum available = available(plan.placed());
    left.forEach(unit -> unit.forEach(task -> available.add(task.request())));
    for (int i = left.size() - 1; i >= 0; i--) {
      List<Task> unit = left.remove(i);
      unit.forEach(task -> available.subtract(task.request()));
      Plan better =
          plan.placed().lessEqual(available.toResources(), MissingDimension.ZERO)
              ? trials.apply(tasks(left))
              : null;
      if (better == null) {
        left.add(i, unit);
        unit.forEach(task -> available.add(task.request()));
      } else {
        best = better;
      }
    }
    return best;
  }

  /**
   * What is free in the domain, or will be, without any of these victims. What a node lacks takes
   * nothing away from what others have.
   */
  private ResourcesSum available(Resources placed) {
    var available = new ResourcesSum(placed.dictionary());
    Resources none = Resources.none(placed.dictionary());
    for (SessionNode node : domain.nodes()) {
      Resources free = node.futureIdle();
      available.add(free.anyNegative() ? free.maxOfPositive(none) : free);
    }
    return available;
  }

  private static List<Task> tasks(List<List<Task>> units) {
    return units.stream().flatMap(List::stream).toList();
  }
}
