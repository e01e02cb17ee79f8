package io.merapi.batch.plugins.resourcestrategyfit;

import io.merapi.api.json.JsonValue;
import io.merapi.api.json.JsonValue.JsonLiteral;
import io.merapi.api.json.JsonValue.JsonNumber;
import io.merapi.api.json.JsonValue.JsonObject;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.SessionNode;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which strategy each resource of the cluster has. */
final class Strategies {

  /** By the number of the resource in the dictionary; null for one that does not count. */
  private final @Nullable ResourceStrategy[] byNumber;

  private Strategies(
      ResourceDictionary dictionary, Function<String, @Nullable ResourceStrategy> byName) {
    this.byNumber = new ResourceStrategy[dictionary.size()];
    for (int id = 0; id < byNumber.length; id++) {
      byNumber[id] = byName.apply(dictionary.name(id));
    }
  }

  /**
   * Those of the configuration.
   *
   * @param patterns by resource, or by the beginning of one with an asterisk behind it
   */
  static Strategies configured(
      Map<String, ResourceStrategy> patterns, ResourceDictionary dictionary) {
    return new Strategies(dictionary, name -> mostSpecific(patterns, name));
  }

  /** The resource's own strategy, else that of the longest beginning. */
  private static @Nullable ResourceStrategy mostSpecific(
      Map<String, ResourceStrategy> patterns, String name) {
    ResourceStrategy own = patterns.get(name);
    for (int length = name.length(); own == null && length > 0; length--) {
      own = patterns.get(name.substring(0, length) + "*");
    }
    return own;
  }

  /**
   * Those of a pod: one for all resources, with a weight for each. A type that does not exist and
   * weights that cannot be read leave no resource that counts.
   *
   * @param weights a JSON object of whole numbers
   */
  static Strategies ofPod(String type, String weights, ResourceDictionary dictionary) {
    Map<String, Long> byName = weights(weights);
    return new Strategies(
        dictionary,
        name -> {
          Long weight = byName.get(name);
          return weight == null ? null : ResourceStrategy.named(type, weight);
        });
  }

  private static Map<String, Long> weights(String text) {
    var weights = new HashMap<String, Long>();
    try {
      if (JsonValue.parse(text) instanceof JsonObject(var members)) {
        members.forEach((resource, value) -> weights.put(resource, weight(value)));
      }
      return weights;
    } catch (IllegalArgumentException unreadable) {
      return Map.of();
    }
  }

  private static long weight(JsonValue value) {
    return switch (value) {
      case JsonNumber(var number) -> Long.parseLong(number);
      case JsonLiteral.NULL -> 0;
      default -> throw new IllegalArgumentException("no whole number (%s)".formatted(value));
    };
  }

  /**
   * The weighted mean, over the resources of a request that count, of the part of the node that
   * would be in use, or that would not: 0 to 1, and 0 where one of them does not suffice. Weights
   * of a pod may be negative; if they make the sum of weights 0 or less, it is the plain sum.
   */
  double score(Resources request, SessionNode node) {
    double score = 0;
    long weightSum = 0;
    for (int i = 0; i < request.dimensionCount(); i++) {
      int id = request.dimensionId(i);
      double requested = request.get(id);
      ResourceStrategy strategy = byNumber[id];
      if (requested < Resources.EPSILON || strategy == null) {
        continue;
      }
      double allocatable = node.allocatable().get(id);
      if (allocatable != 0 && strategy.weight() != 0) {
        double used = requested + node.used().get(id);
        if (used > allocatable) {
          return 0;
        }
        double counted = strategy.packs() ? used : allocatable - used;
        score += counted * strategy.weight() / allocatable;
      }
      weightSum += strategy.weight();
    }
    return weightSum > 0 ? score / weightSum : score;
  }
}
