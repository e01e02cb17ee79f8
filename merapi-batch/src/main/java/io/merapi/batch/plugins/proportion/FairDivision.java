package io.merapi.batch.plugins.proportion;

import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.DoubleStream;

/**
 * Divides the cluster among queues by weight so that none deserves what it cannot use and nothing
 * stays unassigned that one could use ({@code deserved-is-usable}).
 *
 * <p>Implementation note: every dimension is divided on its own, like water that fills vessels of
 * different width, bottom and brim. A queue's width is its weight; its brim is what it asks for
 * within its real capability; its bottom is its guarantee, as far as it asks for it. The level at
 * which the water stands is looked for among the levels at which some vessel begins or ceases to
 * fill. Queues of weight 0 get what the others cannot use, in equal parts. Guarantees are given
 * even where they are more than the cluster has.
 */
final class FairDivision {

  private FairDivision() {}

  /** What each queue deserves, in the order of the claims. */
  static List<Resources> divide(Resources total, List<Claim> claims) {
    var sums = new ArrayList<ResourcesSum>();
    claims.forEach(_ -> sums.add(new ResourcesSum(total.dictionary())));
    for (int id : dimensions(claims)) {
      double[] parts = divide(total.get(id), vessels(claims, id));
      for (int i = 0; i < parts.length; i++) {
        sums.get(i).set(id, parts[i]);
      }
    }
    return sums.stream().map(ResourcesSum::toResources).toList();
  }

  private static Iterable<Integer> dimensions(List<Claim> claims) {
    var ids = new TreeSet<>(List.of(ResourceDictionary.CPU, ResourceDictionary.MEMORY));
    for (Claim claim : claims) {
      for (int i = 0; i < claim.request().scalarCount(); i++) {
        ids.add(claim.request().scalarId(i));
      }
    }
    return ids;
  }

  private static Vessel[] vessels(List<Claim> claims, int id) {
    return claims.stream()
        .map(claim -> {
          double brim = Math.max(Math.min(claim.request().get(id), claim.ceiling().get(id)), 0);
          double bottom = Math.clamp(claim.guarantee().get(id), 0, brim);
          return new Vessel(Math.max(claim.weight(), 0), bottom, brim);
        })
        .toArray(Vessel[]::new);
  }

  private static double[] divide(double total, Vessel[] vessels) {
    double usedByWeight =
        Arrays.stream(vessels)
            .mapToDouble(vessel -> vessel.width > 0 ? vessel.brim : vessel.bottom)
            .sum();
    return usedByWeight < total
        ? fill(total, Arrays.stream(vessels).map(Vessel::forTheRest).toArray(Vessel[]::new))
        : fill(total, vessels);
  }

  /** What each vessel holds when so much is poured out, or when all are full. */
  private static double[] fill(double total, Vessel[] vessels) {
    double[] levels =
        Arrays.stream(vessels)
            .filter(vessel -> vessel.width > 0)
            .flatMapToDouble(
                vessel -> DoubleStream.of(vessel.levelAtBottom(), vessel.levelAtBrim()))
            .sorted()
            .toArray();
    double level = 0;
    for (double next : levels) {
      double rise = total - held(vessels, level);
      if (held(vessels, next) > total) {
        level += rise > 0 ? rise / width(vessels, level) : 0;
        break;
      }
      level = next;
    }
    double reached = level;
    return Arrays.stream(vessels).mapToDouble(vessel -> vessel.held(reached)).toArray();
  }

  private static double held(Vessel[] vessels, double level) {
    return Arrays.stream(vessels).mapToDouble(vessel -> vessel.held(level)).sum();
  }

  /** The width of all vessels that fill as the water rises from a level. */
  private static double width(Vessel[] vessels, double level) {
    return Arrays.stream(vessels).mapToDouble(vessel -> vessel.widthAt(level)).sum();
  }

  private record Vessel(double width, double bottom, double brim) {

    double held(double level) {
      return Math.clamp(level * width, bottom, brim);
    }

    double levelAtBottom() {
      return bottom / width;
    }

    double levelAtBrim() {
      return brim / width;
    }

    double widthAt(double level) {
      return width > 0 && levelAtBottom() <= level && level < levelAtBrim() ? width : 0;
    }

    /** The vessel once all that have a width are full: the others share what is left. */
    Vessel forTheRest() {
      return width > 0 ? new Vessel(0, brim, brim) : new Vessel(1, bottom, brim);
    }
  }
}
